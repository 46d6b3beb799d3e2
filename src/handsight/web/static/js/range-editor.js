// Edits a hand or a range: two cards, the matrix, a brush, the best x %, charts, and single combos.
//
//   const editor = new RangeEditor({ label: "Player 1", onchange: (text) => …, onerror: (error) => … });
//   parent.append(editor.element);
//   editor.show("22+, AKs");   // reads the text by the server; calls nothing but onerror
//
// `onchange` is called with the text of the range when it was changed here. The server reads and
// writes the texts; strokes that follow each other quickly are sent one after the other.
// Give `hand: false` where no two cards can be picked. While a text is read, and where it cannot be,
// the editor has the class "stale": it shows the range before.

import { SUITS, ask, cardsOf, card, element, keepFocus } from "/js/base.js";
import { CardPicker } from "/js/cards.js";
import { ChartRow } from "/js/charts.js";
import { RangeMatrix } from "/js/range-matrix.js";

// The named orders of hands: a test compares them with the library's.
export const ORDERS = ["equity", "nine-handed", "chen", "sklansky"];
const BRUSHES = [25, 50, 75, 100];

function combosOfClass(name) {
  const [high, low, kind] = name;
  const pairs = [];
  SUITS.split("").forEach((one, first) =>
    SUITS.split("").forEach((other, second) => {
      const fits =
        high === low ? first < second : kind === "s" ? first === second : first !== second;
      if (fits) pairs.push(high + one + low + other);
    }),
  );
  return pairs;
}

