// The matrix of the 169 classes of starting hands, 13 by 13: pairs on the diagonal, suited hands
// above it, offsuit hands below.
//
// To paint weights:
//
//   const matrix = new RangeMatrix({ label: "Range of player 1", onpaint: (classes, weight) => … });
//   parent.append(matrix.element);
//   matrix.weights = cells;   // 169 numbers 0..1, row by row, as /range gives them; calls nothing
//   matrix.brush = 0.5;       // the weight that is painted
//
// `onpaint` is called once at the end of a stroke (pointer up, Space) with the names of its classes
// and the weight which all of them have now; the matrix shows it already. `onfocus(name)` is called
// when another class gets the focus. --fill is the colour of the matrix' cells (set it on the element).
//
// To show (strategies, equities), without painting:
//
//   const matrix = new RangeMatrix({ label: "Strategy", readonly: true, onpick: (name) => … });
//   matrix.show(cells);       // 169 of { parts: [[share, colour], …], weight, note, text } or null
//
// `parts` fill the cell from left to right (shares of 1; colours as CSS has them), `weight` (0..1, 1
// if missing) is how high they stand, `text` is written below the name, `note` is what a screen
// reader and a tooltip say after the name. `onpick` is called on a click, on Enter and Space.
//
// Keys: arrows move, Home and End go to the ends of the row, Shift with arrows selects a rectangle,
// Space paints it (or takes it away), 1 to 9 paint 10% to 90%, Delete and 0 take away.

import { RANKS, STEPS, element } from "/js/base.js";

const SIDE = 13;
const MOVES = { ...STEPS, Home: [0, -SIDE], End: [0, SIDE] };
const within = (place) => Math.max(0, Math.min(SIDE - 1, place));

