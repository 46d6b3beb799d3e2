// Draws a poker table: the person (or the first player) at the bottom, the others clockwise.

import { chips, signed } from "/js/amounts.js";
import { card, cardsOf, element } from "/js/base.js";

// Puts an element at a part of the way from the middle (0) to the edge (1), by the seat.
function put(made, angle, reach, shift = 0) {
  made.style.setProperty("--x", `${50 + 41.5 * reach * Math.cos(angle + shift)}%`);
  made.style.setProperty("--y", `${47 + 43 * reach * Math.sin(angle + shift)}%`);
  return made;
}

// Draws `state`: {seats: [{name, position, stack, bet, cards, folded, all_in, won}], you, board, pot, turn}.
export function drawFelt(box, state) {
  const size = state.seats.length;
  const middle = element(
    "div",
    { class: "felt-middle" },
    element(
      "div",
      { class: "cards", role: "group", "aria-label": "board" },
      ...cardsOf(state.board).map(card),
    ),
    element("p", { class: "pot" }, `pot ${chips(state.pot)}`),
  );
  const parts = [element("div", { class: "felt" }), middle];
  state.seats.forEach((seat, number) => {
    const angle = Math.PI / 2 + (2 * Math.PI * ((number - state.you + size) % size)) / size;
    const classes = [
      "seat",
      number === state.turn && "turn",
      seat.folded && "folded",
      number === state.you && "you",
    ];
    const won = seat.won
      ? element("span", { class: seat.won > 0 ? "won" : "lost" }, ` ${signed(seat.won)}`)
      : null;
    parts.push(
      put(
        element(
          "div",
          { class: classes.filter(Boolean).join(" "), role: "group", "aria-label": seat.name },
          element("div", { class: "cards" }, ...cardsOf(seat.cards).map(card)),
          element(
            "div",
            { class: "plate" },
            element("span", { class: "name" }, seat.name),
            element("span", { class: "faint" }, `${seat.position} · `),
            seat.all_in && seat.won == null ? "all-in" : chips(seat.stack),
            won,
          ),
        ),
        angle,
        1,
      ),
    );
    if (seat.bet)
      parts.push(
        put(
          element("div", { class: "bet", "aria-label": `bet ${chips(seat.bet)}` }, chips(seat.bet)),
          angle,
          size === 2 ? 0.46 : 0.56,
        ),
      );
    if (number === size - 1)
      parts.push(
        put(
          element("div", { class: "button", role: "img", "aria-label": "dealer button" }, "D"),
          angle,
          size === 2 ? 0.62 : 0.66,
          size === 2 ? 0.42 : 0.3,
        ),
      );
  });
  box.replaceChildren(...parts);
}
