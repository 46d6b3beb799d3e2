// The table of decisions of a review: filters, columns to sort by, pages, and details of a row.

import { ask, byId, card, cardsOf, element, percent } from "/js/base.js";
import { blinds, plain, table } from "/js/coach-parts.js";

const ROWS = 50;
const COLUMNS = [
  ["hand", "Hand"],
  ["street", "Street"],
  ["position", "Position"],
  ["cards", "Cards"],
  ["board", "Board"],
  ["pot", "Pot, bb"],
  ["", "Taken"],
  ["", "Better"],
  ["lost", "Lost, bb"],
  ["method", "Valued by"],
  ["result", "Result, bb"],
];
const LARGEST_FIRST = ["lost", "result", "pot", "cards", "board"];
export const METHODS = {
  chart: "charts",
  solver: "solver",
  blueprint: "≈ playing out",
  equity: "≈ equity",
  "": "not valued",
};

export class DecisionTable {
  constructor({ onfault }) {
    Object.assign(this, { onfault, review: "", sort: "lost", descending: true, offset: 0 });
    this.asked = 0;
    byId("filters").addEventListener("input", () => this.load(0));
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("before").addEventListener("click", () => this.load(this.offset - ROWS));
    byId("after").addEventListener("click", () => this.load(this.offset + ROWS));
  }

  open(review, positions) {
    this.review = review;
    const chosen = byId("filters").elements.position;
    const before = chosen.value;
    chosen.replaceChildren(
      element("option", { value: "" }, "any"),
      ...positions.map((name) => element("option", {}, name)),
    );
    chosen.value = positions.includes(before) ? before : "";
    return this.load(this.offset);
  }

  filters() {
    const form = byId("filters").elements;
    const names = ["street", "position", "method", "result", "cards", "board"];
    return {
      ...Object.fromEntries(names.map((name) => [name, form[name].value])),
      least: form.least.value === "" ? null : Number(form.least.value),
      mistakes: form.mistakes.checked,
      estimates: !form.exact.checked,
    };
  }

  async load(offset) {
    this.offset = Math.max(0, offset);
    this.asked += 1;
    const number = this.asked;
    const form = byId("filters").elements;
    for (const each of form) each.removeAttribute("aria-invalid");
    try {
      const found = await ask("/review/decisions", {
        ...{ review: this.review, sort: this.sort, descending: this.descending },
        ...{ offset: this.offset, limit: ROWS, ...this.filters() },
      });
      if (number === this.asked) this.draw(found);
    } catch (error) {
      if (number !== this.asked) return;
      byId("count").textContent = error.message;
      form[error.field]?.setAttribute("aria-invalid", "true");
      if (error.field === "review") this.onfault(error);
    }
  }

  draw({ total, lost, rows }) {
    byId("decisions").hidden = false;
    byId("count").textContent =
      `${total.toLocaleString("en")} ${total === 1 ? "decision" : "decisions"}; together they lost ${plain(Math.max(lost, 0))} bb`;
    const last = this.offset + rows.length;
    byId("pages").hidden = total <= ROWS;
    byId("page").textContent = `${this.offset + 1} to ${last} of ${total.toLocaleString("en")}`;
    byId("before").disabled = this.offset === 0;
    byId("after").disabled = last >= total;
    byId("table").replaceChildren(
      element(
        "table",
        { class: "decisions" },
        element("caption", { class: "visually-hidden" }, "Decisions"),
        element("thead", {}, element("tr", {}, ...COLUMNS.map((column) => this.head(column)))),
        element("tbody", {}, ...rows.map((row) => this.row(row))),
      ),
    );
  }

  head([key, name]) {
    if (!key) return element("th", { scope: "col" }, name);
    const chosen = key === this.sort;
    const direction = this.descending ? "descending" : "ascending";
    return element(
      "th",
      { scope: "col", "aria-sort": chosen ? direction : null },
      element(
        "button",
        { type: "button", class: "sort", "data-sort": key, onclick: () => this.sortBy(key) },
        name,
        chosen ? (this.descending ? " ▾" : " ▴") : "",
      ),
    );
  }

  async sortBy(key) {
    this.descending = key === this.sort ? !this.descending : LARGEST_FIRST.includes(key);
    this.sort = key;
    await this.load(0);
    byId("table").querySelector(`[data-sort="${key}"]`)?.focus();
  }

