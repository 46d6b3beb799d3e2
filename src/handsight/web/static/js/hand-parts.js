// Parts of a hand that the tables and the replay share: what led an agent, and the file of a hand.

import { ask, card, cardsOf, download, element } from "/js/base.js";

export function decision(each) {
  const numbers = Object.entries(each.numbers)
    .map(
      ([name, value]) =>
        `${name} ${typeof value === "number" ? Number(value.toPrecision(4)) : value}`,
    )
    .join(", ");
  return element(
    "div",
    { class: "decision" },
    element("strong", {}, `${each.agent}, ${each.street}: ${each.action || "does not say"}`),
    " ",
    ...cardsOf(each.hole).map(card),
    element("br"),
    each.reason,
    numbers ? element("div", { class: "faint" }, numbers) : null,
  );
}

export const saveHand = (name, text) =>
  download(new Blob([text], { type: "application/toml" }), name);

export async function saveStored(hand) {
  const { name, text } = await ask("/hands/record", { hand });
  saveHand(name, text);
}
