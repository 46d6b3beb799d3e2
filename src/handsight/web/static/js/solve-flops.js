// A report over many flops: the spot of the form is solved on each, and the flops are compared.

import { ask, byId, cardsOf, card, download, element, follow, percent } from "/js/base.js";
import { actionColours, chips } from "/js/solve-node.js";

const KINDS = { flops: "Flops", textures: "Textures" };

export class FlopsReport {
  constructor({ place, request, onerror }) {
    Object.assign(this, { place, request, onerror });
    this.report = null;
    this.kind = "flops";
    this.sort = { column: 0, down: false };
    this.id = "";
    this.subset = element(
      "select",
      { "aria-label": "Set of flops" },
      element("option", { value: "25" }, "25 that stand for all"),
      element("option", { value: "49" }, "49 that stand for all"),
      element("option", { value: "" }, "a list"),
    );
    this.list = element("input", { placeholder: "Qs7h2d, KhJh5h", "aria-label": "List of flops" });
    this.list.hidden = true;
    this.subset.addEventListener("change", () => {
      this.list.hidden = this.subset.value !== "";
    });
    this.start = element("button", { type: "submit" }, "Solve flops");
    this.stop = element(
      "button",
      { type: "button", disabled: true, onclick: () => this.end() },
      "Stop flops",
    );
    this.state = element("p", { class: "faint", role: "status" });
    this.table = element("div", {});
    place.append(
      element(
        "form",
        {
          class: "row",
          onsubmit: (event) => {
            event.preventDefault();
            this.solve();
          },
        },
        this.subset,
        this.list,
        this.start,
        this.stop,
      ),
      this.state,
      this.table,
    );
  }

  async end() {
    this.stop.disabled = true;
    try {
      await ask("/solve/stop", { id: this.id });
    } catch (error) {
      this.onerror(error);
    }
  }

  busy(busy) {
    this.start.disabled = busy;
    if (!busy) this.stop.disabled = true;
  }

  async solve() {
    this.busy(true);
    this.id = "";
    this.state.textContent = "Beginning …";
    try {
      const { board: _, ...spot } = this.request();
      const flops = this.subset.value || this.list.value;
      this.report = await follow("/solve/flops", { ...spot, flops }, (update) =>
        this.advance(update),
      );
      this.state.textContent = this.summary();
      this.paint();
    } catch (error) {
      this.state.textContent = "";
      this.onerror(error);
    } finally {
      this.busy(false);
    }
  }

  advance({ id, done, total, flop, exploitability, seconds }) {
    if (!this.id) this.stop.disabled = false;
    this.id = id;
    const reached = exploitability == null ? "" : `, exploitability ${percent(exploitability, 2)}`;
    this.state.textContent = `${done} of ${total} flops solved, ${seconds.toFixed(0)} s; ${flop}${reached}`;
  }

  summary() {
    const { finished, flops, exploitability } = this.report;
    const words = finished ? "All" : "Stopped after";
    return `${words} ${flops.length} flops are solved, each to ${percent(exploitability, 2)} of the pot or better.`;
  }

  // --- the table ----------------------------------------------------------------------------------

  columns() {
    const { actions } = this.report;
    return [
      ["Flop", (row) => row.name],
      ["Texture", (row) => row.texture],
      ["Dealt", (row) => row.weight],
      ["EV out of position", (row) => row.ev[0]],
      ["EV in position", (row) => row.ev[1]],
      ["Equity out of position", (row) => row.equity[0]],
      ...actions.map((name, place) => [name, (row) => row.frequencies[place]]),
    ].filter(([name]) => name !== "Texture" || this.kind === "flops");
  }

  sorted(columns) {
    const { column, down } = this.sort;
    const value = columns[Math.min(column, columns.length - 1)][1];
    const rows = [...this.report[this.kind]].sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      return typeof a === "string" ? a.localeCompare(b) : a - b;
    });
    return down ? rows.reverse() : rows;
  }

  paint() {
    const columns = this.columns();
    const colours = actionColours(this.report.actions);
    const heads = columns.map(([name], place) => {
      const chosen = this.sort.column === place;
      return element(
        "th",
        {
          scope: "col",
          "aria-sort": chosen ? (this.sort.down ? "descending" : "ascending") : null,
        },
        element(
          "button",
          { type: "button", onclick: () => this.sortBy(place) },
          `${name}${chosen ? (this.sort.down ? " ↓" : " ↑") : ""}`,
        ),
      );
    });
    const kinds = Object.entries(KINDS).map(([kind, name]) =>
      element(
        "button",
        {
          type: "button",
          "aria-pressed": String(kind === this.kind),
          onclick: () => {
            Object.assign(this, { kind, sort: { column: 0, down: false } });
            this.paint();
          },
        },
        name,
      ),
    );
    const csv = () => download(new Blob([this.report.csv], { type: "text/csv" }), "flops.csv");
    this.table.replaceChildren(
      element(
        "div",
        { class: "row" },
        ...kinds,
        element("button", { type: "button", onclick: csv }, "Save as CSV"),
      ),
      element(
        "div",
        { class: "scroll" },
        element(
          "table",
          { class: "flops" },
          element("thead", {}, element("tr", {}, ...heads)),
          element("tbody", {}, ...this.sorted(columns).map((row) => this.row(row, colours))),
          element("tfoot", {}, this.row({ ...this.report.mean, name: "all" }, colours)),
        ),
      ),
    );
  }

  sortBy(column) {
    const down = this.sort.column === column ? !this.sort.down : column > 0;
    this.sort = { column, down };
    this.paint();
    this.table.querySelectorAll("thead button")[column].focus();
  }

  row(row, colours) {
    const cards = cardsOf(row.name);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, ...(cards.length ? cards.map(card) : [row.name])),
      this.kind === "flops" ? element("td", {}, row.texture) : null,
      element("td", {}, percent(row.weight)),
      element("td", {}, chips(row.ev[0])),
      element("td", {}, chips(row.ev[1])),
      element("td", {}, percent(row.equity[0])),
      ...row.frequencies.map((share, place) => {
        const cell = element("td", { class: "part" }, percent(share));
        cell.style.setProperty("--share", `${100 * share}%`);
        cell.style.setProperty("--colour", colours[place]);
        return cell;
      }),
    );
  }
}