  row(each) {
    const half = each.error >= 0.005 ? element("small", {}, ` ± ${each.error.toFixed(2)}`) : null;
    const opener = element(
      "button",
      { type: "button", class: "open", "aria-expanded": "false" },
      `${each.name || each.hand + 1}`,
    );
    const made = element(
      "tr",
      { class: each.mistake ? "mistake" : null },
      element("th", { scope: "row" }, opener),
      element("td", {}, each.street),
      element("td", {}, each.position),
      element("td", { class: "hole" }, ...cardsOf(each.hole).map(card)),
      element("td", { class: "hole" }, ...cardsOf(each.board).map(card)),
      element("td", {}, plain(each.pot)),
      element("td", { class: "words" }, each.taken),
      element("td", { class: "words" }, each.best === each.taken ? "✓" : each.best || "–"),
      element(
        "td",
        { class: "lost" },
        each.method ? `${each.estimate ? "≈ " : ""}${lostText(each.lost)}` : "–",
        half,
      ),
      element("td", { class: each.estimate ? "estimate" : null }, METHODS[each.method]),
      element("td", {}, blinds(each.won, 1)),
    );
    opener.addEventListener("click", () => this.toggle(made, opener, each));
    return made;
  }

  async toggle(made, opener, each) {
    if (opener.getAttribute("aria-expanded") === "true") {
      made.nextSibling.remove();
      opener.setAttribute("aria-expanded", "false");
      return;
    }
    opener.setAttribute("aria-expanded", "true");
    const box = element("td", { colspan: COLUMNS.length }, "Loading…");
    made.after(element("tr", { class: "details" }, box));
    try {
      const { hand, number } = each;
      const found = await ask("/review/decision", { review: this.review, hand, number });
      box.replaceChildren(details(found));
    } catch (error) {
      box.replaceChildren(element("p", { class: "error" }, error.message));
    }
  }
}

const lostText = (lost) => (Math.abs(lost) < 0.005 ? "0" : lost.toFixed(2).replace("-", "−"));

function details(found) {
  const { decision } = found;
  const best = Math.max(...decision.actions.map((each) => each.ev));
  const rows = decision.actions.map((each) => [
    `${each.action}${each.action === decision.taken ? " (taken)" : ""}${each.action === decision.best ? " ✓" : ""}`,
    blinds(each.ev),
    blinds(each.ev - best),
    percent(each.frequency, 0),
  ]);
  return element(
    "div",
    { class: "detail" },
    element("p", {}, `${found.title} · ${decision.file || "pasted text"}, line ${decision.line}`),
    element(
      "p",
      { class: "faint" },
      `${decision.position}, ${decision.pot_kind}${decision.street === "preflop" ? "" : " pot"}, ${decision.players} players; pot ${plain(decision.pot)} bb${decision.to_call ? `, ${plain(decision.to_call)} bb to call` : ""}`,
    ),
    rows.length
      ? table(
          ["Action", "EV, bb", "against the best", "played"],
          rows,
          "What each action was worth",
        )
      : null,
    element(
      "p",
      { class: "faint" },
      rows.length
        ? `${decision.estimate ? "An estimate. " : ""}Assumed: ${decision.assumed.join("; ")}.`
        : `Not valued: ${decision.assumed.join("; ")}.`,
    ),
    element("p", { class: "row" }, ...links(found)),
  );
}

function links(found) {
  const { decision } = found;
  const made = [
    element(
      "button",
      {
        type: "button",
        onclick: () => {
          sessionStorage.setItem("replay-text", found.phh);
          location.assign(`/replay?action=${decision.number}`);
        },
      },
      "Replay the hand",
    ),
  ];
  if (found.solve) made.push(element("a", { href: solveAddress(found.solve) }, "Solve this spot"));
  made.push(
    element("a", { href: drillAddress(found) }, found.drill ? "Drill this" : "Drill such spots"),
  );
  return made;
}

function solveAddress({ board, pot, stack, oop, ip, sizes, limits }) {
  return `/solve?${new URLSearchParams({ board, pot, stack, oop, ip, ...sizes, ...limits })}`;
}

// The same decision where it can be a question; else questions of its street.
function drillAddress({ drill, decision }) {
  const kinds = decision.street;
  return `/train?${new URLSearchParams({ kinds, ...(drill ? { key: drill } : { start: "1" }) })}`;
}
