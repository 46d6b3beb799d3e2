// Train: questions, answers by keys or buttons, what each action is worth, and the progress.

import { ask, byId, card, cardsOf, element, percent, stateOf } from "/js/base.js";
import { blinds, plain, table } from "/js/coach-parts.js";

const LETTERS = "fkxcrbap";
let drill = "";
let question = null;
let waiting = false;
const score = { answers: 0, right: 0, lost: 0 };

const fault = (message) => {
  byId("error").textContent = message;
};

// --- starting -------------------------------------------------------------------------------------

async function begin(key = "") {
  fault("");
  const kinds = [...byId("kinds").querySelectorAll("input:checked")].map((box) => box.value);
  const request = {
    kinds,
    key,
    spot: byId("spot").value,
    players: Number(byId("players").value),
    stack: byId("stack").value ? Number(byId("stack").value) : null,
    mistakes: byId("mistakes").checked,
  };
  try {
    ({ drill } = await ask("/drill/start", request));
  } catch (error) {
    fault(error.message);
    return;
  }
  Object.assign(score, { answers: 0, right: 0, lost: 0 });
  if (await next()) byId("setup").open = false;
}

async function next() {
  if (waiting) return false;
  fault("");
  waiting = true;
  byId("fault").textContent = "";
  const slow = setTimeout(() => {
    byId("drill").hidden = false;
    byId("head").textContent = "Dealing the next question…";
  }, 300);
  try {
    ({ question } = await ask("/drill/next", { drill }));
  } catch (error) {
    question = null;
    fault(error.message);
  } finally {
    clearTimeout(slow);
    waiting = false;
  }
  byId("drill").hidden = question === null;
  if (question) show();
  else if (!byId("error").textContent)
    fault("No question is due. Untick “only what I got wrong” for new questions.");
  return question !== null;
}

function show() {
  byId("feedback").hidden = true;
  byId("head").textContent = `${question.kind}: ${question.spot}`;
  byId("line").replaceChildren(...question.line.map((text) => element("li", {}, drawn(text))));
  byId("cards").replaceChildren(
    ...held("You hold", question.hole),
    ...held("Board", question.board),
  );
  byId("chips").textContent = chips();
  byId("ask").textContent = question.ask;
  byId("options").replaceChildren(
    ...question.options.map((name, place) =>
      element(
        "button",
        { type: "button", "data-name": name, onclick: () => answer(String(place + 1)) },
        element("kbd", {}, String(place + 1)),
        ` ${name}`,
      ),
    ),
  );
  byId("number-form").hidden = question.options.length > 0;
  byId("number").value = "";
  showScore();
  if (question.options.length) byId("head").focus();
  else byId("number").focus();
}

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
// Draws the cards of a board in a line of text; words such as "checks" hold no card.
const drawn = (text) =>
  text.replace(/\b(?:[2-9TJQKA][cdhs])+\b/g, (cards) =>
    cards.replace(/([2-9TJQKA])([cdhs])/g, (_, rank, suit) => `${rank}${SIGNS[suit]} `).trim(),
  );

function held(name, text) {
  if (!text) return [];
  const cards = text.length >= 4 ? cardsOf(text).map(card) : [element("strong", {}, text)];
  return [element("span", { class: "held" }, element("span", { class: "faint" }, name), ...cards)];
}

function chips() {
  if (question.pot === null) return "";
  const parts = [`Pot ${plain(question.pot)} bb`];
  if (question.to_call) parts.push(`${plain(question.to_call)} bb to call`);
  const behind = Object.entries(question.stacks).map(([name, bb]) => `${name} ${plain(bb)} bb`);
  if (behind.length) parts.push(`behind: ${behind.join(", ")}`);
  return parts.join(" · ");
}

// --- answering ------------------------------------------------------------------------------------

async function answer(text) {
  if (!question || waiting || !byId("feedback").hidden) return;
  waiting = true;
  byId("fault").textContent = "";
  const slow = setTimeout(() => {
    byId("score").textContent = "Solving…";
  }, 300);
  try {
    tell(await ask("/drill/answer", { drill, key: question.key, answer: text }));
  } catch (error) {
    byId("fault").textContent = error.message;
  } finally {
    clearTimeout(slow);
    waiting = false;
    showScore();
  }
}

