// One node of a solution: the matrix in the colours of the actions, what both ranges are worth, and
// the combos of a cell.

import { RANKS, card, cardsOf, element, keepFocus, percent } from "/js/base.js";
import { CLASSES, RangeMatrix, combosOf } from "/js/range-matrix.js";
import { ALL_HANDS } from "/js/solve-locks.js";
import { filterText, groupTable, isSet, lets, partCell } from "/js/solve-groups.js";

const PLAYERS = ["oop", "ip"];
const NAMES = { oop: "Out of position", ip: "In position" };
const MOST_ROWS = 200;
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
// Hands that the filter keeps out are left out.
function byClass(rows, board, filter) {
  const actions = rows.strategy.length;
  const classes = new Map();
  rows.hands.forEach((hand, place) => {
    if (!lets(filter, rows, place)) return;
    const name = classOf(hand);
    if (!classes.has(name))
      classes.set(name, {
        reach: 0,
        weight: 0,
        ev: 0,
        equity: 0,
        strategy: new Array(actions).fill(0),
        worths: new Array(actions).fill(0),
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
      sums.worths[action] += weight * (rows.action_evs[action][place] ?? 0);
    });
  });
  for (const [name, sums] of classes) {
    sums.reach /= leftOf(name, board);
    if (!sums.weight) continue;
    sums.ev /= sums.weight;
    sums.equity /= sums.weight;
    sums.strategy = sums.strategy.map((share) => share / sums.weight);
    sums.worths = sums.worths.map((worth) => worth / sums.weight);
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
  constructor({ label, onaction, onpick, view, locks }) {
    Object.assign(this, { label, onaction, locks });
    this.onpick = onpick ?? ((name) => this.pick(name));
    this.view = {
      player: null,
      values: "strategy",
      picked: "",
      action: "",
      filter: { made: [], draw: [] },
      ...view,
    };
    this.matrix = new RangeMatrix({
      label: `Hands: ${label}`,
      readonly: true,
      onpick: (name) => this.onpick(name),
    });
    this.head = element("div", { class: "head" });
    this.tabs = element("div", { class: "row" });
    this.actions = element("div", { class: "actions" });
    this.worth = element("div", { class: "scroll" });
    this.groups = element("details", { class: "scroll", open: this.view.open });
    this.groups.addEventListener("toggle", () => {
      this.view.open = this.groups.open;
    });
    this.lock = element("details", { class: "locking", open: this.view.locking });
    this.lock.addEventListener("toggle", () => {
      this.view.locking = this.lock.open;
    });
    this.filtered = element("p", { class: "row filtered", role: "status" });
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
        element("div", {}, this.tabs, this.matrix.element, this.filtered),
        element("div", { class: "side" }, this.actions, this.lock, this.worth, this.combos),
        this.groups,
      ),
    );
  }

  show(node) {
    this.node = node;
    this.colours = actionColours(node.actions.map(({ name }) => name));
    this.everything = Object.fromEntries(
      PLAYERS.map((player) => [player, byClass(node[player], node.board, { made: [], draw: [] })]),
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
    const rows = node[this.player];
    this.classes = isSet(view.filter)
      ? byClass(rows, node.board, view.filter)
      : this.everything[this.player];
    this.paintTabs();
    this.paintMatrix();
    this.paintActions();
    this.worth.replaceChildren(worthTable(node));
    this.paintGroups(rows);
    this.paintCombos();
    this.paintLock();
  }

  paintLock() {
    const { node, locks } = this;
    this.lock.hidden = !locks || !node.player;
    if (this.lock.hidden) return;
    const choices = [["all hands", ALL_HANDS, node.actions.map(({ frequency }) => frequency)]];
    if (this.acts()) choices.push(...this.lockChoices());
    this.lock.replaceChildren(
      element(
        "summary",
        {},
        locks.at(node.line) ? "Lock this decision (locked)" : "Lock this decision",
      ),
      locks.form(node, choices),
    );
  }

  // The hands beside all that can be locked: those that the filter leaves, and the class of the cell.
  lockChoices() {
    const { picked, filter } = this.view;
    const rows = this.node[this.player];
    const choices = [];
    if (isSet(filter)) {
      const sums = [...this.classes.values()];
      const hands = sums.flatMap(({ combos }) => combos.map((place) => rows.hands[place]));
      const total = sums.reduce((sum, { weight }) => sum + weight, 0) || 1;
      const shares = this.node.actions.map(
        (_, action) =>
          sums.reduce((sum, { weight, strategy }) => sum + weight * strategy[action], 0) / total,
      );
      if (hands.length) choices.push([filterText(filter), hands.join(", "), shares]);
    }
    const sums = this.everything[this.player].get(picked);
    if (sums?.weight) choices.push([picked, picked, sums.strategy]);
    return choices;
  }

  // The names and colours of the actions, if the player who is shown acts.
  shownActions() {
    if (!this.acts()) return [];
    return this.node.actions.map(({ name }, place) => [name, this.colours[place]]);
  }

  filter(filter) {
    this.view.filter = filter;
    keepFocus(this.groups, () => this.paint());
  }

  paintGroups(rows) {
    const { filter } = this.view;
    this.groups.replaceChildren(
      element("summary", {}, "Made hands and draws"),
      groupTable({
        groups: rows.groups,
        actions: this.shownActions(),
        filter,
        chips,
        onchange: (next) => this.filter(next),
      }),
    );
    this.filtered.hidden = !isSet(filter);
    this.filtered.replaceChildren(
      `Only ${filterText(filter)} `,
      element(
        "button",
        { type: "button", onclick: () => this.filter({ made: [], draw: [] }) },
        "All hands",
      ),
    );
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
      this.values === "ev" && this.acts() ? this.actionChoice() : "",
    );
  }

  // Which action's EV the matrix shows; the empty name stands for the strategy.
  actionChoice() {
    const names = this.node.actions.map(({ name }) => name);
    if (!names.includes(this.view.action)) this.view.action = "";
    const choice = element(
      "select",
      { "aria-label": "EV of" },
      element("option", { value: "" }, "of the strategy"),
      ...names.map((name) => element("option", { value: name }, `of ${name}`)),
    );
    choice.value = this.view.action;
    choice.addEventListener("change", () => {
      this.view.action = choice.value;
      this.paintMatrix();
    });
    return choice;
  }

  // What the matrix shows of a class: its EV, that of the chosen action, or its equity.
  valueOf(sums) {
    const action = this.node.actions.findIndex(({ name }) => name === this.view.action);
    if (this.values === "ev" && this.acts() && action >= 0) return sums.worths[action];
    return sums[this.values] ?? 0;
  }

  paintMatrix() {
    const { classes } = this;
    const all = this.everything[this.player];
    const most = Math.max(...[...all.values()].map(({ reach }) => reach), 1e-9);
    const worths = [...all.values()]
      .filter(({ weight }) => weight)
      .map((sums) => this.valueOf(sums));
    const [low, high] =
      this.values === "equity" ? [0, 1] : [Math.min(...worths), Math.max(...worths)];
    this.matrix.show(
      CLASSES.map((name) => {
        const kept = classes.get(name)?.weight ? classes.get(name) : null;
        const sums = kept ?? all.get(name);
        if (!sums?.weight) return null;
        const out = kept ? "" : " (filtered out)";
        const weight = Math.max(sums.reach / most, 0.06);
        const worth = `reach ${percent(sums.reach, 0)}, EV ${chips(sums.ev)}, equity ${percent(sums.equity)}`;
        if (this.values === "strategy") {
          const shares = sums.strategy.map(
            (share, place) =>
              `${this.node.actions[place].name} ${percent(share)} (EV ${chips(sums.worths[place])})`,
          );
          return {
            parts: sums.strategy.map((share, place) => [share, this.colours[place]]),
            weight,
            note: `${shares.join(", ")}; ${worth}${out}`,
          };
        }
        const value = this.valueOf(sums);
        const place = high > low ? (value - low) / (high - low) : 1;
        const text = this.values === "ev" ? chips(value) : `${Math.round(100 * value)}`;
        return {
          parts: [[1, `color-mix(in srgb, var(--high) ${Math.round(100 * place)}%, var(--low))`]],
          weight,
          text,
          note: worth + out,
        };
      }),
    );
    for (const [place, cell] of this.matrix.cells.entries()) {
      const name = CLASSES[place];
      cell.classList.toggle("picked", name === this.view.picked);
      cell.classList.toggle("out", all.has(name) && !classes.get(name)?.weight);
    }
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
      ...node.actions.map(({ name, frequency, ev }, place) => {
        const bar = element("span", { class: "share" });
        bar.style.setProperty("--share", `${100 * frequency}%`);
        bar.style.setProperty("--colour", this.colours[place]);
        return element(
          "button",
          {
            type: "button",
            class: "action",
            title: `${(frequency * total).toFixed(1)} combos, EV ${chips(ev)} with them`,
            onclick: () => this.onaction(name),
          },
          bar,
          element("span", { class: "name" }, name),
          element("span", { class: "ev" }, ev == null ? "" : `EV ${chips(ev)}`),
          element("strong", {}, percent(frequency)),
        );
      }),
    );
  }

  // --- a cell -------------------------------------------------------------------------------------

  pick(name) {
    this.view.picked = name === this.view.picked && isSet(this.view.filter) ? "" : name;
    for (const [place, cell] of this.matrix.cells.entries())
      cell.classList.toggle("picked", CLASSES[place] === this.view.picked);
    this.paintCombos();
    this.paintLock();
  }

  paintCombos() {
    const { picked, filter } = this.view;
    const rows = this.node[this.player];
    const some = picked ? [this.classes.get(picked)] : [...this.classes.values()];
    const places = some.flatMap((sums) => sums?.combos ?? []);
    if (!picked && !isSet(filter)) this.sayInstead("Choose a cell to see its combos.");
    else if (!places.length)
      this.sayInstead(`${picked || "No hand"} is not in this range here, or is filtered out.`);
    else this.combos.replaceChildren(this.comboTable(rows, places, picked || filterText(filter)));
  }

  sayInstead(words) {
    this.combos.replaceChildren(element("p", { class: "faint" }, words));
  }

  comboTable(rows, places, name) {
    const actions = this.shownActions();
    const line = (head, reach, ev, equity, strategy, worths) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...head),
        element("td", {}, percent(reach, 0)),
        element("td", {}, chips(ev)),
        element("td", {}, percent(equity)),
        ...actions.map(([, colour], action) =>
          partCell(strategy[action], colour, chips(worths[action])),
        ),
      );
    const lines = places.slice(0, MOST_ROWS).map((place) =>
      line(
        cardsOf(rows.hands[place]).map(card),
        rows.reach[place],
        rows.ev[place],
        rows.equity[place],
        rows.strategy.map((shares) => shares[place]),
        rows.action_evs.map((worths) => worths[place]),
      ),
    );
    const sums = this.view.picked ? this.classes.get(this.view.picked) : null;
    const mean =
      sums?.weight && places.length > 1
        ? [line(["mean"], sums.reach, sums.ev, sums.equity, sums.strategy, sums.worths)]
        : [];
    const heads = ["Combo", "Reach", "EV", "Equity", ...actions.map(([head]) => head)];
    const left = places.length - MOST_ROWS;
    return element(
      "table",
      {},
      element(
        "caption",
        {},
        `${name}, ${NAMES[this.player].toLowerCase()}${left > 0 ? `, without ${left} more` : ""}`,
      ),
      element(
        "thead",
        {},
        element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head))),
      ),
      element("tbody", {}, ...lines),
      element("tfoot", {}, ...mean),
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
