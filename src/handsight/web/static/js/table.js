// The table: plays hands against agents over a socket, and shows what the person may see.

import { amountSwitch, chips, signed, unit, useBlind } from "/js/amounts.js";
import { ask, byId, card, cardsOf, element, openSocket, percent, stateOf } from "/js/base.js";
import { drawFelt } from "/js/felt.js";
import { decision, saveStored } from "/js/hand-parts.js";
import { heading, sentence } from "/js/hand-words.js";
import { rangesView } from "/js/range-view.js";
import { valuesView } from "/js/decision-values.js";

const KEPT = "handsight-table";
const MOST_OPPONENTS = 5;
const MOST_LINES = 400;
const MOST_LOGGED = 50;
const BIG_BLIND = 100;
const STACKS = [20, 50, 100, 150, 200, 300];
const USUAL = 100;
let socket,
  state,
  agents = [],
  logged = { hand: 0, lines: 0 },
  recent = [], // the latest states of the last hands, for the log
  wait = 500,
  chosen = 0;

const say = (type, values = {}) =>
  socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ type, ...values }));
const fault = (text) => {
  byId("error").textContent = text;
};
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "null");

// --- the socket -----------------------------------------------------------------------------------

function connect(first) {
  const opened = openSocket("/table");
  socket = opened;
  opened.addEventListener("open", () => {
    wait = 500;
    opened.send(JSON.stringify(first));
  });
  opened.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    TAKE[message.type](message);
  });
  opened.addEventListener("close", () => {
    if (socket !== opened) return;
    socket = undefined;
    if (!kept()) return showSetup();
    byId("status").textContent = "The connection is lost; trying again …";
    setTimeout(() => !socket && kept() && connect({ type: "resume", ...kept() }), wait);
    wait = Math.min(2 * wait, 10_000);
  });
}

function leave(forget = true) {
  if (forget) localStorage.removeItem(KEPT);
  const old = socket;
  socket = undefined;
  old?.close();
  showSetup();
}

// Each size keeps its key, also where the rules leave others out.
const SIZES = ["⅓ pot", "½ pot", "¾ pot", "pot", "2 × pot"];
const MOMENTS = { 0: "before the flop", 3: "on the flop", 4: "on the turn", 5: "on the river" };
const TAKE = {
  seated(message) {
    localStorage.setItem(KEPT, JSON.stringify({ table: message.table, secret: message.secret }));
    byId("setup").hidden = true;
    byId("game").hidden = false;
    byId("status").textContent = `${message.opponents.join(", ")} …`;
    fault("");
  },
  state(message) {
    const before = state;
    state = message;
    fault("");
    show(before);
  },
  statistics(message) {
    showStatistics(message.players);
    listHands();
  },
  ranges(message) {
    if (message.hand !== state?.hand) return;
    byId("ranges-panel").hidden = false;
    byId("ranges-panel").querySelector("h2").textContent =
      `What they may hold ${MOMENTS[cardsOf(state.board).length]}, as seen from your seat`;
    byId("ranges").replaceChildren(rangesView(message.ranges));
  },
  values(message) {
    if (message.hand !== state?.hand) return;
    byId("values-panel").hidden = false;
    byId("values").replaceChildren(valuesView(message.decisions));
  },
  error(message) {
    if (!state || message.field === "table") leave();
    fault(message.message);
  },
  ended(message) {
    leave(!message.elsewhere);
    fault(message.reason === "you have left the table" ? "" : `${message.reason}.`);
  },
};

// --- sitting down ---------------------------------------------------------------------------------

const stackOptions = (chosen) =>
  STACKS.map((each) =>
    element("option", { value: each * BIG_BLIND, selected: each === chosen }, `${each} big blinds`),
  );

const place = (each) => (each.rank === null ? "no rank" : `rank ${each.rank}`);

// Says what an agent does and how strong it is.
function about(name) {
  const each = agents.find((agent) => agent.name === name);
  const parts = [
    each.about,
    each.rank !== null &&
      `rank ${each.rank} heads-up, ${signedWhole(each.mbb_per_hand)} mbb a hand`,
    each.six_rank !== null && `rank ${each.six_rank} at tables of six`,
  ];
  return parts.filter(Boolean).join(" · ");
}

