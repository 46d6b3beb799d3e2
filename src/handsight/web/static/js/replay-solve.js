// A decision of a replayed hand as a spot for Solve: links, and where the ranges come from.

import { element } from "/js/base.js";

const megabytes = (bytes) =>
  `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 0 })} MB`;

// The address of Solve with a spot. Exactly what was bet is in the tree: no sizes are merged.
export function address(found, start) {
  const state = {
    ...{ board: start.board, pot: start.pot, stack: start.stack },
    ...{ bets: found.bets, raises: found.raises, oop: found.oop, ip: found.ip },
    ...start.sizes,
    ...{ raise_cap: start.raise_cap, force_allin: 0, merging: 0, line: start.line },
  };
  const kept = Object.entries(state).filter(([, value]) => value !== "" && value != null);
  return `/solve?${new URLSearchParams(kept)}`;
}

export function solveLinks(found) {
  const links = found.starts.map((start) => {
    const tooLarge = start.bytes > found.most_bytes;
    const allIn = Object.values(start.sizes).includes("a");
    const simple =
      start.raise_cap === null
        ? ""
        : `; no more raises than in the hand${allIn ? ", and later only all-in bets" : ""}, to keep the tree small`;
    const size = tooLarge
      ? ` (${megabytes(start.bytes)} of at most ${megabytes(found.most_bytes)})`
      : "";
    return element(
      "li",
      {},
      element("a", { href: address(found, start) }, `From the ${start.street}`),
      start.line ? ` to: ${start.line}` : ", which begins with this decision",
      simple,
      size,
    );
  });
  const last = found.starts.at(-1);
  return [
    element("p", {}, words(found)),
    found.name && last.street !== "flop"
      ? element(
          "p",
          { class: "faint" },
          `From the ${last.street}, these are still the ranges at the start of the flop: remove the hands that would not have got this far.`,
        )
      : null,
    element("ul", { class: "starts" }, ...links),
    element(
      "p",
      { class: "faint" },
      `Out of position: ${found.players[0]}. In position: ${found.players[1]}. The big blind is ${found.big_blind} chips.`,
    ),
  ].filter(Boolean);
}

function words({ name, preflop, note }) {
  return name
    ? `Ranges of ${name} (${preflop}); ${note}.`
    : `You must choose the ranges in Solve: ${note}.`;
}
