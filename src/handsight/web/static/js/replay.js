// Replay: hand histories that are pasted, dropped or stored, stepped through.

import { amountSwitch, useBlind } from "/js/amounts.js";
import { ask, byId, element, keepState, percent, stateOf } from "/js/base.js";
import { drawFelt } from "/js/felt.js";
import { decision, saveHand } from "/js/hand-parts.js";
import { heading, sentence, streetName } from "/js/hand-words.js";
import { rangesView } from "/js/range-view.js";
import { HandList } from "/js/replay-list.js";
import { solveLinks } from "/js/replay-solve.js";

const MOST_TEXT = 1_000_000;
const MOST_NAME = 200;
const SPEED = "handsight-replay-speed";
let text = "",
  file,
  number = 0,
  hand,
  steps = [],
  at = 0,
  lines = [],
  timer = 0;

const fault = (message) => {
  byId("error").textContent = message;
};
const question = () => (text ? { hand: number, text, file } : { hand: number });

// --- reading --------------------------------------------------------------------------------------

async function read(given, name) {
  fault("");
  if (given.length > MOST_TEXT) return fault("This is more than 1 MB of text; give it in parts.");
  if (!given.trim()) return fault("There is nothing to read yet: paste hands into the box.");
  [text, file] = [given, name];
  const button = byId("read");
  [button.disabled, button.textContent] = [true, "Reading…"];
  const found = await asked("/replay/list", { text, file });
  [button.disabled, button.textContent] = [false, "Read"];
  if (!found) return undefined;
  list.show(found.hands, found.more);
  byId("faults").replaceChildren(
    ...found.faults.map((each) => element("li", {}, `${each.file}:${each.line}: ${each.reason}`)),
  );
  keepState({});
  if (found.hands.length) await open(1);
  return undefined;
}

// Lists the hands that were played here, and opens the last one unless one of them is open.
async function listStored(isOpen) {
  const found = await asked("/replay/stored", {});
  if (!found || (isOpen && text)) return;
  if (!found.hands.length) {
    if (!isOpen) fault("No hands were played here yet: sit down at the table.");
    return;
  }
  [text, file] = ["", undefined];
  byId("faults").replaceChildren();
  list.show(found.hands, found.more);
  if (!isOpen) await open(found.hands.at(-1).number);
  list.mark(number);
  showNeighbours();
}

async function asked(path, request) {
  try {
    return await ask(path, request);
  } catch (error) {
    fault(error.message);
    return undefined;
  }
}

async function open(chosen, step = 0) {
  pause();
  number = chosen;
  fault("");
  const found = await asked("/replay/hand", question());
  if (found && number === chosen) begin(found, step);
}

function openNeighbour(way) {
  const neighbour = list.neighbour(way);
  if (neighbour !== undefined) open(neighbour);
}

function begin(found, step) {
  hand = found;
  useBlind(hand.big_blind);
  list.mark(number);
  byId("replay").hidden = false;
  byId("title").textContent = hand.title;
  byId("mark").textContent = [
    hand.revealed && "revealed: yes",
    hand.difference && `The record does not fit the rules: ${hand.difference}`,
  ]
    .filter(Boolean)
    .join(" · ");
  byId("reveal").hidden = !(hand.you !== null && hand.hidden && !hand.revealed);
  showNeighbours();
  steps = [...walk()];
  byId("step").max = steps.length - 1;
  byId("us").replaceChildren(
    ...hand.seats
      .filter((seat) => seat.cards)
      .map((seat) => element("option", { selected: seat === hand.seats[us()] }, seat.name)),
  );
  byId("told").hidden = !hand.decisions.length;
  byId("decisions").replaceChildren(...hand.decisions.map(decision));
  showLines();
  go(Math.min(step, steps.length - 1));
}

// --- stepping -------------------------------------------------------------------------------------

