// What the actions of a person's decisions are worth, as a table for each decision.

import { element, percent } from "/js/base.js";

const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;

function optionRow(option, decision) {
  const marks = [
    option.action === decision.taken && "your action",
    option.action === decision.best && "best",
  ].filter(Boolean);
  return element(
    "tr",
    {},
    element("td", {}, option.action),
    element("td", { class: "number" }, signed(option.ev)),
    element("td", { class: "number" }, option.frequency === null ? "–" : percent(option.frequency)),
    element("td", {}, marks.join(", ")),
  );
}

function verdict(decision) {
  if (!decision.options.length) return `not valued: ${decision.assumed[0]}`;
  const kind = decision.estimate ? "an estimate" : "";
  const lost = `${decision.lost.toFixed(2)} ± ${decision.error.toFixed(2)} bb`;
  const words = decision.mistake ? `loses ${lost}` : "no mistake";
  return [words, kind].filter(Boolean).join("; ");
}

function decisionView(decision) {
  const head = element(
    "tr",
    {},
    ...["action", "EV, bb", "how often", ""].map((each) => element("th", {}, each)),
  );
  const rows = decision.options.map((each) => optionRow(each, decision));
  return element(
    "section",
    { class: decision.mistake ? "decision mistake" : "decision" },
    element("h3", {}, `${decision.street}: you ${decision.taken} – ${verdict(decision)}`),
    ...(rows.length
      ? [element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows))]
      : []),
    element("p", { class: "faint" }, rows.length ? `assumed: ${decision.assumed.join("; ")}` : ""),
  );
}

export function valuesView(decisions) {
  if (!decisions.length) return element("p", {}, "You have not acted in this hand.");
  return element("div", {}, ...decisions.map(decisionView));
}