export class RangeEditor {
  constructor({ label, hand = true, taken = () => "", onchange = () => {}, onerror = () => {} }) {
    Object.assign(this, { onchange, onerror });
    this.text = "";
    this.known = null;
    this.reading = Promise.resolve();
    this.matrix = new RangeMatrix({
      label: `Range: ${label}`,
      onpaint: (classes, weight) => this.paint(classes, weight),
      onfocus: () => this.showCombos(),
    });
    this.title = element("h2", {}, label);
    this.picker = hand
      ? new CardPicker({
          label: "Hand",
          most: 2,
          taken,
          onchange: (text) => {
            if (text.length === 4) this.replace(text);
          },
        })
      : null;
    this.summary = element("span", { class: "faint", role: "status" });
    this.brush = element("input", {
      type: "number",
      min: 1,
      max: 100,
      step: 1,
      value: 100,
      "aria-label": "Weight in percent",
      oninput: () => this.setBrush(Number(this.brush.value)),
    });
    this.brushes = BRUSHES.map((percent) =>
      element(
        "button",
        {
          type: "button",
          "aria-pressed": String(percent === 100),
          onclick: () => {
            this.brush.value = percent;
            this.setBrush(percent);
          },
        },
        `${percent}%`,
      ),
    );
    this.percent = element("input", {
      type: "number",
      min: 0,
      max: 100,
      step: 0.1,
      value: 0,
      "aria-label": "Best hands in percent",
      oninput: () => {
        this.slider.value = this.percent.value;
        this.takeTop();
      },
    });
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: 100,
      step: 0.5,
      value: 0,
      "aria-label": "Best hands",
      oninput: () => {
        this.percent.value = this.slider.value;
        this.takeTop();
      },
    });
    this.order = element(
      "select",
      { "aria-label": "Order of hands", onchange: () => this.takeTop() },
      ...ORDERS.map((name) => element("option", { value: name }, name)),
    );
    const charts = new ChartRow({
      onrange: (text) => this.replace(text),
      onerror: (error) => this.onerror(error),
    });
    this.combos = element("div", { class: "combos", role: "group", "aria-label": "Combos" });
    const clear = element("button", { type: "button", onclick: () => this.replace("") }, "Clear");
    const all = element("button", { type: "button", onclick: () => this.replace("random") }, "All");
    this.element = element(
      "div",
      { class: "range-editor" },
      element("div", { class: "row between" }, this.title, this.picker?.element),
      element(
        "div",
        { class: "row tight best" },
        element("span", { class: "faint" }, "Top"),
        this.slider,
        this.percent,
        element("span", { class: "faint" }, "% by"),
        this.order,
      ),
      charts.element,
      this.matrix.element,
      element(
        "div",
        { class: "row tight between" },
        this.summary,
        element("span", { class: "row tight" }, all, clear),
      ),
      element(
        "div",
        { class: "row tight brush" },
        element("span", { class: "faint" }, "Paint"),
        ...this.brushes,
        this.brush,
      ),
      this.combos,
    );
  }

  set label(label) {
    this.title.textContent = label;
    this.matrix.element.setAttribute("aria-label", `Range: ${label}`);
  }

  set colour(colour) {
    this.element.style.setProperty("--fill", colour);
  }

  setBrush(percent) {
    if (!(percent >= 1 && percent <= 100)) return;
    this.matrix.brush = percent / 100;
    this.brushes.forEach((button, place) =>
      button.setAttribute("aria-pressed", BRUSHES[place] === percent),
    );
  }

  show(text) {
    if (text !== this.text) this.element.classList.add("stale");
    this.text = text;
    if (this.picker)
      this.picker.value = /^\s*([2-9TJQKA][cdhs]){2}\s*$/.test(text) ? text.trim() : "";
    return this.ask({ text });
  }

  replace(text) {
    this.onchange(text);
    return this.show(text);
  }

  takeTop() {
    const percent = Number(this.percent.value);
    if (!(percent >= 0 && percent <= 100)) return;
    const order = this.order.value === ORDERS[0] ? "" : `${this.order.value}:`;
    this.replace(percent ? `${order}${percent}%` : "");
  }

  paint(hands, weight) {
    const weights = Object.fromEntries(hands.map((name) => [name, weight]));
    this.reading = this.reading.then(async () => {
      const answer = await this.ask({ text: this.text, weights });
      if (!answer) {
        this.show(this.text);
        return;
      }
      this.text = answer.text;
      if (this.picker) this.picker.value = "";
      this.onchange(answer.text);
    });
  }

  async ask(request) {
    try {
      const answer = await ask("/range", request);
      if (request.text !== this.text) return null; // another text was shown meanwhile
      this.element.classList.remove("stale");
      this.known = answer;
      this.matrix.weights = answer.cells;
      const weight =
        answer.weight === answer.combos ? "" : ` (${answer.weight.toFixed(1)} by weight)`;
      const combos = `${answer.combos.toLocaleString("en")} combo${answer.combos === 1 ? "" : "s"}`;
      this.summary.textContent = `${combos}${weight} · ${answer.percent.toFixed(1)}%`;
      this.showCombos();
      return answer;
    } catch (error) {
      if (request.text === this.text) this.onerror(error); // else the fault is of a text that is gone
      return null;
    }
  }

  // The combos of the class that has the focus, each to be painted alone.
  showCombos() {
    const place = this.matrix.at;
    const name = this.matrix.cells[place].dataset.name;
    const even = this.matrix.weights[place];
    const uneven = this.known?.uneven[name] ?? {};
    this.combos.setAttribute("aria-label", `Combos of ${name}`);
    const buttons = combosOfClass(name).map((combo) => {
      const weight = uneven[combo] ?? even;
      const button = element(
        "button",
        {
          type: "button",
          class: "combo",
          "aria-pressed": String(weight > 0),
          "aria-label": `${combo}, ${Math.round(100 * weight)}%`,
          title: `${Math.round(100 * weight)}%`,
          onclick: () => this.paint([combo], weight === this.matrix.brush ? 0 : this.matrix.brush),
        },
        ...cardsOf(combo).map(card),
      );
      button.style.setProperty("--w", `${100 * weight}%`);
      return button;
    });
    keepFocus(this.combos, () =>
      this.combos.replaceChildren(element("span", { class: "faint" }, name), ...buttons),
    );
  }
}
