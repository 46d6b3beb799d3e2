// The list of hands in Replay: results, filters, and the neighbours of the hand that is open.

import { bigBlinds, signedBlinds } from "/js/amounts.js";
import { byId, card, cardsOf, element } from "/js/base.js";

const MOST_NAMES = 50;
const MOST_DRAWN = 500;
const RESULTS = {
  "": () => true,
  won: (won) => won > 0,
  lost: (won) => won < 0,
  even: (won) => won === 0,
};

export class HandList {
  // `onopen` is called with the number of a hand; `onplayer` after another player was chosen.
  constructor({ onopen, onplayer }) {
    Object.assign(this, { onopen, onplayer });
    this.hands = [];
    this.more = 0;
    this.open = 0;
    for (const name of ["result", "position", "showdown", "least", "search"])
      byId(name).addEventListener("input", () => this.draw());
    byId("player").addEventListener("change", () => {
      this.draw();
      this.onplayer();
    });
  }

  show(hands, more) {
    Object.assign(this, { hands, more });
    byId("list-panel").hidden = false;
    byId("filters").hidden = hands.length < 2;
    for (const name of ["result", "position", "showdown", "least", "search"]) byId(name).value = "";
    const heroes = hands.some((hand) => hand.hero !== null);
    options("player", [...(heroes ? [["", "the hero"]] : [["", "nobody"]]), ...names(hands)]);
    const positions = new Set(hands.flatMap((hand) => hand.positions));
    options("position", [["", "any"], ...[...positions].map((name) => [name, name])]);
    this.draw();
  }

  // The seat whose results are shown; null where there is none.
  seatOf(hand) {
    const chosen = byId("player").value;
    if (!chosen) return hand.hero;
    const seat = hand.players.indexOf(chosen);
    return seat < 0 ? null : seat;
  }

  // The name that was chosen; empty for the hero.
  get player() {
    return byId("player").value;
  }

  fits(hand) {
    const seat = this.seatOf(hand);
    const [result, position, showdown] = ["result", "position", "showdown"].map(
      (name) => byId(name).value,
    );
    const words = byId("search").value.toLowerCase().split(/\s+/);
    const text = [hand.title, ...hand.players, ...hand.cards].join(" ").toLowerCase();
    if (this.player && seat === null) return false;
    if (result && (seat === null || !hand.won.length || !RESULTS[result](hand.won[seat])))
      return false;
    if (position && (seat === null || hand.positions[seat] !== position)) return false;
    if (showdown && hand.showdown !== (showdown === "yes")) return false;
    if ((hand.pot ?? 0) < Number(byId("least").value)) return false;
    return words.every((word) => text.includes(word));
  }

  get shown() {
    return this.hands.filter((hand) => this.fits(hand));
  }

  // The number of the next hand that fits (step 1), or of the one before (-1); else undefined.
  neighbour(step) {
    const after = this.shown.filter((hand) => Math.sign(hand.number - this.open) === step);
    return after.at(step > 0 ? 0 : -1)?.number;
  }

  mark(number) {
    this.open = number;
    for (const button of byId("list").querySelectorAll("button")) {
      const isOpen = Number(button.dataset.number) === number;
      button.setAttribute("aria-current", String(isOpen));
      if (isOpen) {
        const box = byId("list");
        const top = button.offsetTop - box.offsetTop;
        if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight)
          box.scrollTop = top - box.clientHeight / 2;
      }
    }
  }

  draw() {
    const { shown } = this;
    const all = this.hands.length + this.more;
    const count = shown.length === this.hands.length ? all : `${shown.length} of ${all}`;
    const won = shown.map((hand) => hand.won[this.seatOf(hand)]).filter((each) => each != null);
    const sum = won.reduce((one, other) => one + other, 0);
    byId("list-title").textContent = `${count} ${all === 1 ? "hand" : "hands"}`;
    byId("list-sum").textContent = won.length > 1 ? `${signedBlinds(sum)} in ${won.length}` : "";
    byId("list-more").textContent = [
      shown.length > MOST_DRAWN && `Only the first ${MOST_DRAWN} are shown; filters find others.`,
      this.more > 0 && `${this.more} hands are not listed.`,
    ]
      .filter(Boolean)
      .join(" ");
    byId("list").replaceChildren(...shown.slice(0, MOST_DRAWN).map((hand) => this.entry(hand)));
    this.mark(this.open);
  }

  entry(hand) {
    const seat = this.seatOf(hand);
    const won = seat === null ? undefined : hand.won[seat];
    const kind = won > 0 ? "won" : won < 0 ? "lost" : "";
    return element(
      "li",
      {},
      element(
        "button",
        { type: "button", "data-number": hand.number, onclick: () => this.onopen(hand.number) },
        element(
          "span",
          { class: "hole" },
          ...(seat === null ? [] : cardsOf(hand.cards[seat]).map(card)),
        ),
        element("span", {}, seat === null ? "" : hand.positions[seat]),
        element("span", { class: `result ${kind}` }, won === undefined ? "" : signedBlinds(won)),
        element(
          "span",
          { class: "faint pot" },
          hand.pot === null ? "" : `pot ${bigBlinds(hand.pot)}`,
        ),
        element("span", { class: "what" }, `${hand.title} · ${hand.players.join(", ")}`),
      ),
    );
  }
}

// The names at the tables, those with the most hands first.
function names(hands) {
  const counts = new Map();
  for (const name of hands.flatMap((hand) => hand.players))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, MOST_NAMES).map(([name, count]) => [name, `${name} (${count})`]);
}

function options(id, pairs) {
  byId(id).replaceChildren(...pairs.map(([value, name]) => element("option", { value }, name)));
}
