// Arena: the leaderboard that ships, and arenas of one's own, also while they are played.

import { ask, byId, copy, element, follow, keepState, percent, stateOf } from "/js/base.js";

const REPLAY = "replay-text";
const MINUS = "−";

function signed(number, digits = 0) {
  if (number == null) return "–";
  const text = Math.abs(number).toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return /[1-9]/.test(text) ? `${number < 0 ? MINUS : "+"}${text}` : text;
}
const whole = (number) => number.toLocaleString("en");
const fail = (error) => {
  if (error.name !== "AbortError") byId("error").textContent = error.message;
};

function table(heads, rows, name) {
  return element(
    "table",
    {},
    name ? element("caption", { class: "visually-hidden" }, name) : null,
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...heads.map((head) =>
          element("th", { scope: "col", title: head.title }, head.text ?? head),
        ),
      ),
    ),
    element(
      "tbody",
      {},
      ...rows.map(([first, ...rest]) =>
        element("tr", {}, element("th", { scope: "row" }, first), ...rest),
      ),
    ),
  );
}

const cell = (text, attributes = {}) => element("td", attributes, text);

// Colours a result: green is won, red is lost, and the stronger the more; pale where nothing can be said.
function resultCell(value, low, high, most, digits, interval) {
  const made = element(
    "td",
    { class: "result", title: `95%: ${signed(low, digits)} to ${signed(high, digits)}` },
    signed(value, digits),
    element("small", {}, interval),
  );
  const sure = low > 0 || high < 0;
  const strength = most ? Math.min(1, Math.abs(value) / most) : 0;
  made.style.setProperty("--strength", `${sure ? Math.round(12 + 33 * Math.sqrt(strength)) : 0}%`);
  made.style.setProperty("--side", value > 0 ? "var(--won)" : "var(--lost)");
  return made;
}

