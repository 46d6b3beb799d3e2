// The panels of the page of odds; each shows one answer of the server in an element.

import { RANKS, STEPS, SUITS, card, cardsOf, colourOf, element, percent } from "/js/base.js";

const RISE = "var(--p1)";
const FALL = "var(--p4)";
const MOST_MIXED = 45;
const words = (name) => name.replaceAll("_", " ");
const number = (value) => (Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(1));

function painted(made, properties) {
  for (const [name, value] of Object.entries(properties)) made.style.setProperty(name, value);
  return made;
}

// --- the next card ----------------------------------------------------------------------------------

// A cell for each card: the equity with it, coloured by how much better or worse than now.
export function showNextCards(body, answer, { player, equity, suit: deal }) {
  const rows = new Map(answer.cards.map((row) => [row.card, row.equities[player]]));
  const widest = Math.max(0.02, ...[...rows.values()].map((then) => Math.abs(then - equity)));
  const places = SUITS.split("").map((suit) => RANKS.split("").map((rank) => rank + suit));
  const cells = new Map();
  const draw = (name) => {
    const then = rows.get(name);
    if (then === undefined) return element("td", { class: "none" }, card(name));
    const change = 100 * (then - equity);
    const value = element("span", {}, (100 * then).toFixed(0));
    const note = `${name}: ${percent(then, 2)}, ${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(2)}`;
    const button = element(
      "button",
      {
        type: "button",
        tabindex: "-1",
        title: note,
        "aria-label": `Deal ${note}`,
        onclick: () => deal(name),
      },
      card(name),
      value,
    );
    const mixed = MOST_MIXED * Math.min(1, Math.abs(then - equity) / widest);
    painted(value, {
      background: `color-mix(in srgb, ${then < equity ? FALL : RISE} ${mixed.toFixed(0)}%, var(--paper))`,
    });
    cells.set(name, button);
    return element("td", {}, button);
  };
  const table = element(
    "table",
    { class: "cards-table" },
    element(
      "caption",
      { class: "visually-hidden" },
      "Equity in percent after each card; choosing one deals it",
    ),
    element("tbody", {}, ...places.map((names) => element("tr", {}, ...names.map(draw)))),
  );
  move(table, places, cells);
  const sorted = [...rows].sort((one, other) => other[1] - one[1]);
  const list = (some) =>
    some.map(([name, then]) => element("span", { class: "pair" }, card(name), ` ${percent(then)}`));
  body.replaceChildren(
    element("div", { class: "scroll" }, table),
    element(
      "p",
      { class: "legend" },
      element("span", {}, element("span", { class: "faint" }, "Now "), percent(equity)),
      element("span", { class: "faint" }, "Best"),
      ...list(sorted.slice(0, 3)),
      element("span", { class: "faint" }, "Worst"),
      ...list(sorted.slice(-3).reverse()),
      answer.exact ? null : element("span", { class: "faint" }, " sampled"),
    ),
  );
}

// One cell can be reached by Tab, the one that had the focus last; arrows go on from there, over gaps.
function move(table, places, cells) {
  const first = cells.values().next().value;
  if (first) first.tabIndex = 0;
  table.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const from = [...cells].find(([, button]) => button === document.activeElement)?.[0];
    if (!step || !from) return;
    event.preventDefault();
    let [row, column] = [SUITS.indexOf(from[1]), RANKS.indexOf(from[0])];
    do {
      row += step[0];
      column += step[1];
    } while (places[row]?.[column] && !cells.has(places[row][column]));
    cells.get(places[row]?.[column])?.focus();
  });
  table.addEventListener("focusin", ({ target }) => {
    for (const button of cells.values()) button.tabIndex = button === target ? 0 : -1;
  });
}

// --- a known hand -----------------------------------------------------------------------------------

