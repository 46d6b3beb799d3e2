// Review: a person's own hands, sent in pieces, reviewed as a job, and what they show.

import { ask, byId, element, follow, keepState, stateOf } from "/js/base.js";
import { blinds, table } from "/js/coach-parts.js";
import { chosenFiles, droppedFiles, handFiles, send } from "/js/review-files.js";
import { DecisionTable, METHODS } from "/js/review-table.js";

const REFRESH = 4000;
const GROUPS = { street: "Street", position: "Position", pot: "Pot", method: "Valued by" };
const KINDS = {
  chart: "charts before the flop",
  solver: "the solver",
  blueprint: "≈ hands played out by a blueprint",
  equity: "≈ equity against ranges",
};

let review = "";
let running = null; // the AbortController of the job that runs
let begun = false; // whether the server reviews; what it has found then is kept when it stops
let latest = null; // the answer that is shown
const decisions = new DecisionTable({ onfault: (error) => fault(error.message) });

const fault = (message) => {
  byId("error").textContent = message;
};
const whole = (number) => number.toLocaleString("en");
const hands = (number) => `${whole(number)} ${number === 1 ? "hand" : "hands"}`;

// --- the job --------------------------------------------------------------------------------------

async function reviewFiles(files) {
  const chosen = handFiles(files);
  if (!chosen.length) {
    fault("None of these files can hold hands: they end in .txt, .log, .phh, .phhs or .xml.");
    return;
  }
  await job(async (signal) => {
    const name = chosen.length === 1 ? chosen[0].name : `${chosen.length} files`;
    tell(`Sending ${name}…`);
    const sent = await send(chosen, (done, total) => tell(`Sending ${name}…`, done, total), signal);
    review = sent;
    keepState({ review });
    await run(true, signal);
  });
}

async function job(work) {
  if (running) {
    fault("A review is running. Stop it first, or wait until it ends.");
    return;
  }
  fault("");
  running = new AbortController();
  byId("running").hidden = false;
  try {
    await work(running.signal);
  } catch (error) {
    if (error.name !== "AbortError") fault(error.message);
  } finally {
    running = null;
    begun = false;
    byId("running").hidden = true;
    if (latest) showProgressOfFull(latest);
  }
}

async function run(quick, signal) {
  const began = { time: performance.now(), done: null };
  let shown = performance.now();
  const how = quick ? "Reviewing quickly" : "Reviewing in full";
  tell("Waiting for a free place…");
  const found = await follow(
    "/review/run",
    { review, quick, player: byId("player").value.trim() },
    ({ done, total }) => {
      begun = true;
      if (!total) return tell(`Reading hands: ${whole(done)}`);
      began.done ??= done;
      tell(`${how}: ${whole(done)} of ${hands(total)}${left(began, done, total)}`, done, total);
      if (done > began.done && performance.now() - shown > REFRESH) {
        shown = performance.now();
        refresh();
      }
      return undefined;
    },
    signal,
  );
  await show(found);
}