// Gives how the table stands before the first event, and after each one.
function* walk() {
  const seats = hand.seats.map((seat) => ({
    ...seat,
    bet: 0,
    cards: seat.cards || "????",
    folded: false,
    all_in: false,
    won: null,
  }));
  let pot = 0,
    board = "",
    taken = 0;
  const look = (street, event) => ({
    seats: seats.map((seat) => ({ ...seat })),
    pot,
    board,
    street,
    event,
    taken,
    turn: event?.event === "acted" ? event.seat : null,
  });
  for (const street of hand.streets) {
    for (const seat of seats) seat.bet = 0;
    ({ board, pot } = street);
    yield look(street, null);
    for (const event of street.events) {
      const seat = seats[event.seat];
      if (["acted", "blind", "straddle"].includes(event.event)) seat.bet += event.chips ?? 0;
      if (event.event === "uncalledreturned") seat.bet = Math.max(0, seat.bet - event.chips);
      if (event.event === "acted") {
        taken += 1;
        seat.all_in ||= event.all_in;
        seat.folded ||= event.action === "fold";
      }
      if (event.event === "muck") seat.folded = true;
      if (event.event === "award") {
        seat.won = (seat.won ?? 0) + event.chips;
        for (const each of seats) each.bet = 0;
      }
      seat.stack = event.stack;
      pot = event.pot;
      yield look(street, event);
    }
  }
}

const us = () => {
  if (hand.you !== null) return hand.you;
  const chosen = hand.seats.findIndex((seat) => seat.name === list.player);
  return chosen < 0 ? hand.hero : chosen;
};
const names = () => hand.seats.map((seat) => seat.name);
const wordsOf = (step) => (step.event ? sentence(step.event, names()) : heading(step.street));

function showLines() {
  lines = steps.map((step, place) =>
    element(
      "p",
      { class: step.event ? null : "street", onclick: () => jump(place) },
      wordsOf(step),
    ),
  );
  byId("log").replaceChildren(...lines);
}

function go(place) {
  if (!hand) return;
  at = Math.max(0, Math.min(place, steps.length - 1));
  const step = steps[at];
  drawFelt(byId("felt"), { ...step, you: us() ?? 0 });
  byId("now").textContent = wordsOf(step);
  byId("step").value = at;
  byId("step").setAttribute("aria-valuetext", `${at + 1} of ${steps.length}: ${wordsOf(step)}`);
  lines.forEach((line, number_) => line.classList.toggle("now", number_ === at));
  const log = byId("log");
  log.scrollTop = lines[at].offsetTop - log.offsetTop - log.clientHeight / 2;
  byId("back").disabled = byId("first").disabled = at === 0;
  byId("forward").disabled = byId("last").disabled = at === steps.length - 1;
  showEquities(step);
  byId("ranges").replaceChildren();
  byId("ranges-fault").textContent = "";
  byId("solve").disabled = decisionAt() === null;
  byId("solve-links").replaceChildren();
  byId("solve-fault").textContent = "";
  if (!text) keepState({ hand: number, step: at || "" });
}

function showNeighbours() {
  byId("previous").disabled = list.neighbour(-1) === undefined;
  byId("next").disabled = list.neighbour(1) === undefined;
}

// --- playing by itself ----------------------------------------------------------------------------

function pause() {
  clearInterval(timer);
  timer = 0;
  byId("play").textContent = "Play";
  byId("play").setAttribute("aria-pressed", "false");
}

// Goes to a step that the person chose; it does not play on by itself from there.
function jump(place) {
  pause();
  go(place);
}

function play() {
  if (timer) return pause();
  if (at === steps.length - 1) go(0);
  byId("play").textContent = "Pause";
  byId("play").setAttribute("aria-pressed", "true");
  timer = setInterval(
    () => {
      go(at + 1);
      if (at === steps.length - 1) pause();
    },
    Number(byId("speed").value),
  );
  return undefined;
}

byId("speed").value = localStorage.getItem(SPEED) ?? "1500";
if (!byId("speed").value) byId("speed").value = "1500";
byId("speed").addEventListener("change", () => {
  localStorage.setItem(SPEED, byId("speed").value);
  if (timer) {
    pause();
    play();
  }
});

// --- solving --------------------------------------------------------------------------------------

// How many actions come before the decision of two players that is shown, or is next; else null.
function decisionAt() {
  const place = steps.findIndex((step, each) => each >= at && step.event?.event === "acted");
  if (place < 1 || steps[place].street.street === "preflop") return null;
  const playing = steps[place - 1].seats.filter((seat) => !seat.folded);
  return playing.length === 2 ? steps[place].taken - 1 : null;
}

async function showSolve() {
  const decided = hand && decisionAt();
  if (decided === null) return;
  byId("solve-fault").textContent = "";
  try {
    const found = await ask("/replay/solve", { ...question(), at: decided });
    byId("solve-links").replaceChildren(...solveLinks(found));
  } catch (error) {
    byId("solve-fault").textContent = error.message;
  }
}

