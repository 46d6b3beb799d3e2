// A hand in words, one line for each thing that happens; the tables and the replay share it.

import { chips } from "/js/amounts.js";
import { SUIT_SIGNS } from "/js/base.js";

export const drawn = (cards) =>
  cards.replace(/([2-9TJQKA])([cdhs])/g, (_, rank, suit) => `${rank}${SUIT_SIGNS[suit]} `).trim();

const ACTED = {
  fold: () => "fold",
  check: () => "check",
  call: (e) => `call ${chips(e.chips)}`,
  bet: (e) => `bet ${chips(e.to)}`,
  raise: (e) => `raise to ${chips(e.to)}`,
};
const OTHER = {
  ante: (e) => `post an ante of ${chips(e.chips)}`,
  blind: (e) => `post ${chips(e.chips)}`,
  straddle: (e) => `straddle ${chips(e.chips)}`,
  uncalledreturned: (e) => `take back ${chips(e.chips)}`,
  show: (e) => `show ${drawn(e.cards)}${e.hand_name ? `, ${e.hand_name}` : ""}`,
  muck: () => "muck",
  award: (e) =>
    `win ${chips(e.chips)}${e.of_pot ? ` from side pot ${e.of_pot}` : ""}${e.hand_name ? ` with ${e.hand_name}` : ""}`,
};

// Says what happens, with the player's name before it: "loki calls 50", "you call 50".
export function sentence(event, names) {
  const name = names[event.seat];
  const words = event.event === "acted" ? ACTED[event.action](event) : OTHER[event.event](event);
  const end = event.all_in ? ", all-in" : "";
  if (name === "you") return `you ${words}${end}`;
  const [verb, ...rest] = words.split(" ");
  return [name, third(verb), ...rest].join(" ") + end;
}

const third = (verb) => (verb.endsWith("ss") ? `${verb}es` : `${verb}s`);

export const streetName = (street) => street.street[0].toUpperCase() + street.street.slice(1);
export const heading = (street) =>
  street.board ? `${streetName(street)} ${drawn(street.board)}` : streetName(street);
