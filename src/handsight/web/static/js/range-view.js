// What opponents may hold, drawn: a square of 169 classes for each, and what their actions said.

import { element, percent } from "/js/base.js";
import { CLASSES } from "/js/range-matrix.js";

const SIZE = 13;

function square(grid, label) {
  const svg = element("svg", {
    viewBox: `0 0 ${SIZE * 20} ${SIZE * 20}`,
    class: "range-square",
    role: "img",
    "aria-label": label,
  });
  grid.forEach((weight, place) => {
    const [row, column] = [Math.floor(place / SIZE), place % SIZE];
    const name = CLASSES[place];
    const cell = element(
      "g",
      {},
      element(
        "title",
        {},
        weight === null
          ? `${name}: cannot be held`
          : `${name}: ${percent(weight, 0)} as likely as the likeliest`,
      ),
      element("rect", {
        x: column * 20,
        y: row * 20,
        width: 19.2,
        height: 19.2,
        class: "cell-ground",
      }),
      element("rect", {
        x: column * 20,
        y: row * 20,
        width: 19.2,
        height: 19.2,
        class: "cell-weight",
        "fill-opacity": weight ?? 0,
      }),
      element(
        "text",
        {
          x: column * 20 + 9.6,
          y: row * 20 + 12.2,
          "text-anchor": "middle",
          class: weight > 0.55 ? "on" : "",
        },
        name,
      ),
    );
    svg.append(cell);
  });
  return svg;
}

const tops = (top) => top.map((each) => `${each.name} ${percent(each.chance)}`).join(", ");

const HEADS = [
  ["action", null],
  ["expected", "how likely the model took the action to be"],
  ["bits", "what the action says about the cards"],
  ["combos", "how many equally likely combos would be as uncertain"],
];

// Draws the ranges that a seat sees.
export function rangesView(ranges) {
  const view = element("div", { class: "ranges" });
  const who = ranges.us === "you" ? "you have" : `${ranges.us} has`;
  const sampled = ranges.stderr === null ? "exact" : `± ${percent(ranges.stderr)}`;
  view.append(
    element(
      "p",
      {},
      `Against ${ranges.opponents.length === 1 ? "this range" : "these ranges at once"} ${who} `,
      element("strong", {}, percent(ranges.equity)),
      ` equity (${sampled}).`,
    ),
  );
  const squares = element("div", { class: "range-squares" });
  for (const each of ranges.opponents) {
    squares.append(
      element(
        "figure",
        {},
        square(each.grid, `${each.player}: likeliest ${tops(each.top)}`),
        element(
          "figcaption",
          {},
          element("strong", {}, each.player),
          ` · as wide as ${Math.round(each.spread)} combos · ${who} ${percent(each.equity)}`,
          element("br"),
          element("span", { class: "faint" }, tops(each.top)),
        ),
      ),
    );
  }
  view.append(squares);
  if (ranges.steps.length) {
    const rows = ranges.steps.map((step) =>
      element(
        "tr",
        {},
        element("td", {}, `${step.player}, ${step.street}: ${step.action}`),
        element("td", {}, percent(step.chance, 0)),
        element("td", {}, step.gain_bits.toFixed(2)),
        element("td", {}, Math.round(step.spread)),
      ),
    );
    view.append(
      element(
        "details",
        { open: true },
        element("summary", {}, "What each action said"),
        element(
          "div",
          { class: "scroll" },
          element(
            "table",
            {},
            element(
              "thead",
              {},
              element(
                "tr",
                {},
                ...HEADS.map(([head, title]) => element("th", { scope: "col", title }, head)),
              ),
            ),
            element("tbody", {}, ...rows),
          ),
        ),
      ),
    );
  }
  view.append(
    element("p", { class: "faint" }, `Model: ${ranges.model}. Nothing is taken from hidden cards.`),
  );
  return view;
}