// Says how long the rest takes, from the hands of this run.
function left(began, done, total) {
  const count = done - began.done;
  if (count < 3 || done === total) return "";
  const seconds = (((performance.now() - began.time) / count) * (total - done)) / 1000;
  if (seconds < 60) return `, about ${Math.max(1, Math.round(seconds))} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? `, about ${minutes} min left`
    : `, about ${Math.round(minutes / 60)} h left`;
}

function tell(text, done, total) {
  byId("state").textContent = text;
  const bar = byId("bar");
  if (total) Object.assign(bar, { max: total, value: done });
  else bar.removeAttribute("value");
}

async function refresh() {
  try {
    await show(await ask("/review/summary", { review }));
  } catch {
    /* the next one comes soon */
  }
}

// --- the summary ----------------------------------------------------------------------------------

const mean = ({ mean: value, half_width: half }, signed = true) =>
  `${signed ? blinds(value, 1) : blinds(value, 1).replace("+", "")}${half === null ? "" : ` ± ${half.toFixed(1)}`}`;

async function show(found) {
  const { report } = found;
  latest = found;
  byId("summary").hidden = !report;
  if (!report) {
    if (found.faults.length) fault(`${found.faults[0].file}: ${found.faults[0].reason}`);
    return;
  }
  byId("setup").open = false;
  byId("who").textContent = `${report.player || "The hero"}: ${hands(report.hands)}`;
  byId("figures").replaceChildren(
    ...figure("Lost by decisions", mean(report.lost_known, false), "main"),
    ...figure("by estimates, usually too much", mean(report.lost_estimated, false)),
    ...figure("Result", mean(report.won)),
    ...figure("Without all-in luck", mean(report.adjusted)),
    ...figure("Decisions", whole(report.decisions)),
    ...figure("of them estimates", whole(report.estimates)),
  );
  showProgressOfFull(found);
  byId("notes").replaceChildren(...notes(found).map((text) => element("li", {}, text)));
  byId("groups").replaceChildren(
    ...Object.entries(report.groups)
      .filter(([, rows]) => rows.length)
      .map(([name, rows]) => group(name, rows)),
  );
  showTendencies(report);
  await decisions.open(review, found.positions);
}

const figure = (name, value, kind = "") => [
  element("div", { class: kind || null }, element("dt", {}, name), element("dd", {}, value)),
];

function showProgressOfFull({ hands: all, reviewed, full }) {
  const done = full >= all;
  byId("full").hidden = done || running !== null;
  byId("full").textContent = full ? "Go on in full" : "Review in full";
  byId("full-note").textContent = done
    ? "Reviewed in full, with the solver."
    : full
      ? `${whole(full)} of ${hands(all)} are reviewed with the solver, the others quickly.`
      : reviewed < all
        ? `${whole(reviewed)} of ${hands(all)} are reviewed so far.`
        : "This was the quick review: after the flop, all values are estimates. In full, the solver values pots of two players.";
}

function notes({ report, faults, more }) {
  const found = [];
  if (report.unknown) found.push(`${hands(report.unknown)} left out: your cards are not known`);
  if (report.unread) {
    const first = faults[0];
    const why = first ? `, such as ${first.file}:${first.line}: ${first.reason}` : "";
    found.push(`${hands(report.unread)} left out: not readable${why}`);
  }
  if (more) found.push(`${hands(more)} left out: the page takes 10,000`);
  for (const [reason, count] of Object.entries(report.unvalued))
    found.push(`${whole(count)} ${count === 1 ? "decision" : "decisions"} not valued: ${reason}`);
  return found;
}

function group(name, rows) {
  const most = Math.max(...rows.map((each) => each.lost.mean), 0.01);
  return element(
    "section",
    { class: "panel group" },
    element("h2", {}, `Lost by ${name === "method" ? "method" : name}`),
    element(
      "div",
      { class: "scroll", role: "region", "aria-label": `By ${name}`, tabindex: 0 },
      table(
        [GROUPS[name], "Decisions", "Mistakes", "bb/100"],
        rows.map((each) => {
          // On a narrow screen, the line breaks before the sign.
          const lost = mean(each.lost, false).replace("± ", "±\u00a0");
          const bar = element("span", { class: "bar" }, lost);
          bar.style.setProperty("--share", `${Math.max(0, (100 * each.lost.mean) / most)}%`);
          const text = name === "method" ? (KINDS[each.name] ?? METHODS[each.name]) : each.name;
          return [text, whole(each.decisions), whole(each.mistakes), bar];
        }),
        `Lost by ${name}`,
      ),
    ),
  );
}

function showTendencies({ tendencies, comparisons }) {
  byId("tendencies").hidden = !tendencies.length;
  byId("tendencies").replaceChildren(
    table(
      ["Situation", "Tendency", "Taken", "Expected", "p", "Lost, bb/100"],
      tendencies.map((each) => [
        each.situation,
        `${each.action} ${each.more ? "more" : "less"} often`,
        `${each.taken} of ${each.decisions}`,
        each.expected.toFixed(1),
        each.p < 0.0001 ? "< 0.0001" : each.p.toPrecision(2),
        mean({ mean: each.lost, half_width: null }, false),
      ]),
      "Tendencies",
    ),
  );
  const none = tendencies.length ? "" : "Nothing differs beyond chance. ";
  byId("tendencies-note").textContent =
    `${none}${whole(comparisons)} tendencies were compared with the strategy; if you followed it, any of them would be named at most 5% of the time.`;
}

// --- controls -------------------------------------------------------------------------------------

byId("stop").addEventListener("click", async () => {
  if (!begun) {
    running?.abort();
    return;
  }
  tell("Stopping after this hand…");
  try {
    await ask("/review/stop", { review });
  } catch {
    running?.abort();
  }
});
byId("drill").addEventListener("click", async () => {
  fault("");
  try {
    const { mistakes, questions } = await ask("/review/drill", { review });
    if (questions) location.assign("/train?mistakes=1&start=1");
    else fault(`None of ${whole(mistakes)} mistakes can be a question of a drill.`);
  } catch (error) {
    fault(error.message);
  }
});
byId("full").addEventListener("click", () => job((signal) => run(false, signal)));
byId("hands").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("text").value;
  if (text.trim()) reviewFiles([{ name: "pasted text", file: new Blob([text]) }]);
  else if (review) job((signal) => run(true, signal));
  else fault("There is nothing to review yet: drop, choose or paste hands.");
});
for (const name of ["files", "folder"])
  byId(name).addEventListener("change", (event) => {
    byId("text").value = "";
    if (event.target.files.length) reviewFiles(chosenFiles(event.target));
    event.target.value = "";
  });
const drop = byId("drop");
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  byId("setup").open = true;
  drop.classList.add("over");
});
document.addEventListener("dragleave", () => drop.classList.remove("over"));
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  byId("text").value = "";
  try {
    const files = await droppedFiles(event.dataTransfer);
    if (files.length) await reviewFiles(files);
  } catch (error) {
    fault(error.message);
  }
});

async function restore(id) {
  try {
    const found = await ask("/review/summary", { review: id });
    review = id;
    byId("player").value = found.player;
    await show(found);
  } catch (error) {
    fault(error.message);
    keepState({});
  }
}

const kept = stateOf().get("review");
if (kept) restore(kept);