// Draws an interval on a line of its own, with zero in the middle. Distances are square roots, so that
// small results are seen beside large ones.
function intervalBar(value, low, high, reach) {
  const [width, height] = [140, 18];
  const across = (number) =>
    width / 2 +
    (width / 2 - 5) * Math.sign(number) * Math.sqrt(Math.min(1, Math.abs(number) / reach));
  return element(
    "svg",
    { class: "interval", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    element("line", { class: "zero", x1: width / 2, x2: width / 2, y1: 0, y2: height }),
    element("line", {
      class: "span",
      x1: across(low ?? -reach),
      x2: across(high ?? reach),
      y1: height / 2,
      y2: height / 2,
    }),
    element("circle", {
      class: low > 0 ? "up" : high < 0 ? "down" : "even",
      cx: across(value),
      cy: height / 2,
      r: 4,
    }),
  );
}

const milliseconds = (value) => (value < 100 ? value.toPrecision(2) : whole(Math.round(value)));

// --- the leaderboard ------------------------------------------------------------------------------

async function showLeaderboard() {
  const report = await ask("/arena/leaderboard");
  const agents = report.standings;
  const spread = report.most_pairs > report.fewest_pairs ? ` to ${whole(report.most_pairs)}` : "";
  byId("how").textContent = [
    `Stacks of ${report.stack} big blinds,`,
    `${whole(report.fewest_pairs)}${spread} mirrored deals for each pair of agents.`,
    "Results are in thousandths of a big blind per hand; ± is half of the 95% interval.",
    "Agents are ranked by elimination: whoever wins least from the others goes out, and so on.",
    '"v above" is what an agent wins from those ranked above it, "v all" what it wins from all.',
    '"Response" is what a local best response wins from it, at least.',
    ...(agents.some((each) => each.provisional)
      ? ["Ranks in brackets belong to agents that played fewer deals than the others."]
      : []),
  ].join(" ");
  const heads = [
    "Agent",
    { text: "Rank" },
    { text: "v above", title: "won from those that rank above; of the first one, from the second" },
    "±",
    { text: "v all" },
    "±",
    "",
    { text: "Response", title: "what a local best response won from it, at least" },
    "±",
    { text: "ms", title: "milliseconds for a decision" },
  ];
  const reach = Math.max(...agents.map((each) => Math.abs(each.mbb_per_hand) + each.half_width));
  byId("standings").replaceChildren(
    table(
      heads,
      agents.map((each) => [
        each.agent,
        cell(each.provisional ? `(${each.rank})` : each.rank),
        cell(signed(each.rest_mbb_per_hand)),
        cell(whole(Math.round(each.rest_half_width)), { class: "faint" }),
        cell(signed(each.mbb_per_hand)),
        cell(whole(Math.round(each.half_width)), { class: "faint" }),
        element(
          "td",
          {},
          intervalBar(
            each.mbb_per_hand,
            each.mbb_per_hand - each.half_width,
            each.mbb_per_hand + each.half_width,
            reach,
          ),
        ),
        cell(each.response ? signed(each.response.mbb_per_hand) : "–"),
        cell(each.response ? whole(Math.round(each.response.half_width)) : "", { class: "faint" }),
        cell(milliseconds(each.milliseconds_per_decision)),
      ]),
      "Standings",
    ),
  );
  const most = Math.max(
    ...agents.flatMap((each) => each.results.map((result) => Math.abs(result.mbb_per_hand))),
  );
  byId("pairings").replaceChildren(
    crossTable(
      agents.map((each) => each.agent),
      (one, other) => {
        const result = agents
          .find((each) => each.agent === one)
          .results.find((each) => each.opponent === other);
        if (!result) return null;
        const { mbb_per_hand: mbb, half_width: half } = result;
        return resultCell(mbb, mbb - half, mbb + half, most, 0, `±${whole(Math.round(half))}`);
      },
    ),
  );
}

function crossTable(names, found) {
  const made = table(
    ["", ...names],
    names.map((one) => [
      one,
      ...names.map(
        (other) => (one === other ? null : found(one, other)) ?? cell("", { class: "self" }),
      ),
    ]),
    "Who beats whom",
  );
  made.classList.add("cross");
  return made;
}

// --- an arena -------------------------------------------------------------------------------------

let watching = null;
let report = null;

async function watch(name) {
  watching?.abort();
  watching = new AbortController();
  const { signal } = watching;
  report = null;
  byId("error").textContent = "";
  byId("hands").replaceChildren();
  byId("board").hidden = Boolean(name);
  byId("shown").hidden = true;
  if (!name) return;
  try {
    do {
      show(await follow("/arena/watch", { name }, show, signal));
    } while (!report.finished && !signal.aborted);
  } catch (error) {
    fail(error);
  }
}

function show(update) {
  report = update;
  byId("shown").hidden = false;
  const total = update.pairs * update.matchups.length;
  const played = update.matchups.reduce((sum, each) => sum + each.pairs, 0);
  const limit = `${update.always_valid ? "at most " : ""}${whole(total)}`;
  const intervals = update.always_valid
    ? "the intervals are valid whenever you look"
    : "the number of pairs was fixed before";
  byId("state").textContent = [
    `${update.finished ? "Finished" : "Running"}: ${whole(played)} of ${limit} pairs,`,
    `${whole(update.hands)} hands. Format ${update.format},`,
    `stacks of ${whole(update.stack / update.big_blind)} big blinds; ${intervals}.`,
  ].join(" ");
  Object.assign(byId("bar"), { max: total, value: update.finished ? total : played });
  byId("warnings").replaceChildren(...update.warnings.map((text) => element("li", {}, text)));
  showAgents(update);
  showDuels(update);
  const chosen = byId("matchup").value;
  byId("matchup").replaceChildren(
    ...update.matchups.map((each, place) =>
      element("option", { value: place }, each.agents.join(" – ")),
    ),
  );
  if (chosen) byId("matchup").value = chosen;
}

function showAgents(update) {
  const rated = update.agents.some((each) => each.rating);
  const reach = Math.max(
    1,
    ...update.agents.map((each) =>
      Math.max(Math.abs(each.low ?? each.bb100), Math.abs(each.high ?? each.bb100)),
    ),
  );
  const heads = [
    "Agent",
    { text: "bb/100", title: "big blinds won in a hundred hands" },
    "95%",
    "",
    "Hands",
    { text: "Won–lost–tied", title: "matches" },
    ...(rated ? [{ text: "Rating", title: "on Elo's scale, with its 95% interval" }] : []),
    { text: "ms", title: "milliseconds for a decision" },
    "Faults",
  ];
  byId("agents").replaceChildren(
    table(
      heads,
      update.agents.map((each) => [
        each.agent,
        cell(signed(each.bb100, 1)),
        cell(`${signed(each.low, 1)} to ${signed(each.high, 1)}`, { class: "faint" }),
        element("td", {}, intervalBar(each.bb100, each.low, each.high, reach)),
        cell(whole(each.hands)),
        cell(`${each.wins}–${each.losses}–${each.ties}`),
        ...(rated
          ? [
              cell(
                each.rating
                  ? `${signed(each.rating.points)} (${signed(each.rating.low)} to ${signed(each.rating.high)})`
                  : "–",
              ),
            ]
          : []),
        cell(each.ms_per_decision == null ? "–" : milliseconds(each.ms_per_decision)),
        cell(
          each.at_fault
            ? `${percent(each.fault_share)}: no verdict`
            : Object.values(each.faults).reduce((sum, count) => sum + count, 0),
          {
            title: Object.entries(each.faults)
              .map(([kind, count]) => `${kind}: ${count}`)
              .join(", "),
          },
        ),
      ]),
      "Agents",
    ),
  );
}

function showDuels(update) {
  const names = update.agents.map((each) => each.agent);
  const between = update.duels.filter((duel) => names.includes(duel.b));
  const most = Math.max(...between.map((duel) => Math.abs(duel.bb100)));
  byId("cross").replaceChildren(
    crossTable(names, (one, other) => {
      const duel = between.find(
        (each) => (each.a === one && each.b === other) || (each.a === other && each.b === one),
      );
      if (!duel?.pairs) return null;
      const turn = duel.a === one ? 1 : -1;
      const ends = [duel.low, duel.high]
        .map((end) => (end == null ? null : turn * end))
        .sort((a, b) => a - b);
      const made = resultCell(
        turn * duel.bb100,
        ...ends,
        most,
        1,
        ends[0] == null ? "" : `${signed(ends[0])} to ${signed(ends[1])}`,
      );
      made.title = duel.verdict;
      return made;
    }),
  );
}

// --- the hands of a pair --------------------------------------------------------------------------

async function showPair() {
  byId("error").textContent = "";
  const number = Number(byId("number").value);
  if (!Number.isInteger(number) || number < 1) {
    fail(new Error("A pair is a whole number from 1 on."));
    return;
  }
  const matchup = Number(byId("matchup").value);
  keep({ matchup, pair: number });
  try {
    const pair = await ask("/arena/pair", { name: byId("arena").value, matchup, pair: number - 1 });
    const heads = ["Leg", "Hand", ...pair.agents, ""];
    byId("hands").replaceChildren(
      element(
        "div",
        { class: "scroll", role: "region", "aria-label": "Hands", tabindex: "0" },
        table(
          heads,
          pair.hands.map((hand) => [
            `${hand.leg + 1}`,
            cell(hand.hand),
            ...hand.chips.map((chips) =>
              cell(signed(chips), { class: chips > 0 ? "up" : chips < 0 ? "down" : "" }),
            ),
            element(
              "td",
              {},
              element("button", { type: "button", onclick: () => replay(hand.phh) }, "Replay"),
              " ",
              element(
                "button",
                { type: "button", onclick: (event) => copy(hand.phh, event.target).catch(fail) },
                "Copy PHH",
              ),
            ),
          ]),
          "Hands of the pair",
        ),
      ),
      pair.more
        ? element("p", { class: "faint" }, "These are the first ones; the pair has more.")
        : "",
    );
  } catch (error) {
    byId("hands").replaceChildren();
    fail(error);
  }
}

function replay(text) {
  sessionStorage.setItem(REPLAY, text);
  location.assign("/replay");
}

function step(by) {
  byId("number").value = Math.max(1, (Number(byId("number").value) || 1) + by);
  showPair();
}

function keep(more = {}) {
  keepState({ arena: byId("arena").value, ...more });
}

byId("pair").addEventListener("submit", (event) => {
  event.preventDefault();
  showPair();
});
byId("before").addEventListener("click", () => step(-1));
byId("after").addEventListener("click", () => step(1));
byId("arena").addEventListener("change", () => {
  keep();
  watch(byId("arena").value);
});

async function begin() {
  const { arenas } = await ask("/arena/list");
  byId("arena").append(...arenas.map((name) => element("option", { value: name }, name)));
  byId("none").hidden = arenas.length > 0;
  const state = stateOf();
  const name = state.get("arena");
  if (name && arenas.includes(name)) {
    byId("arena").value = name;
    watch(name);
    if (state.has("pair")) {
      while (!report)
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      byId("matchup").value = state.get("matchup");
      byId("number").value = state.get("pair");
      showPair();
    }
  }
  await showLeaderboard();
}

begin().catch(fail);