const signedWhole = (value) =>
  `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(Math.round(value)).toLocaleString("en")}`;

function opponentRow(name) {
  const count = byId("opponents").childElementCount + 1;
  const words = element("p", { class: "faint", id: `about-${count}` }, about(name));
  return element(
    "div",
    { class: "opponent" },
    element(
      "label",
      {},
      `${count} `,
      element(
        "select",
        {
          class: "agent",
          "aria-label": `opponent ${count}`,
          "aria-describedby": words.id,
          onchange: (event) => {
            words.textContent = about(event.target.value);
          },
        },
        ...agents.map((each) =>
          element(
            "option",
            { value: each.name, selected: each.name === name },
            `${each.name} · ${place(each)}`,
          ),
        ),
      ),
    ),
    element(
      "select",
      { class: "stack", "aria-label": `stack of opponent ${count}` },
      ...stackOptions(USUAL),
    ),
    words,
  );
}

function countOpponents() {
  const count = byId("opponents").childElementCount;
  byId("more").disabled = count >= MOST_OPPONENTS;
  byId("fewer").disabled = count <= 1;
}

async function showSetup() {
  state = undefined;
  byId("game").hidden = true;
  byId("log").replaceChildren();
  logged = { hand: 0, lines: 0 };
  recent = [];
  if (!agents.length) {
    let known;
    try {
      known = (await ask("/agents")).described;
    } catch (error) {
      return fault(error.message);
    }
    if (agents.length) return;
    agents = known;
    const wished = (stateOf().get("agents") ?? "loki").split(",").slice(0, MOST_OPPONENTS);
    for (const name of wished) byId("opponents").append(opponentRow(agentNamed(name)));
  }
  byId("setup").hidden = false; // not before: whoever is fast would sit down with nobody
  countOpponents();
  listHands();
}

// An agent's name if there is such an agent, else the strongest one.
const agentNamed = (name) =>
  agents.some((each) => each.name === name) ? name : (agents[0]?.name ?? "");

byId("stack").append(...stackOptions(USUAL));
byId("more").addEventListener("click", () => {
  byId("opponents").append(opponentRow(agentNamed("loki")));
  countOpponents();
});
byId("fewer").addEventListener("click", () => {
  byId("opponents").lastElementChild.remove();
  countOpponents();
});
byId("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  const values = (kind) =>
    [...byId("opponents").querySelectorAll(kind)].map((select) => select.value);
  byId("status").textContent = "";
  connect({
    type: "open",
    opponents: values(".agent"),
    stacks: [byId("stack").value, ...values(".stack")].map(Number),
    carry: !byId("reset").checked,
  });
});

// --- the hand -------------------------------------------------------------------------------------

function show(before) {
  drawFelt(byId("felt"), state);
  showLog();
  if (before?.hand !== state.hand) {
    byId("ranges-panel").hidden = true;
    byId("values-panel").hidden = true;
  }
  showActions();
  const { you, turn, seats, over, faults } = state;
  byId("status").textContent = over
    ? ending()
    : turn === you
      ? "It is your turn."
      : `${seats[turn].name} thinks …`;
  if (faults.length) byId("status").textContent += ` (${faults.at(-1)})`;
  byId("told").hidden = !state.decisions.length;
  byId("decisions").replaceChildren(...state.decisions.map(decision));
}

function ending() {
  const won = state.seats[state.you].won;
  return won > 0
    ? `You win ${chips(won)}.`
    : won < 0
      ? `You lose ${chips(-won)}.`
      : "You neither win nor lose.";
}

function showLog() {
  recent = [...recent.filter((each) => each.hand !== state.hand), state].slice(-MOST_LOGGED);
  logHand(state);
  const log = byId("log");
  while (log.childElementCount > MOST_LINES) log.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
}

// Adds the lines of a hand that are not in the log yet.
function logHand({ hand, seats, streets, rebuys }) {
  const names = seats.map((seat) => seat.name);
  const again = (seat) => (names[seat] === "you" ? "you buy" : `${names[seat]} buys`);
  const lines = [
    ...rebuys.map((seat) => element("p", {}, `${again(seat)} in again`)),
    ...streets.flatMap((street) => [
      element("p", { class: "street" }, heading(street)),
      ...street.events.map((event) => element("p", {}, sentence(event, names))),
    ]),
  ];
  const log = byId("log");
  if (logged.hand !== hand) {
    log.append(element("h3", {}, `Hand ${hand}`));
    logged = { hand, lines: 0 };
  }
  log.append(...lines.slice(logged.lines));
  logged.lines = lines.length;
}

