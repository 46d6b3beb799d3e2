// The walk through a solved tree: the line that was played, the node behind it, and its runouts.

import { RANKS, SUITS, ask, card, element, percent } from "/js/base.js";
import { NodePanel, actionColours, chips, nameOf } from "/js/solve-node.js";

const STREETS = { 3: "Flop", 4: "Turn", 5: "River" };

export class Walk {
  constructor(path, place, locks, { online, onerror }) {
    Object.assign(this, { path, place, locks, online, onerror });
    this.id = "";
    this.words = [];
    this.compared = null;
    this.panels = [];
    document.addEventListener("keydown", (event) => {
      if (
        event.key !== "Backspace" ||
        !this.words.length ||
        this.path.closest("[inert]") ||
        event.target.closest("input, textarea, select, .picker")
      )
        return;
      event.preventDefault();
      this.go(this.words.slice(0, -1));
    });
  }

  get line() {
    return this.words.join(", ");
  }

  async begin(id, line) {
    this.id = id;
    this.nodes = new Map();
    this.runouts = new Map();
    this.compared = null;
    await this.reach(line ? line.split(", ") : []);
    this.locks.begin((await this.node([])).locks);
    for (const panel of this.panels) panel.paintLock();
  }

  node(words) {
    const line = words.join(", ");
    if (!this.nodes.has(line)) {
      const asked = ask("/solve/node", { id: this.id, line });
      asked.catch(() => this.nodes.delete(line));
      this.nodes.set(line, asked);
    }
    return this.nodes.get(line);
  }

  async go(words) {
    try {
      await this.reach(words);
    } catch (error) {
      this.onerror(error);
    }
  }

  async reach(asked) {
    const steps = await Promise.all(asked.map((_, count) => this.node(asked.slice(0, count))));
    const node = await this.node(asked);
    const words = node.line ? node.line.split(", ") : []; // with the full names of the actions
    if (words.join() !== this.words.join()) this.compared = null;
    this.words = words;
    this.online();
    this.showPath([...steps, node]);
    await this.showNode(node);
  }

  // --- the line -----------------------------------------------------------------------------------

  showPath(nodes) {
    const steps = nodes.map((node, count) => {
      const chosen = this.words[count];
      const before = this.words.slice(0, count);
      if (node.next === "card") {
        const street = STREETS[node.board.length + 1];
        return element(
          "div",
          { class: "step" },
          element("strong", {}, street),
          chosen
            ? element(
                "button",
                {
                  type: "button",
                  "aria-pressed": "true",
                  "aria-label": `${street}: ${chosen}`,
                  onclick: () => this.go([...before, chosen]),
                },
                card(chosen),
              )
            : "…",
          chosen
            ? element("button", { type: "button", onclick: () => this.go(before) }, "other")
            : null,
        );
      }
      if (node.next === "end")
        return element(
          "div",
          { class: "step" },
          element("strong", {}, "End"),
          `pot ${chips(node.pot)}`,
        );
      const buttons = node.actions.map(({ name }) =>
        element(
          "button",
          {
            type: "button",
            "aria-pressed": String(name === chosen),
            onclick: () => this.go([...before, name]),
          },
          name,
        ),
      );
      return element(
        "div",
        { class: "step" },
        element("strong", {}, nameOf(node.player)),
        ...buttons,
      );
    });
    this.path.replaceChildren(...steps);
    this.path.scrollLeft = this.path.scrollWidth;
  }

  // --- a node -------------------------------------------------------------------------------------

  async showNode(node) {
    if (node.next === "card") {
      this.showCards(node);
      return;
    }
    const keep = this.panels.length === 1 ? this.panels[0].view : undefined;
    const panel = new NodePanel({
      label: `${street(node)}: ${this.line || "the first action"}`,
      onaction: (name) => this.go([...this.words, name]),
      view: keep,
      locks: this.locks,
    });
    this.panels = [panel];
    this.place.replaceChildren(panel.element);
    panel.show(node);
  }

  // --- the next card ------------------------------------------------------------------------------

