// Locked decisions: a player follows a given strategy there, and the rest is solved again.

import { byId, element, percent } from "/js/base.js";

const ALL = "random";

export class Locks {
  constructor({ place, onsolve, onchange, onerror }) {
    Object.assign(this, { place, onsolve, onchange, onerror });
    this.solved = []; // those of the solution that is shown
    this.list = []; // those that are set, as the server takes them
    this.names = new Map(); // of the actions at the nodes that were seen
  }

  // Takes over the locks of a solution.
  begin(locks) {
    this.solved = structuredClone(locks);
    this.list = structuredClone(locks);
    this.paint();
  }

  clear() {
    this.begin([]);
  }

  at(line) {
    return this.list.find((lock) => lock.line === line);
  }

  // Locks some hands at a node; a lock of all hands replaces those of fewer.
  lock(line, hands, shares) {
    const others = hands === ALL ? {} : { ...this.at(line)?.strategy };
    delete others[hands]; // the last one of a hand holds
    this.put(line, { ...others, [hands]: shares });
  }

  unlock(line, hands) {
    const { [hands]: _, ...others } = this.at(line).strategy;
    this.put(line, others);
  }

  put(line, strategy) {
    const rest = this.list.filter((lock) => lock.line !== line);
    this.list = Object.keys(strategy).length ? [...rest, { line, strategy }] : rest;
    this.paint();
    this.onchange();
  }

  paint() {
    const changed = JSON.stringify(this.list) !== JSON.stringify(this.solved);
    this.place.hidden = !this.list.length && !changed;
    const rows = this.list.flatMap(({ line, strategy }) =>
      Object.entries(strategy).map(([hands, shares]) =>
        element(
          "li",
          { class: "row" },
          `${line || "The first action"}: ${handsText(hands)} ${this.sharesText(line, shares)}`,
          element("button", { type: "button", onclick: () => this.unlock(line, hands) }, "Unlock"),
        ),
      ),
    );
    this.place.replaceChildren(
      element("h2", {}, "Locked decisions"),
      element("ul", {}, ...rows),
      element(
        "div",
        { class: "row" },
        element(
          "button",
          { type: "button", class: "main", disabled: !changed, onclick: () => this.onsolve() },
          "Solve on",
        ),
        element(
          "span",
          { class: "faint", role: "status" },
          changed ? "The solution below is without these changes." : "",
        ),
      ),
    );
  }

  sharesText(line, shares) {
    const names = this.names.get(line);
    return shares
      .map((share, place) => (names ? `${names[place]} ${percent(share)}` : percent(share)))
      .join(", ");
  }

  // The form with which a decision is locked; `choices` are [text, range, shares of the actions].
  form(node, choices) {
    this.names.set(
      node.line,
      node.actions.map(({ name }) => name),
    );
    const inputs = node.actions.map(({ name }) =>
      element(
        "label",
        { class: "field short" },
        `${name}, % `,
        element("input", { inputmode: "decimal", required: true }),
      ),
    );
    const fields = inputs.map((label) => label.querySelector("input"));
    const hands = element(
      "select",
      { "aria-label": "Hands to lock" },
      ...choices.map(([text], place) => element("option", { value: place }, text)),
    );
    const fill = () =>
      choices[hands.value][2].forEach((share, place) => {
        fields[place].value = Number((100 * share).toFixed(1));
      });
    hands.addEventListener("change", fill);
    hands.value = choices.length - 1;
    fill();
    const lock = () => {
      const shares = fields.map((field) => Number(field.value));
      if (shares.some((share) => !(share >= 0)) || !shares.some((share) => share > 0)) {
        this.onerror(new Error("a lock needs how often to take each action, in percent"));
        return;
      }
      byId("error").textContent = "";
      const total = shares.reduce((sum, share) => sum + share, 0);
      this.lock(
        node.line,
        choices[hands.value][1],
        shares.map((share) => share / total),
      );
    };
    return element(
      "form",
      {
        class: "lock row",
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          lock();
        },
      },
      element("label", { class: "field short" }, "Hands ", hands),
      ...inputs,
      element("button", { type: "submit" }, "Lock"),
    );
  }
}

export const ALL_HANDS = ALL;

const handsText = (hands) => {
  if (hands === ALL) return "all hands";
  return hands.length > 40 ? `${hands.slice(0, 40)}…` : hands;
};