// Draws everything again in the unit that was chosen.
function redraw() {
  byId("log").replaceChildren();
  logged = { hand: 0, lines: 0 };
  for (const each of recent.slice(0, -1)) logHand(each);
  if (state) show(state);
  listHands();
}

useBlind(BIG_BLIND);
byId("amounts").append(amountSwitch(redraw));

const key = (name) => element("kbd", { "aria-hidden": "true" }, name);
const action = (label, name, run, main) =>
  element(
    "button",
    { type: "button", onclick: run, class: main ? "main" : null, "aria-keyshortcuts": name },
    label,
    key(name),
  );

function showActions() {
  const { offered, over, stored } = state;
  const focused = byId("actions").contains(document.activeElement);
  const rows = [];
  if (offered) {
    const first = element("div", { class: "row" });
    if (offered.fold) first.append(action("Fold", "f", () => act("fold")));
    first.append(
      action(
        offered.call ? `Call ${chips(offered.call)}${callsAllIn() ? " all-in" : ""}` : "Check",
        "c",
        () => act("call"),
        true,
      ),
    );
    rows.push(first);
    if (offered.raise_max) rows.push(...raising(offered));
  }
  const last = element("div", { class: "row" });
  if (over) {
    last.append(action("Next hand", "n", () => say("next"), true));
    if (state.hidden && !state.revealed)
      last.append(
        element("button", { type: "button", onclick: () => say("reveal") }, "Reveal cards"),
      );
    if (state.revealed) last.append(element("span", { class: "faint" }, "revealed"));
    last.append(element("a", { href: `/replay?hand=${stored}` }, "Replay"));
  } else if (!state.seats[state.you].folded) {
    last.append(action("Show me their ranges", "s", () => say("ranges")));
  }
  if (hasActed()) last.append(action("What was it worth?", "v", () => say("values")));
  last.append(element("button", { type: "button", onclick: () => say("leave") }, "Leave"));
  rows.push(last);
  byId("actions").replaceChildren(...rows);
  if (focused) (byId("actions").querySelector("button.main") ?? byId("actions")).focus();
}

const hasActed = () =>
  state.streets.some((street) =>
    street.events.some((each) => each.seat === state.you && each.action),
  );

const callsAllIn = () =>
  state.offered?.call > 0 && state.offered.call === state.seats[state.you].stack;

function raising(offered) {
  const { raise_min: least, raise_max: most, sizes } = offered;
  const per = unit();
  chosen = sizes[Math.min(1, sizes.length - 1)]?.to ?? least;
  const box = element("input", {
    type: "number",
    id: "amount",
    min: least / per,
    max: most / per,
    step: per === 1 ? 1 : "any",
    "aria-label": per === 1 ? "bet or raise to" : "bet or raise to, in big blinds",
  });
  const slider = element("input", {
    type: "range",
    min: least,
    max: most,
    step: 1,
    "aria-label": "size of the bet or raise",
  });
  const verb = offered.is_bet ? "Bet" : "Raise to";
  const label = element("span");
  const raise = element(
    "button",
    { type: "button", onclick: () => act("raise", chosen), "aria-keyshortcuts": "r" },
    label,
    key("r"),
  );
  const set = (to, typed = false) => {
    chosen = to;
    slider.value = to;
    if (!typed) box.value = Number((to / per).toFixed(2));
    label.textContent = `${verb} ${chips(to)}`;
    raise.disabled = false;
  };
  // What is typed may be no amount that the rules allow, or none yet.
  box.addEventListener("input", () => {
    const to = per === 1 ? Number(box.value) : Math.round(Number(box.value) * per);
    if (box.value !== "" && Number.isInteger(to) && to >= least && to <= most) return set(to, true);
    chosen = null;
    label.textContent = `${verb} ${chips(least)} to ${chips(most)}`;
    raise.disabled = true;
    return undefined;
  });
  slider.addEventListener("input", () => set(Number(slider.value)));
  const buttons = sizes.map((size) => {
    const name = String(SIZES.indexOf(size.label) + 1);
    return element(
      "button",
      { type: "button", onclick: () => set(size.to), "aria-keyshortcuts": name },
      size.label,
      key(name),
    );
  });
  raising.pick = (number) => {
    const size = sizes.find((each) => each.label === SIZES[number]);
    if (size) set(size.to);
  };
  const all = offered.all_in
    ? [action(`All-in ${chips(offered.all_in)}`, "a", () => act("raise", offered.all_in))]
    : [];
  set(chosen);
  return [
    element("div", { class: "row" }, ...buttons),
    element("div", { class: "row" }, box, slider, raise, ...all),
  ];
}

