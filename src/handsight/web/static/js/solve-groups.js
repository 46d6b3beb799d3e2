// Made hands and draws at a node: a table with a row for each, which filters the hands that are shown.

import { element, percent } from "/js/base.js";

const HEADS = { made: "Made hand", draw: "Draw" };

// "top_pair" as words.
export const groupName = (name) => name.replaceAll("_", " ");

// Says whether a filter lets a hand through: { made: [names], draw: [names] }; no names let all through.
export const lets = (filter, rows, place) =>
  Object.entries(filter).every(
    ([kind, names]) => !names.length || names.includes(rows[kind][place]),
  );

export const isSet = (filter) => Object.values(filter).some((names) => names.length);

export const filterText = (filter) =>
  Object.values(filter)
    .filter((names) => names.length)
    .map((names) => names.map(groupName).join(" or "))
    .join(", ");

// Draws the groups of a player's hands. `actions` are [name, colour] of the player who acts.
export function groupTable({ groups, actions, filter, chips, onchange }) {
  const heads = (kind) => [HEADS[kind], "Share", "EV", "Equity", ...actions.map(([name]) => name)];
  const toggle = (kind, name) => {
    const names = filter[kind];
    const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
    onchange({ ...filter, [kind]: next });
  };
  const row = (group) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        element(
          "button",
          {
            type: "button",
            "aria-pressed": String(filter[group.kind].includes(group.name)),
            onclick: () => toggle(group.kind, group.name),
          },
          groupName(group.name),
        ),
      ),
      element("td", {}, percent(group.share)),
      element("td", {}, chips(group.ev)),
      element("td", {}, percent(group.equity)),
      ...group.strategy.map((share, place) =>
        partCell(share, actions[place][1], chips(group.action_evs[place])),
      ),
    );
  const bodies = ["made", "draw"].flatMap((kind) => {
    const rows = groups.filter((group) => group.kind === kind);
    if (!rows.length) return [];
    return [
      element(
        "tbody",
        {},
        element("tr", {}, ...heads(kind).map((head) => element("th", { scope: "col" }, head))),
        ...rows.map(row),
      ),
    ];
  });
  return element("table", { class: "groups" }, ...bodies);
}

// A cell with how often an action is taken, as a bar, and what the action is worth.
export function partCell(share, colour, worth) {
  const cell = element(
    "td",
    { class: "part" },
    percent(share, 0),
    " ",
    element("small", {}, worth),
  );
  cell.style.setProperty("--share", `${100 * share}%`);
  cell.style.setProperty("--colour", colour);
  return cell;
}