  showCards(node) {
    const compared = this.compared ?? { cards: [], after: [], active: false };
    this.compared = compared;
    const known = this.runouts.get(this.line);
    const colours = known ? actionColours(known.actions) : [];
    const rows = new Map((known?.runouts ?? []).map((row) => [row.card, row]));
    const buttons = [...SUITS].flatMap((suit) =>
      [...RANKS].map((rank) => {
        const name = rank + suit;
        const row = rows.get(name);
        const actions = row?.frequencies.map(
          (share, place) => `${known.actions[place]} ${percent(share)}`,
        );
        const note = row
          ? `${name}: EV ${chips(row.ev[0])} and ${chips(row.ev[1])}; ${actions.join(", ")}`
          : name;
        const button = element(
          "button",
          {
            type: "button",
            class: "runout",
            title: note,
            "aria-label": note,
            disabled: node.board.includes(name) || (known && !row),
            "aria-pressed": compared.active ? String(compared.cards.includes(name)) : null,
            onclick: () => this.pick(node, name),
          },
          card(name),
          row ? element("small", {}, chips(row.ev[0])) : null,
        );
        if (row) paint(button, row.frequencies, colours);
        return button;
      }),
    );
    const panel = element(
      "section",
      { class: "panel cards" },
      element("h2", {}, `${STREETS[node.board.length + 1]}: which card comes?`),
      element(
        "div",
        { class: "row" },
        element(
          "button",
          { type: "button", disabled: Boolean(known), onclick: () => this.compareAll(node) },
          "Compare all cards",
        ),
        element(
          "button",
          {
            type: "button",
            "aria-pressed": String(compared.active),
            onclick: () => {
              Object.assign(compared, { active: !compared.active, cards: [], after: [] });
              this.showCards(node);
            },
          },
          "Compare two cards",
        ),
        element("span", { class: "faint", role: "status" }, this.advice(compared, known)),
      ),
      known ? legend(known, colours) : null,
      element("div", { class: "runouts" }, ...buttons),
    );
    const pair = element("div", { class: "two" });
    this.place.replaceChildren(panel, pair);
    if (compared.cards.length === 2) this.showTwo(pair, compared).catch(this.onerror);
  }

  advice({ active, cards }, known) {
    if (active)
      return cards.length < 2
        ? `Choose ${cards.length ? "another card" : "two cards"}.`
        : `${cards[0]} beside ${cards[1]}`;
    return known
      ? "Colours: how often what is done next; below each card the EV out of position."
      : "";
  }

  pick(node, name) {
    const { compared } = this;
    if (!compared.active) {
      this.go([...this.words, name]);
      return;
    }
    const cards = compared.cards.includes(name)
      ? compared.cards.filter((each) => each !== name)
      : [...compared.cards, name].slice(-2);
    Object.assign(compared, { cards, after: [] });
    this.showCards(node);
    this.place.querySelector(`.runout[aria-label^="${name}"]`).focus();
  }

  async compareAll(node) {
    try {
      this.runouts.set(this.line, await ask("/solve/runouts", { id: this.id, line: this.line }));
      this.showCards(node);
    } catch (error) {
      this.onerror(error);
    }
  }

  // Shows the same line behind two cards, side by side.
  async showTwo(place, compared) {
    const nodes = await Promise.all(
      compared.cards.map((name) => this.node([...this.words, name, ...compared.after])),
    );
    const views = this.panels.length === 2 ? this.panels.map((panel) => panel.view) : [];
    const follow = (name) => {
      compared.after.push(name);
      this.showTwo(place, compared).catch((error) => {
        compared.after.pop();
        this.onerror(error);
      });
    };
    this.panels = compared.cards.map(
      (name, side) =>
        new NodePanel({
          label: [name, ...compared.after].join(", "),
          onaction: follow,
          view: views[side],
          onpick: (picked) => this.panels.forEach((panel) => panel.pick(picked)),
        }),
    );
    const back = element(
      "button",
      {
        type: "button",
        disabled: !compared.after.length,
        onclick: () => {
          compared.after.pop();
          this.showTwo(place, compared).catch(this.onerror);
        },
      },
      "One action back",
    );
    place.replaceChildren(back, ...this.panels.map((panel) => panel.element));
    this.panels.forEach((panel, side) => panel.show(nodes[side]));
  }
}

const street = (node) => node.street[0].toUpperCase() + node.street.slice(1);

function paint(button, frequencies, colours) {
  let from = 0;
  const stops = frequencies.map(
    (share, place) => `${colours[place]} ${100 * from}% ${100 * (from += share)}%`,
  );
  if (stops.length)
    button.style.setProperty("background-image", `linear-gradient(to right, ${stops.join(", ")})`);
}

function legend(known, colours) {
  const entries = known.actions.map((action, place) => {
    const chip = element("i", { class: "chip" });
    chip.style.setProperty("background", colours[place]);
    return element("span", {}, chip, ` ${action} ${percent(known.mean.frequencies[place])}`);
  });
  return element(
    "p",
    { class: "row" },
    known.player ? element("span", {}, `${nameOf(known.player)}, on average:`) : null,
    ...entries,
    element("span", {}, `EV ${chips(known.mean.ev[0])} and ${chips(known.mean.ev[1])}`),
  );
}