function tell(found) {
  score.answers += 1;
  score.right += found.right;
  score.lost += found.lost ?? 0;
  byId("feedback").hidden = false;
  byId("feedback").className = `panel ${found.right ? "right" : "wrong"}`;
  const is = found.options.length ? "" : ` The answer is ${found.best}.`;
  byId("verdict").replaceChildren(
    element("strong", {}, found.right ? "Right." : "Wrong."),
    `${is} ${found.reason}`,
  );
  byId("values").replaceChildren(...(found.options.length ? [values(found)] : []));
  for (const button of byId("options").children) {
    button.disabled = true;
    button.classList.toggle("chosen", button.dataset.name === found.answer);
    button.classList.toggle("best", button.dataset.name === found.best);
  }
  byId("next").focus();
  showProgress();
}

function values(found) {
  const best = Math.max(...found.options.map((each) => each.ev ?? -Infinity));
  const sampled = found.options.some((each) => each.error);
  const heads = ["Action", "EV, bb", ...(sampled ? ["±"] : []), "against the best", "played"];
  return table(
    heads,
    found.options.map((each) => [
      element(
        "span",
        { class: each.name === found.answer ? "chosen" : null },
        `${each.name}${each.name === found.answer ? " (your answer)" : ""}${each.name === found.best ? " ✓" : ""}`,
      ),
      blinds(each.ev),
      ...(sampled ? [each.error ? (1.96 * each.error).toFixed(2) : ""] : []),
      each.ev === null ? "–" : blinds(each.ev - best),
      each.frequency === null ? "–" : percent(each.frequency, 0),
    ]),
    "What each action is worth",
  );
}

function showScore() {
  const { answers, right, lost } = score;
  byId("score").textContent = answers
    ? `${answers} ${answers === 1 ? "answer" : "answers"}, ${right} right, ${lost.toFixed(2)} bb lost`
    : "";
}

// --- progress -------------------------------------------------------------------------------------

async function showProgress() {
  let report;
  try {
    report = await ask("/drill/progress");
  } catch (error) {
    fault(error.message);
    return;
  }
  byId("progress").hidden = !report.answers && !report.waiting;
  byId("due").textContent = report.waiting
    ? `${report.due} to repeat now, ${report.waiting - report.due} later`
    : "";
  byId("rows").replaceChildren(
    table(
      ["", "Answers", "Right", "95% interval", "bb lost", "95% interval", "To repeat"],
      report.rows.map((each) => [
        element("span", { class: each.spot ? "spot" : "kind" }, each.spot || each.kind),
        each.answers,
        percent(each.share, 0),
        `${percent(each.share_low, 0)} to ${percent(each.share_high, 0)}`,
        each.lost === null ? "–" : each.lost.toFixed(2),
        each.lost_high === null
          ? "–"
          : `${each.lost_low.toFixed(2)} to ${each.lost_high.toFixed(2)}`,
        each.waiting || "",
      ]),
      "Progress by kind and spot",
    ),
  );
}

// --- controls -------------------------------------------------------------------------------------

byId("choose").addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
byId("number-form").addEventListener("submit", (event) => {
  event.preventDefault();
  answer(byId("number").value);
});
byId("next").addEventListener("click", next);

document.addEventListener("keydown", (event) => {
  if (!question || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target.matches("textarea, select, input")) return;
  const key = event.key.toLowerCase();
  if (!byId("feedback").hidden) {
    if (key !== "enter" && key !== "n") return;
    if (key === "enter" && event.target.matches("button, a, summary")) return;
    next();
  } else if (question.options.length && (LETTERS.includes(key) || /^[1-9]$/.test(key))) {
    answer(key);
  } else return;
  event.preventDefault();
});

async function open() {
  const { kinds, kept } = await ask("/drill/kinds");
  const state = stateOf();
  const wished = (state.get("kinds") ?? "preflop,flop,turn,river").split(",");
  byId("kinds").append(
    ...kinds.map((kind) =>
      element(
        "label",
        {},
        element("input", {
          type: "checkbox",
          value: kind.name,
          checked: wished.includes(kind.name),
        }),
        element("strong", {}, ` ${kind.name}`),
        ` ${kind.summary}`,
      ),
    ),
  );
  for (const name of ["spot", "players", "stack"])
    if (state.has(name)) byId(name).value = state.get(name);
  byId("progress-note").textContent = kept
    ? "Wrong answers come back after ten minutes, and then after longer and longer waits."
    : "This server keeps no answers, so nothing comes back.";
  byId("mistakes").disabled = !kept;
  byId("mistakes").checked = kept && state.has("mistakes");
  await showProgress();
  if (state.has("key") || state.has("start")) await begin(state.get("key") ?? "");
}

open().catch((error) => fault(error.message));
