// One node of a solution: the matrix in the colours of the actions, what both ranges are worth, and
// the combos of a cell.

import { RANKS, card, cardsOf, element, percent } from "/js/base.js";
import { CLASSES, RangeMatrix, combosOf } from "/js/range-matrix.js";

const PLAYERS = ["oop", "ip"];
const NAMES = { oop: "Out of position", ip: "In position" };
const VIEWS = { strategy: "Strategy", ev: "EV", equity: "Equity" };

export const nameOf = (player) => NAMES[player];
export const chips = (number) =>
  number == null
    ? "–"
    : number.toLocaleString("en", { maximumFractionDigits: Math.abs(number) < 100 ? 1 : 0 });

// Gives each action its colour: folds, checks and calls, and sizes from the smallest on.
export function actionColours(actions) {
  let size = 0;
  return actions.map((name) => {
    const word = name.split(" ")[0];
    if (word === "fold") return "var(--fold)";
    if (word === "check" || word === "call") return "var(--passive)";
    if (word === "all-in") return "var(--all-in)";
    size = Math.min(size + 1, 5);
    return `var(--bet${size})`;
  });
}

function classOf(hand) {
  const [one, two] = cardsOf(hand).sort((a, b) => RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]));
  if (one[0] === two[0]) return one[0] + two[0];
  return one[0] + two[0] + (one[1] === two[1] ? "s" : "o");
}

// Adds up the hands of a player by class: means by how often each hand is held beside the opponent's.
function byClass(rows, actions, board) {
  const classes = new Map();
  rows.hands.forEach((hand, place) => {
    const name = classOf(hand);
    if (!classes.has(name))
      classes.set(name, {
        reach: 0,
        weight: 0,
        ev: 0,
        equity: 0,
        strategy: new Array(actions).fill(0),
        combos: [],
      });
    const sums = classes.get(name);
    const weight = rows.weight[place];
    sums.combos.push(place);
    sums.reach += rows.reach[place];
    sums.weight += weight;
    sums.ev += weight * (rows.ev[place] ?? 0);
    sums.equity += weight * (rows.equity[place] ?? 0);
    rows.strategy.forEach((shares, action) => {
      sums.strategy[action] += weight * shares[place];
    });
  });
  for (const [name, sums] of classes) {
    sums.reach /= leftOf(name, board);
    if (!sums.weight) continue;
    sums.ev /= sums.weight;
    sums.equity /= sums.weight;
    sums.strategy = sums.strategy.map((share) => share / sums.weight);
  }
  return classes;
}

// How many combos of a class the board leaves.
function leftOf(name, board) {
  const left = (rank) => [..."cdhs"].filter((suit) => !board.includes(rank + suit));
  const [one, two] = [left(name[0]), left(name[1])];
  if (name.length === 2) return (one.length * (one.length - 1)) / 2 || 1;
  const suited = one.filter((suit) => two.includes(suit)).length;
  return (name[2] === "s" ? suited : one.length * two.length - suited) || combosOf(name);
}

export class NodePanel {
  constructor({ label, onaction, onpick, view }) {
    Object.assign(this, { label, onaction });
    this.onpick = onpick ?? ((name) => this.pick(name));
    this.view = { player: null, values: "strategy", picked: "", ...view };
    this.matrix = new RangeMatrix({
      label: `Hands: ${label}`,
      readonly: true,
      onpick: (name) => this.onpick(name),
    });
    this.head = element("div", { class: "head" });
    this.tabs = element("div", { class: "row" });
    this.actions = element("div", { class: "actions" });
    this.worth = element("div", { class: "scroll" });
    this.combos = element("div", {
      class: "combos",
      role: "region",
      "aria-label": "Combos",
      tabindex: "0",
    });
    this.element = element(
      "section",
      { class: "panel node", "aria-label": label },
      this.head,
      element(
        "div",
        { class: "study" },
        element("div", {}, this.tabs, this.matrix.element),
        element("div", { class: "side" }, this.actions, this.worth, this.combos),
      ),
    );
  }

  show(node) {
    this.node = node;
    this.colours = actionColours(node.actions.map(({ name }) => name));
    this.classes = Object.fromEntries(
      PLAYERS.map((player) => [
        player,
        byClass(node[player], node[player].strategy.length, node.board),
      ]),
    );
    const behind =
      node.stacks[0] === node.stacks[1]
        ? node.stacks[0].toLocaleString("en")
        : node.stacks.map((each) => each.toLocaleString("en")).join(" and ");
    this.head.replaceChildren(
      element("h2", {}, this.label),
      element(
        "div",
        { class: "row" },
        element("span", { class: "board" }, ...node.board.map(card)),
        element(
          "span",
          { class: "faint" },
          `pot ${node.pot.toLocaleString("en")} · behind ${behind}`,
        ),
      ),
    );
    this.paint();
  }

  get player() {
    return this.view.player ?? this.node.player ?? "oop";
  }

  paint() {
    const { node, view } = this;
    if (!this.acts() && view.values === "strategy") this.values = "equity";
    else this.values = view.values;
    this.paintTabs();
    this.paintMatrix();
    this.paintActions();
    this.worth.replaceChildren(worthTable(node));
    this.paintCombos();
  }

  acts() {
    return this.node.player === this.player;
  }