function act(name, to = 0) {
  if (!state?.offered) return;
  say("act", {
    hand: state.hand,
    decision: state.decision,
    action: name,
    to: Math.max(0, Math.round(to) || 0),
  });
}

const KEYS = {
  f: () => state.offered?.fold && act("fold"),
  c: () => act("call"),
  r: () => state.offered?.raise_max && chosen !== null && act("raise", chosen),
  a: () => {
    if (state.offered?.all_in) act("raise", state.offered.all_in);
    else if (callsAllIn()) act("call");
  },
  s: () => !state.over && say("ranges"),
  v: () => hasActed() && say("values"),
  n: () => state.over && say("next"),
};
document.addEventListener("keydown", (event) => {
  if (!state || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const typing = event.target.matches("input[type=number], select, textarea");
  if (typing && !(event.target.id === "amount" && event.key in KEYS)) return;
  if (event.key in KEYS) KEYS[event.key]();
  else if (/^[1-5]$/.test(event.key) && state.offered?.raise_max)
    raising.pick(Number(event.key) - 1);
  else return;
  event.preventDefault();
});

// --- after the hand -------------------------------------------------------------------------------

const spanned = (each, text) =>
  each.value === null
    ? "–"
    : each.low === null
      ? text(each.value)
      : `${text(each.value)} (${text(each.low)} to ${text(each.high)})`;

function showStatistics(players) {
  byId("statistics-panel").hidden = false;
  const rows = ["results", "habits"].flatMap((part) =>
    players[0][part].map((each, number) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, each.name),
        ...players.map((player) => {
          const own = player[part][number];
          const text =
            part === "results" ? (value) => signedWhole(value) : (value) => percent(value, 0);
          const whole = spanned(own, text);
          // In a wide table the brackets of the others would be all that one sees; they stand in the title.
          return element(
            "td",
            { title: `${whole}, of ${own.of}` },
            players.length > 2 && player.name !== "you" ? whole.split(" (")[0] : whole,
          );
        }),
      ),
    ),
  );
  byId("statistics").replaceChildren(
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element(
            "th",
            { scope: "col" },
            `${players[0].hands} ${players[0].hands === 1 ? "hand" : "hands"}`,
          ),
          ...players.map((player) => element("th", { scope: "col" }, player.name)),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
    element("p", { class: "faint" }, "In brackets, 95% intervals."),
  );
}

async function listHands() {
  const { hands } = await ask("/hands", {});
  byId("hands-panel").hidden = !hands.length;
  const rows = hands.slice(0, 20).map((each) =>
    element(
      "tr",
      {},
      element("td", {}, element("a", { href: `/replay?hand=${each.hand}` }, `Hand ${each.hand}`)),
      element("td", {}, each.agents.join(", ")),
      element("td", { class: "bound" }, ...cardsOf(each.hole).map(card)),
      element("td", { class: "bound" }, ...cardsOf(each.board).map(card)),
      element("td", {}, signed(each.won)),
      element("td", {}, each.revealed ? "revealed" : ""),
      element(
        "td",
        {},
        element(
          "button",
          {
            type: "button",
            "aria-label": `download hand ${each.hand}`,
            onclick: () => saveStored(each.hand),
          },
          "PHH",
        ),
      ),
    ),
  );
  byId("hands").replaceChildren(
    element(
      "table",
      { class: "hands" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...["hand", "against", "cards", "board", "won", "", "file"].map((head) =>
            element("th", { scope: "col" }, head),
          ),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );
}

if (kept()) connect({ type: "resume", ...kept() });
else showSetup();
