// What the actions of a person's decisions are worth, as a table for each decision.

import { element, percent } from "/js/base.js";
import { blinds } from "/js/coach-parts.js";

function actionRow(each, decision) {
  const marks = [
    each.action === decision.taken && "your action",
    each.action === decision.best && "best",
  ].filter(Boolean);
  return element(
    "tr",
    {},
    element("td", {}, each.action),
    element("td", { class: "number" }, blinds(each.ev)),
    element("td", { class: "number" }, each.frequency === null ? "–" : percent(each.frequency)),
    element("td", {}, marks.join(", ")),
  );
}

function verdict(decision) {
  if (!decision.actions.length) return `not valued: ${decision.assumed[0]}`;
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
  const rows = decision.actions.map((each) => actionRow(each, decision));
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