  paintTabs() {
    const tab = (name, pressed, change, disabled = false) =>
      element(
        "button",
        {
          type: "button",
          disabled,
          "aria-pressed": String(pressed),
          onclick: (event) => {
            const place = [...this.tabs.children].indexOf(event.currentTarget);
            Object.assign(this.view, change);
            this.paint();
            this.tabs.children[place].focus();
          },
        },
        name,
      );
    this.tabs.replaceChildren(
      ...PLAYERS.map((player) => tab(NAMES[player], player === this.player, { player })),
      element("span", { class: "gap" }),
      ...Object.entries(VIEWS).map(([values, name]) =>
        tab(name, values === this.values, { values }, values === "strategy" && !this.acts()),
      ),
    );
  }

  paintMatrix() {
    const classes = this.classes[this.player];
    const most = Math.max(...[...classes.values()].map(({ reach }) => reach), 1e-9);
    const worths = [...classes.values()]
      .filter(({ weight }) => weight)
      .map((sums) => sums[this.values] ?? 0);
    const [low, high] =
      this.values === "equity" ? [0, 1] : [Math.min(...worths), Math.max(...worths)];
    this.matrix.show(
      CLASSES.map((name) => {
        const sums = classes.get(name);
        if (!sums?.weight) return null;
        const weight = Math.max(sums.reach / most, 0.06);
        const worth = `reach ${percent(sums.reach, 0)}, EV ${chips(sums.ev)}, equity ${percent(sums.equity)}`;
        if (this.values === "strategy") {
          const shares = sums.strategy.map(
            (share, place) => `${this.node.actions[place].name} ${percent(share)}`,
          );
          return {
            parts: sums.strategy.map((share, place) => [share, this.colours[place]]),
            weight,
            note: `${shares.join(", ")}; ${worth}`,
          };
        }
        const value = sums[this.values];
        const place = high > low ? (value - low) / (high - low) : 1;
        const text = this.values === "ev" ? chips(value) : `${Math.round(100 * value)}`;
        return {
          parts: [[1, `color-mix(in srgb, var(--high) ${Math.round(100 * place)}%, var(--low))`]],
          weight,
          text,
          note: worth,
        };
      }),
    );
    for (const [place, cell] of this.matrix.cells.entries())
      cell.classList.toggle("picked", CLASSES[place] === this.view.picked);
  }

  paintActions() {
    const { node } = this;
    if (!node.player) {
      this.actions.replaceChildren(
        element("p", {}, node.next === "end" ? "The hand is over here." : "The next card comes."),
      );
      return;
    }
    const total = node[node.player].reach.reduce((sum, each) => sum + each, 0);
    this.actions.replaceChildren(
      element("h3", {}, `${NAMES[node.player]} acts`),
      ...node.actions.map(({ name, frequency }, place) => {
        const bar = element("span", { class: "share" });
        bar.style.setProperty("--share", `${100 * frequency}%`);
        bar.style.setProperty("--colour", this.colours[place]);
        return element(
          "button",
          {
            type: "button",
            class: "action",
            title: `${(frequency * total).toFixed(1)} combos`,
            onclick: () => this.onaction(name),
          },
          bar,
          element("span", {}, name),
          element("strong", {}, percent(frequency)),
        );
      }),
    );
  }

  // --- a cell -------------------------------------------------------------------------------------

  pick(name) {
    this.view.picked = name;
    for (const [place, cell] of this.matrix.cells.entries())
      cell.classList.toggle("picked", CLASSES[place] === name);
    this.paintCombos();
  }

  paintCombos() {
    const { node } = this;
    const name = this.view.picked;
    const sums = this.classes[this.player].get(name);
    if (!name) {
      this.combos.replaceChildren(
        element("p", { class: "faint" }, "Choose a cell to see its combos."),
      );
      return;
    }
    if (!sums) {
      this.combos.replaceChildren(
        element("p", { class: "faint" }, `${name} is not in this range here.`),
      );
      return;
    }
    const rows = node[this.player];
    const actions = this.acts() ? node.actions.map((action) => action.name) : [];
    const lines = sums.combos.map((place) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...cardsOf(rows.hands[place]).map(card)),
        element("td", {}, percent(rows.reach[place], 0)),
        element("td", {}, chips(rows.ev[place])),
        element("td", {}, percent(rows.equity[place])),
        ...actions.map((_, action) => {
          const cell = element("td", { class: "part" }, percent(rows.strategy[action][place], 0));
          cell.style.setProperty("--share", `${100 * rows.strategy[action][place]}%`);
          cell.style.setProperty("--colour", this.colours[action]);
          return cell;
        }),
      ),
    );
    const heads = ["Combo", "Reach", "EV", "Equity", ...actions];
    this.combos.replaceChildren(
      element(
        "table",
        {},
        element("caption", {}, `${name}, ${NAMES[this.player].toLowerCase()}`),
        element(
          "thead",
          {},
          element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head))),
        ),
        element("tbody", {}, ...lines),
      ),
    );
  }
}

function worthTable(node) {
  const row = (player, place) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, NAMES[player]),
      element("td", {}, chips(node.ev[place])),
      element("td", {}, percent(node.equity[place])),
      element("td", {}, node[player].reach.reduce((sum, each) => sum + each, 0).toFixed(1)),
    );
  return element(
    "table",
    { class: "worth" },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...["", "EV", "Equity", "Combos"].map((head) => element("th", { scope: "col" }, head)),
      ),
    ),
    element("tbody", {}, ...PLAYERS.map(row)),
  );
}