export function showHand(body, answer) {
  const figures = [
    ["HS", answer.hs, "ahead now, ties as halves"],
    ["PPot", answer.ppot, "behind now, ahead at the end"],
    ["NPot", answer.npot, "ahead now, behind at the end"],
    ["EHS", answer.ehs, "HS + (1 − HS) PPot"],
  ];
  const parts = [
    element(
      "p",
      { class: "hand-name" },
      element("strong", {}, answer.name),
      element(
        "span",
        { class: "faint" },
        answer.name.startsWith(words(answer.made)) ? "" : ` · ${words(answer.made)}`,
        answer.draw === "no_draw" ? "" : ` · ${words(answer.draw)}`,
      ),
    ),
  ];
  if (answer.reason) parts.push(element("p", { class: "faint" }, answer.reason));
  else
    parts.push(
      element(
        "dl",
        { class: "figures" },
        ...figures.map(([name, value, note]) =>
          element(
            "div",
            { title: note },
            element("dt", {}, name),
            element("dd", {}, percent(value)),
          ),
        ),
      ),
    );
  for (const [kind, note] of [
    ["clean", "make it the favourite"],
    ["tainted", "improve it, not enough"],
  ]) {
    const outs = answer.outs.filter((each) => each.kind === kind);
    if (outs.length)
      parts.push(
        element(
          "p",
          { class: "outs" },
          element(
            "span",
            {},
            element("strong", {}, `${outs.length} outs`),
            element("span", { class: "faint" }, ` ${note}`),
          ),
          element(
            "span",
            { class: "small-cards" },
            ...outs.map((each) => {
              const made = card(each.card);
              made.setAttribute("title", `${each.card}: ${each.name}, ${percent(each.equity)}`);
              return made;
            }),
          ),
        ),
      );
  }
  if (answer.draws.length)
    parts.push(
      element(
        "table",
        { class: "draws" },
        element("caption", {}, "What the seven cards will contain"),
        element(
          "tbody",
          {},
          ...answer.draws.map((each) =>
            bar(
              element(
                "tr",
                {},
                element("th", { scope: "row" }, each.name),
                element("td", {}, percent(each.probability)),
              ),
              each.probability,
              "var(--deep)",
            ),
          ),
        ),
      ),
    );
  body.replaceChildren(...parts);
}

const bar = (row, share, fill) => painted(row, { "--share": `${100 * share}%`, "--bar": fill });

// --- ranges on the board ----------------------------------------------------------------------------

export function showTexture(body, answer, pair) {
  const [one, other] = answer.players;
  const group = (name) => {
    const rows = Object.keys(one[name]).filter((each) => one[name][each] || other[name][each]);
    if (!rows.length || (rows.length === 1 && rows[0] === "no_draw")) return [];
    return [
      element(
        "tbody",
        {},
        ...rows.map((each) =>
          element(
            "tr",
            { class: each.startsWith("no_") ? "faint" : null },
            element("th", { scope: "row" }, words(each)),
            ...[one, other].flatMap((row, place) => {
              const share = row.combos ? row[name][each] / row.combos : 0;
              return [
                element(
                  "td",
                  { class: "combos-count" },
                  row[name][each] ? number(row[name][each]) : "–",
                ),
                bar(
                  element("td", { class: "bar" }, row[name][each] ? percent(share) : ""),
                  share,
                  colourOf(pair[place]),
                ),
              ];
            }),
          ),
        ),
      ),
    ];
  };
  const heads = pair.map((player) =>
    painted(element("th", { scope: "colgroup", colspan: 2 }, `Player ${player + 1}`), {
      "--player": colourOf(player),
    }),
  );
  body.replaceChildren(
    advantages(answer, pair),
    element(
      "table",
      { class: "texture-table" },
      element("caption", { class: "visually-hidden" }, "Combos of each hand, and their shares"),
      element("thead", {}, element("tr", {}, element("td"), ...heads)),
      ...["made", "draws", "kinds"].flatMap(group),
    ),
  );
}

function advantages(answer, pair) {
  const line = (name, advantage, note) => {
    const ahead = pair[advantage >= 0 ? 0 : 1];
    const level = Math.abs(advantage) < 0.0005;
    return element(
      "span",
      { title: note },
      element("span", { class: "faint" }, `${name} `),
      painted(
        element(
          "strong",
          { class: "of-player" },
          level ? "level" : `player ${ahead + 1} +${(100 * Math.abs(advantage)).toFixed(1)}`,
        ),
        { "--player": level ? "inherit" : colourOf(ahead) },
      ),
    );
  };
  return element(
    "p",
    { class: "advantages" },
    line("Range advantage", answer.range_advantage, "the difference of the equities"),
    line(
      "Nut advantage",
      answer.nut_advantage,
      "the difference of the shares of hands as strong as the best twentieth of all",
    ),
  );
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [420, 250, 34, 8, 22];
const across = (share) => LEFT + share * (WIDTH - LEFT - 8);
const down = (share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);

function axes(ends) {
  const lines = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    element("line", {
      x1: LEFT,
      x2: across(1),
      y1: down(share),
      y2: down(share),
      class: "grid-line",
    }),
    element("text", { x: LEFT - 5, y: down(share) + 4, "text-anchor": "end" }, `${100 * share}%`),
  ]);
  return [
    ...lines,
    ...ends.map(([share, text, anchor]) =>
      element("text", { x: across(share), y: HEIGHT - 5, "text-anchor": anchor }, text),
    ),
  ];
}

