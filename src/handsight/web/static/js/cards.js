// The card picker.
//
//   const board = new CardPicker({ label: "Board", most: 5, onchange: (text) => …, taken: () => "AhKh" });
//   parent.append(board.element);
//   board.value            // "Qh7h2c", in the order in which they were picked
//   board.value = "Qh7h";  // shows them; calls nothing
//
// `taken` gives the cards which lie elsewhere and cannot be picked. A click, Enter or ArrowDown
// opens the deck; on the picker and in the deck a card can also be typed ("Ah"), and Backspace takes
// the last one away. Escape closes the deck.

import { RANKS, STEPS, SUITS, card, cardsOf, element } from "/js/base.js";

export class CardPicker {
  constructor({ label, most, onchange = () => {}, taken = () => "" }) {
    Object.assign(this, { label, most, onchange, taken });
    this.cards = [];
    this.rank = "";
    this.slots = element("button", {
      type: "button",
      class: "slots",
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      onclick: () => this.toggle(),
      onkeydown: (event) => this.slotKey(event),
    });
    this.clear = element(
      "button",
      {
        type: "button",
        class: "clear",
        "aria-label": `Clear ${label.toLowerCase()}`,
        title: "Clear",
        onclick: () => {
          this.change([]);
          this.slots.focus();
        },
      },
      "×",
    );
    this.deck = element("div", {
      class: "deck",
      role: "dialog",
      "aria-label": `Cards: ${label}`,
      hidden: true,
      onkeydown: (event) => this.deckKey(event),
    });
    this.element = element("div", { class: "picker" }, this.slots, this.clear, this.deck);
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !this.element.contains(event.relatedTarget)) this.close();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!this.element.contains(event.target)) this.close();
    });
    this.paint();
  }

  get value() {
    return this.cards.join("");
  }

  set value(text) {
    this.cards = cardsOf(text).slice(0, this.most);
    this.paint();
  }

  paint() {
    const empty = Array.from({ length: this.most - this.cards.length }, () =>
      element("span", { class: "card empty" }),
    );
    this.slots.replaceChildren(...this.cards.map(card), ...empty);
    this.slots.setAttribute("aria-label", `${this.label}: ${this.cards.join(" ") || "no cards"}`);
    this.clear.hidden = !this.cards.length;
    if (!this.deck.hidden) this.paintDeck();
  }

  change(cards) {
    this.cards = cards;
    this.paint();
    this.onchange(this.value);
  }

  // Picks a card, or puts it back; a picker of one or two cards that is full begins anew.
  pick(name) {
    if (this.cards.includes(name)) this.change(this.cards.filter((each) => each !== name));
    else if (cardsOf(this.taken()).includes(name)) return;
    else if (this.cards.length < this.most) this.change([...this.cards, name]);
    else if (this.most <= 2) this.change([name]);
    if (this.cards.length === this.most && !this.deck.hidden) this.close(true);
  }

  // --- the deck ---------------------------------------------------------------------------------

  toggle() {
    if (this.deck.hidden) this.open();
    else this.close();
  }

  open() {
    if (!this.buttons) {
      this.buttons = new Map();
      for (const suit of SUITS) {
        for (const rank of RANKS) {
          const button = element("button", {
            type: "button",
            tabindex: "-1",
            onclick: () => this.pick(rank + suit),
          });
          button.append(card(rank + suit));
          this.buttons.set(rank + suit, button);
        }
      }
      this.deck.append(...this.buttons.values());
      this.at = [0, 0];
    }
    this.deck.hidden = false;
    this.deck.classList.remove("leftward");
    this.deck.classList.toggle(
      "leftward",
      this.deck.getBoundingClientRect().right > document.documentElement.clientWidth,
    );
    this.slots.setAttribute("aria-expanded", "true");
    this.paintDeck();
    this.focusAt();
  }

  close(keepsFocus = false) {
    if (this.deck.hidden) return;
    if (keepsFocus) this.slots.focus();
    this.deck.hidden = true;
    this.rank = "";
    this.slots.setAttribute("aria-expanded", "false");
  }

  paintDeck() {
    const taken = cardsOf(this.taken());
    for (const [name, button] of this.buttons) {
      const picked = this.cards.includes(name);
      button.setAttribute("aria-pressed", picked);
      button.setAttribute("aria-disabled", !picked && taken.includes(name));
    }
  }

  focusAt() {
    const [row, column] = this.at;
    for (const button of this.buttons.values()) button.tabIndex = -1;
    const button = this.buttons.get(RANKS[column] + SUITS[row]);
    button.tabIndex = 0;
    button.focus();
  }

  // --- keys -------------------------------------------------------------------------------------

  slotKey(event) {
    if (event.key === "ArrowDown" && this.deck.hidden) {
      event.preventDefault();
      this.open();
    } else this.typed(event);
  }

  deckKey(event) {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      this.at = [(this.at[0] + step[0] + 4) % 4, (this.at[1] + step[1] + 13) % 13];
      this.focusAt();
    } else this.typed(event);
  }

  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key;
    if (key === "Escape" && !this.deck.hidden) {
      event.preventDefault();
      this.close(true);
    } else if (key === "Backspace" || key === "Delete") {
      event.preventDefault();
      this.change(this.cards.slice(0, -1));
    } else if (this.rank && SUITS.includes(key.toLowerCase())) {
      this.pick(this.rank + key.toLowerCase());
      this.rank = "";
    } else if (key.length === 1 && RANKS.includes(key.toUpperCase())) this.rank = key.toUpperCase();
  }
}