function showEquities({ street, seats }) {
  byId("equities").replaceChildren(
    ...(street.equities.length
      ? [
          element("p", { class: "faint" }, `${streetName(street)}, exact, among the known cards`),
          ...street.equities.map((each) =>
            element(
              "div",
              { class: "equity" },
              element("span", {}, hand.seats[each.seat].name),
              element("meter", {
                min: 0,
                max: 1,
                value: each.equity,
                "aria-label": `equity of ${hand.seats[each.seat].name}`,
              }),
              element("span", {}, percent(each.equity)),
            ),
          ),
        ]
      : [
          element(
            "p",
            { class: "faint" },
            seats.filter((seat) => !seat.folded).length > 1
              ? "Fewer than two hands are known here; ranges say what the others may hold."
              : "Only one player is left.",
          ),
        ]),
  );
}

async function showRanges() {
  if (!hand) return;
  byId("ranges-fault").textContent = "";
  const player = byId("us").value;
  if (!player) {
    byId("ranges-fault").textContent = "Nobody's cards are known.";
    return;
  }
  const taken = steps[at].taken;
  try {
    const found = await ask("/replay/ranges", { ...question(), us: player, at: taken });
    byId("ranges").replaceChildren(rangesView(found));
  } catch (error) {
    byId("ranges-fault").textContent = error.message;
  }
}

// --- controls -------------------------------------------------------------------------------------

const MOVES = {
  first: () => jump(0),
  back: () => jump(at - 1),
  forward: () => jump(at + 1),
  last: () => jump(steps.length - 1),
  show: showRanges,
  solve: showSolve,
  play,
  previous: () => openNeighbour(-1),
  next: () => openNeighbour(1),
  stored: () => listStored(false),
};
const list = new HandList({
  onopen: (chosen) => open(chosen),
  onplayer: () => {
    if (hand) go(at);
  },
});
byId("filters").addEventListener("input", showNeighbours);
byId("amounts").append(
  amountSwitch(() => {
    if (!hand) return;
    showLines();
    go(at);
  }),
);
for (const [name, move] of Object.entries(MOVES)) byId(name).addEventListener("click", move);
byId("step").addEventListener("input", (event) => jump(Number(event.target.value)));
byId("save").addEventListener("click", () =>
  saveHand(text ? "hand.phh" : `hand-${number}.phh`, hand.phh),
);
byId("reveal").addEventListener("click", async () => {
  if (await asked("/hands/reveal", { hand: number })) await open(number, at);
});
byId("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  read(byId("text").value);
});

const KEYS = {
  Home: MOVES.first,
  ArrowLeft: MOVES.back,
  ArrowRight: MOVES.forward,
  End: MOVES.last,
  s: showRanges,
  o: showSolve,
  a: play,
  n: MOVES.next,
  p: MOVES.previous,
};
document.addEventListener("keydown", (event) => {
  if (!hand || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
  if (event.target.matches("textarea, select, input")) return;
  KEYS[event.key]();
  event.preventDefault();
});

async function readFile(chosen) {
  if (chosen.size > MOST_TEXT)
    return fault("This file has more than 1 MB; give it in parts, or use `handsight replay`.");
  byId("text").value = await chosen.text();
  return read(byId("text").value, chosen.name.slice(-MOST_NAME));
}

byId("file").addEventListener(
  "change",
  (event) => event.target.files[0] && readFile(event.target.files[0]),
);
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  byId("text").classList.add("over");
});
document.addEventListener("dragleave", () => byId("text").classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  byId("text").classList.remove("over");
  const [dropped] = event.dataTransfer.files;
  if (dropped) readFile(dropped);
});

// Other pages hand over a text, and say before which action to begin.
async function readHandedOver(given, action) {
  byId("text").value = given;
  await read(given);
  const place = steps.findLastIndex((step) => step.taken === action);
  if (place > 0) go(place);
}

const wished = Number(stateOf().get("hand"));
const handedOver = sessionStorage.getItem("replay-text");
sessionStorage.removeItem("replay-text");
if (handedOver && !wished) readHandedOver(handedOver, Number(stateOf().get("action")) || 0);
if (wished) open(wished, Number(stateOf().get("step")) || 0).then(() => hand && listStored(true));