// Both players' equities, the best hands first; and below how many hands are in each tenth.
export function showCurves(body, answer, pair) {
  const label = answer.players
    .map((row, place) => `player ${pair[place] + 1} ${percent(row.equity)}`)
    .join(", ");
  const curves = answer.players.map((row, place) =>
    painted(
      element("polyline", {
        class: "curve",
        points: row.curve
          .map((equity, step) => `${across(step / 100).toFixed(1)},${down(equity).toFixed(1)}`)
          .join(" "),
      }),
      { stroke: colourOf(pair[place]) },
    ),
  );
  const chart = element(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      class: "chart",
      "aria-label": `Equity of each hand of both ranges, the best first: ${label}`,
    },
    ...axes([
      [0, "best hands", "start"],
      [0.5, "half of the range", "middle"],
      [1, "worst", "end"],
    ]),
    ...curves,
  );
  const most = Math.max(...answer.players.flatMap((row) => row.distribution));
  const low = 84;
  const bars = answer.players.flatMap((row, place) =>
    row.distribution.map((share, tenth) => {
      const height = (share / most) * (low - 24);
      return painted(
        element(
          "rect",
          { x: across(tenth / 10) + 3 + 16 * place, y: low - 18 - height, width: 15, height },
          element(
            "title",
            {},
            `player ${pair[place] + 1}: ${percent(share)} of hands have ${10 * tenth} to ${10 * tenth + 10}%`,
          ),
        ),
        { fill: colourOf(pair[place]) },
      );
    }),
  );
  const tenths = element(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${low}`,
      role: "img",
      class: "chart",
      "aria-label": "Share of hands in each tenth of equity",
    },
    element("line", { x1: LEFT, x2: across(1), y1: low - 18, y2: low - 18, class: "grid-line" }),
    ...bars,
    ...[
      [0, "start"],
      [0.5, "middle"],
      [1, "end"],
    ].map(([share, anchor]) =>
      element("text", { x: across(share), y: low - 4, "text-anchor": anchor }, `${100 * share}%`),
    ),
  );
  const legend = element(
    "p",
    { class: "legend" },
    ...answer.players.map((row, place) =>
      painted(
        element("span", { class: "key" }, `Player ${pair[place] + 1} ${percent(row.equity)}`),
        { "--player": colourOf(pair[place]) },
      ),
    ),
    ...answer.players.map((row, place) =>
      element(
        "span",
        { class: "faint", title: "the share of hands as strong as the best twentieth of all" },
        `player ${pair[place] + 1} nuts ${percent(row.nuts)}`,
      ),
    ),
  );
  body.replaceChildren(
    legend,
    chart,
    element("p", { class: "faint small" }, "Share of hands by their equity"),
    tenths,
  );
}

// --- the streets ------------------------------------------------------------------------------------

export function showStreets(body, answer) {
  const { streets } = answer;
  const [width, height] = [640, 110];
  const x = (step) => 30 + (step * (width - 60)) / Math.max(1, streets.length - 1);
  const y = (equity) => 8 + (1 - equity) * (height - 16);
  const players = streets[0].equities.map((_, player) => player);
  const lines = players.map((player) =>
    painted(
      element("polyline", {
        class: "curve",
        points: streets
          .map((each, step) => `${x(step)},${y(each.equities[player]).toFixed(1)}`)
          .join(" "),
      }),
      { stroke: colourOf(player) },
    ),
  );
  const dots = players.flatMap((player) =>
    streets.map((each, step) =>
      painted(element("circle", { cx: x(step), cy: y(each.equities[player]).toFixed(1), r: 3.5 }), {
        fill: colourOf(player),
      }),
    ),
  );
  const chart = element(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "chart", "aria-hidden": "true" },
    ...[0, 0.5, 1].map((share) =>
      element("line", { x1: 0, x2: width, y1: y(share), y2: y(share), class: "grid-line" }),
    ),
    ...lines,
    ...dots,
  );
  const table = element(
    "table",
    {},
    element("caption", { class: "visually-hidden" }, "Equity on each street"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("td"),
        ...streets.map((each) =>
          element(
            "th",
            { scope: "col" },
            each.street,
            element(
              "span",
              { class: "small-cards" },
              ...cardsOf(each.board)
                .slice(each.street === "flop" ? 0 : -1)
                .map(card),
            ),
          ),
        ),
      ),
    ),
    element(
      "tbody",
      {},
      ...players.map((player) =>
        element(
          "tr",
          {},
          painted(element("th", { scope: "row", class: "of-player" }, `Player ${player + 1}`), {
            "--player": colourOf(player),
          }),
          ...streets.map((each) =>
            element("td", {}, (each.exact ? "" : "≈ ") + percent(each.equities[player])),
          ),
        ),
      ),
    ),
  );
  body.replaceChildren(chart, element("div", { class: "scroll" }, table));
}