// The name of a class by its row and column: "AKs", "AKo", "77".
export function classAt(row, column) {
  if (row === column) return RANKS[row] + RANKS[row];
  return row < column ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`;
}

export const CLASSES = Array.from({ length: SIDE * SIDE }, (_, place) =>
  classAt(Math.floor(place / SIDE), place % SIDE),
);
export const combosOf = (name) => (name.length === 2 ? 6 : name[2] === "s" ? 4 : 12);

export class RangeMatrix {
  constructor({
    label,
    readonly = false,
    onpaint = () => {},
    onpick = () => {},
    onfocus = () => {},
  }) {
    Object.assign(this, { readonly, onpaint, onpick, onfocus });
    this.brush = 1;
    this.at = 0;
    this.anchor = null;
    this.stroke = null;
    this.shown = new Array(SIDE * SIDE).fill(0);
    this.cells = CLASSES.map((name, place) =>
      element(
        "div",
        {
          role: "gridcell",
          tabindex: place ? "-1" : "0",
          class: `cell ${name.length === 2 ? "pair" : name[2] === "s" ? "suited" : "offsuit"}`,
          "data-place": place,
          "data-name": name,
          "aria-label": name,
        },
        name,
      ),
    );
    const rows = RANKS.split("").map((_, row) =>
      element("div", { role: "row" }, ...this.cells.slice(SIDE * row, SIDE * (row + 1))),
    );
    this.element = element(
      "div",
      {
        class: `matrix${readonly ? " readonly" : ""}`,
        role: "grid",
        "aria-label": label,
        "aria-multiselectable": readonly ? null : "true",
        "aria-readonly": readonly ? "true" : null,
        onkeydown: (event) => this.key(event),
        onpointerdown: (event) => this.down(event),
        onpointermove: (event) => this.move(event),
        onpointerup: () => this.up(),
        onpointercancel: () => this.up(),
        onfocusin: (event) => this.focused(event.target),
      },
      ...rows,
    );
  }

  get weights() {
    return [...this.shown];
  }

  set weights(weights) {
    weights.forEach((weight, place) => this.fill(place, weight));
  }

  fill(place, weight) {
    if (this.shown[place] === weight) return;
    this.shown[place] = weight;
    const cell = this.cells[place];
    cell.style.setProperty("--w", `${100 * weight}%`);
    cell.setAttribute(
      "aria-label",
      weight ? `${CLASSES[place]}, ${Math.round(100 * weight)}%` : CLASSES[place],
    );
    if (!this.readonly)
      cell.title =
        weight > 0 && weight < 1 ? `${CLASSES[place]}: ${(100 * weight).toFixed(1)}%` : "";
  }

  show(cells) {
    cells.forEach((content, place) => {
      const cell = this.cells[place];
      const name = CLASSES[place];
      cell.replaceChildren(name);
      cell.title = "";
      cell.setAttribute("aria-label", content?.note ? `${name}: ${content.note}` : name);
      cell.classList.toggle("none", !content);
      cell.style.setProperty("--w", content ? `${100 * (content.weight ?? 1)}%` : "0%");
      if (!content) {
        cell.style.removeProperty("--parts");
        return;
      }
      let from = 0;
      const stops = content.parts.map(
        ([share, colour]) => `${colour} ${100 * from}% ${100 * (from += share)}%`,
      );
      cell.style.setProperty(
        "--parts",
        `linear-gradient(to right, ${stops.join(", ") || "transparent 0 100%"})`,
      );
      if (content.note) cell.title = `${name}: ${content.note}`;
      if (content.text) cell.append(element("small", {}, content.text));
    });
  }

  // --- painting by pointer ----------------------------------------------------------------------

  down(event) {
    const place = this.placeOf(event.target);
    if (place === null || event.button !== 0) return;
    event.preventDefault();
    this.anchor = null;
    this.markSelection();
    this.focusAt(place);
    if (this.readonly) {
      this.onpick(CLASSES[place]);
      return;
    }
    this.element.setPointerCapture(event.pointerId);
    this.stroke = {
      weight: this.shown[place] === this.brush ? 0 : this.brush,
      places: new Set(),
      last: place,
    };
    this.touch(place);
  }

  move(event) {
    if (!this.stroke) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const place = this.placeOf(document.elementFromPoint(each.clientX, each.clientY));
      if (place !== null) this.touch(place);
    }
  }

  // Paints all cells on the line from the last one, as a quick pointer jumps over some.
  touch(place) {
    const [row, column] = [Math.floor(this.stroke.last / SIDE), this.stroke.last % SIDE];
    const [down, right] = [Math.floor(place / SIDE) - row, (place % SIDE) - column];
    const steps = Math.max(Math.abs(down), Math.abs(right), 1);
    for (let step = 0; step <= steps; step += 1) {
      const between =
        SIDE * Math.round(row + (down * step) / steps) +
        Math.round(column + (right * step) / steps);
      this.stroke.places.add(between);
      this.fill(between, this.stroke.weight);
    }
    this.stroke.last = place;
  }

  up() {
    if (!this.stroke) return;
    const { places, weight } = this.stroke;
    this.stroke = null;
    this.onpaint(
      [...places].map((place) => CLASSES[place]),
      weight,
    );
  }

  placeOf(target) {
    const cell = target?.closest?.(".cell");
    return cell && this.element.contains(cell) ? Number(cell.dataset.place) : null;
  }

  // --- keys -------------------------------------------------------------------------------------

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = MOVES[event.key];
    if (step) {
      if (event.shiftKey) this.anchor ??= this.at;
      else this.anchor = null;
      this.focusAt(
        SIDE * within(Math.floor(this.at / SIDE) + step[0]) + within((this.at % SIDE) + step[1]),
      );
      this.markSelection();
    } else if (event.key === " " || event.key === "Enter") {
      if (this.readonly) this.onpick(CLASSES[this.at]);
      else
        this.paintSelection(
          this.selection().every((place) => this.shown[place] === this.brush) ? 0 : this.brush,
        );
    } else if (this.readonly) return;
    else if (/^[0-9]$/.test(event.key)) this.paintSelection(Number(event.key) / 10);
    else if (event.key === "Delete" || event.key === "Backspace") this.paintSelection(0);
    else return;
    event.preventDefault();
  }

  paintSelection(weight) {
    const places = this.selection();
    for (const place of places) this.fill(place, weight);
    this.onpaint(
      places.map((place) => CLASSES[place]),
      weight,
    );
  }

  selection() {
    if (this.anchor === null) return [this.at];
    const rows = [this.anchor, this.at]
      .map((place) => Math.floor(place / SIDE))
      .sort((a, b) => a - b);
    const columns = [this.anchor, this.at].map((place) => place % SIDE).sort((a, b) => a - b);
    return CLASSES.map((_, place) => place).filter(
      (place) =>
        rows[0] <= Math.floor(place / SIDE) &&
        Math.floor(place / SIDE) <= rows[1] &&
        columns[0] <= place % SIDE &&
        place % SIDE <= columns[1],
    );
  }

  markSelection() {
    const selected = this.anchor === null ? new Set() : new Set(this.selection());
    this.cells.forEach((cell, place) => {
      if (selected.has(place)) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
    });
  }

  focusAt(place) {
    this.cells[place].focus({ preventScroll: true });
  }

  focused(cell) {
    const place = this.placeOf(cell);
    if (place === null || place === this.at) return;
    this.cells[this.at].tabIndex = -1;
    this.at = place;
    cell.tabIndex = 0;
    this.onfocus(CLASSES[place]);
  }
}
