// The page of odds: its state, the players of the pot, and what is asked when the state changes.

import {
  ask,
  byId,
  card,
  cardsOf,
  colourOf,
  copy,
  debounced,
  element,
  keepFocus,
  keepState,
  percent,
  stateOf,
} from "/js/base.js";
import { CardPicker } from "/js/cards.js";
import { showCurves, showHand, showNextCards, showStreets, showTexture } from "/js/odds-panels.js";
import { RangeEditor } from "/js/range-editor.js";

const MOST_PLAYERS = 10;
const FLOP = 3;
const MOST_TIMES = 20;
const EXAMPLE = {
  p1: "AhKh",
  p2: "22+, A2s+, KTs+, QTs+, JTs, T9s, ATo+, KJo+",
  board: "Qh7h2c",
  edit: "2",
};
const HAND = /^\s*([2-9TJQKA][cdhs]\s*){2}$/i;

const state = read(stateOf());
let selected = Math.min(state.edit, state.players.length) - 1;
let versus = state.against - 1;
let asking = new AbortController();
let askingPanels = new AbortController();
let answered = false; // whether the equities on the page belong to the state

const isHand = (text) => HAND.test(text);
const pot = () => ({ players: state.players, board: state.board, dead: state.dead });
const knownCards = (besides) =>
  state.players.filter((text, player) => player !== besides && isHand(text)).join("");

function read(given) {
  const source = given.size ? Object.fromEntries(given) : EXAMPLE;
  const players = [];
  for (let number = 1; number <= MOST_PLAYERS && source[`p${number}`] !== undefined; number += 1)
    players.push(source[`p${number}`]);
  while (players.length < 2) players.push("random");
  const edit = Math.max(1, Number.parseInt(source.edit ?? "1", 10) || 1);
  const against = Math.max(1, Number.parseInt(source.against ?? "2", 10) || 2);
  return { players, board: source.board ?? "", dead: source.dead ?? "", edit, against };
}

// --- board, dead cards, editor ----------------------------------------------------------------------

const board = new CardPicker({
  label: "Board",
  most: 5,
  taken: () => state.dead + knownCards(),
  onchange: (text) => {
    state.board = text;
    changed();
  },
});
const dead = new CardPicker({
  label: "Dead cards",
  most: 20,
  taken: () => state.board + knownCards(),
  onchange: (text) => {
    state.dead = text;
    changed();
  },
});
board.value = state.board;
dead.value = state.dead;
byId("boards").append(
  element("div", { class: "field" }, element("span", { class: "faint" }, "Board"), board.element),
  element("div", { class: "field" }, element("span", { class: "faint" }, "Dead"), dead.element),
);

const editor = new RangeEditor({
  label: "Player 1",
  taken: () => state.board + state.dead + knownCards(selected),
  onchange: (text) => {
    state.players[selected] = text;
    rows[selected].input.value = text;
    changed();
  },
  onerror: (error) => refused(error, selected),
});
byId("editor").append(editor.element);

function select(player) {
  selected = player;
  rows.forEach((row, number) => {
    row.number.setAttribute("aria-pressed", number === player);
    row.element.classList.toggle("selected", number === player);
  });
  editor.label = `Player ${player + 1}`;
  editor.colour = colourOf(player);
  editor.show(state.players[player]);
  save();
}

// Selects a player and asks for the panels, which depend on who is selected.
function look(player) {
  select(player);
  if (answered) askPanels();
}

// --- the players ------------------------------------------------------------------------------------

let rows = [];

function playerRow(text, player) {
  const input = element("input", {
    type: "text",
    value: text,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-label": `Hand or range of player ${player + 1}`,
    placeholder: "AhKh, or 22+, A2s+, 15%, random …",
    oninput: typed(player),
    onfocus: () => {
      if (selected !== player) look(player);
    },
  });
  const number = element(
    "button",
    {
      type: "button",
      class: "number",
      "aria-pressed": "false",
      "aria-label": `Edit player ${player + 1}`,
      onclick: () => look(player),
    },
    String(player + 1),
  );
  const [equity, win, tie, lose] = ["equity", "part", "part", "part"].map((name) =>
    element("td", { class: name }),
  );
  [win, tie, lose].forEach((cell, place) => {
    cell.dataset.label = ["win", "tie", "lose"][place];
  });
  const cards = element("span", { class: "cards", "aria-hidden": "true" });
  const combos = element("span", {
    class: "count faint",
    title: "combos that the known cards leave",
  });
  const remove = element(
    "button",
    {
      type: "button",
      class: "remove",
      "aria-label": `Remove player ${player + 1}`,
      title: "Remove",
      onclick: () => removePlayer(player),
    },
    "×",
  );
  const row = element(
    "tr",
    {},
    element("td", {}, number),
    element("td", { class: "holding" }, element("div", { class: "entry" }, cards, input, combos)),
    equity,
    win,
    tie,
    lose,
    element("td", {}, remove),
  );
  row.style.setProperty("--player", colourOf(player));
  return { element: row, input, number, equity, win, tie, lose, cards, combos, remove };
}

function typed(player) {
  const take = debounced(120, (text) => {
    state.players[player] = text;
    if (selected === player) editor.show(text);
    changed();
  });
  return (event) => {
    outdated();
    take(event.target.value);
  };
}

function drawRows() {
  rows = state.players.map(playerRow);
  byId("players").replaceChildren(...rows.map((row) => row.element));
  rows.forEach((row) => {
    row.remove.hidden = rows.length <= 2;
  });
  byId("add").disabled = rows.length >= MOST_PLAYERS;
  select(Math.min(selected, rows.length - 1));
}

function removePlayer(player) {
  state.players.splice(player, 1);
  if (selected >= player && selected > 0) selected -= 1;
  drawRows();
  changed();
  rows[selected].number.focus();
}

byId("add").addEventListener("click", () => {
  state.players.push("random");
  selected = state.players.length - 1;
  drawRows();
  changed();
  rows[selected].input.select();
});

// Asks again after a moment where the server has too much to do, as after quick changes.
async function patient(path, question, signal) {
  for (let times = 1; ; times += 1) {
    try {
      return await ask(path, question, signal);
    } catch (error) {
      if (error.status !== 429 || times === MOST_TIMES || signal.aborted) throw error;
      await new Promise((go) => {
        setTimeout(go, 200);
      });
      if (signal.aborted) throw new DOMException("a newer question was asked", "AbortError");
    }
  }
}

// --- asking -----------------------------------------------------------------------------------------

// Not at each step of a slider: browsers bound how often an address changes.
const save = debounced(200, () => {
  const players = Object.fromEntries(
    state.players.map((text, player) => [`p${player + 1}`, text || " "]),
  );
  keepState({
    ...players,
    board: state.board,
    dead: state.dead,
    edit: selected ? selected + 1 : "",
    against: versus === 1 ? "" : versus + 1,
  });
});

const PANELS = ["next", "hand", "texture", "curves", "streets"];

// Stops the questions under way: what the page shows is dimmed until it belongs to the state again.
function outdated() {
  asking.abort();
  askingPanels.abort();
  answered = false;
  byId("shared").hidden = true;
  document.body.classList.add("asking");
}

// Takes away the results, which belong to an earlier state.
function clearResults() {
  equities = [];
  trials = null;
  for (const row of rows) {
    for (const cell of [row.equity, row.win, row.tie, row.lose, row.combos]) cell.replaceChildren();
  }
  byId("shares").replaceChildren();
  showMethod("", false);
  for (const name of PANELS) byId(name).hidden = true;
  document.body.classList.remove("asking");
}

async function changed() {
  outdated();
  asking = new AbortController();
  const { signal } = asking;
  save();
  rows.forEach((row, player) => drawHolding(row, state.players[player]));
  const lacking = FLOP - cardsOf(state.board).length;
  if (lacking > 0 && lacking < FLOP) {
    accepted();
    clearResults();
    showMethod(`pick ${lacking} more ${lacking === 1 ? "card" : "cards"} for the flop`, false);
    return;
  }
  try {
    const answer = await patient("/equity", pot(), signal);
    accepted();
    showEquity(answer);
    answered = true;
    await askPanels();
  } catch (error) {
    if (error.name === "AbortError") return;
    refused(error);
    clearResults();
  } finally {
    if (!signal.aborted) document.body.classList.remove("asking");
  }
}

function drawHolding(row, text) {
  row.cards.replaceChildren(...(isHand(text) ? cardsOf(normal(text)).map(card) : []));
}

const normal = (text) =>
  text
    .replace(/\s/g, "")
    .replace(/(.)(.)/g, (_, rank, suit) => rank.toUpperCase() + suit.toLowerCase());

let equities = [];
let trials = null;

function showEquity(answer) {
  equities = answer.players.map((each) => each.equity);
  trials = answer.trials;
  answer.players.forEach((each, player) => {
    const row = rows[player];
    const margin =
      each.stderr === null ? null : element("small", {}, ` ±${(196 * each.stderr).toFixed(2)}`);
    row.equity.replaceChildren(percent(each.equity, 2), ...(margin ? [margin] : []));
    [row.win, row.tie, row.lose].forEach((cell, place) => {
      cell.textContent = percent([each.win, each.tie, each.lose][place], 1);
    });
    row.combos.textContent = isHand(state.players[player])
      ? ""
      : `${each.combos.toLocaleString("en")} combos`;
  });
  byId("shares").replaceChildren(
    ...equities.map((equity, player) => {
      const part = element("span");
      part.style.setProperty("flex-grow", equity);
      part.style.setProperty("background", colourOf(player));
      return part;
    }),
  );
  const sampled =
    answer.trials === null
      ? ""
      : `± is a 95% interval: ${answer.trials.toLocaleString("en")} deals sampled`;
  showMethod(sampled || "exact: all deals counted", !sampled, answer.reason ?? "");
}

function showMethod(text, exact, reason = "") {
  const method = byId("method");
  method.textContent = text;
  method.title = reason;
  method.classList.toggle("exact", exact);
}

// Asks for all panels at once; each is shown when its answer is there.
async function askPanels() {
  askingPanels.abort();
  askingPanels = new AbortController();
  const { signal } = askingPanels;
  const street = cardsOf(state.board).length;
  const other =
    selected === versus ? (selected === 0 ? 1 : 0) : Math.min(versus, state.players.length - 1);
  const pair = [Math.min(selected, other), Math.max(selected, other)];
  const hand = [selected, ...state.players.keys()].find((player) =>
    isHand(state.players[player] ?? ""),
  );
  const two = { ...pot(), players: pair.map((player) => state.players[player]) };
  drawVersus(other, street);
  await Promise.all([
    panel(
      "next",
      street === 3 || street === 4,
      () => patient("/next-cards", pot(), signal),
      (body, answer) =>
        showNextCards(body, answer, { player: selected, equity: equities[selected], suit: deal }),
      `Next card for player ${selected + 1}`,
    ),
    panel(
      "hand",
      street && hand !== undefined,
      () => patient("/hand", { ...pot(), player: hand }, signal),
      showHand,
      `Hand of player ${(hand ?? 0) + 1}`,
    ),
    panel(
      "texture",
      street,
      () => patient("/texture", two, signal),
      (body, answer) => {
        showTexture(body, answer, pair);
        showCurves(byId("curves").querySelector(".body"), answer, pair);
      },
    ),
    panel(
      "streets",
      street,
      () => patient("/streets", pot(), signal),
      (body, answer) => showStreets(body, answer),
    ),
  ]);
}

async function panel(name, wanted, question, show, title) {
  const section = byId(name);
  const sections = name === "texture" ? [section, byId("curves")] : [section]; // one answer for both
  const each = (change) => sections.forEach(change);
  if (!wanted) {
    each((one) => {
      one.hidden = true;
    });
    return;
  }
  each((one) => one.classList.add("outdated"));
  try {
    const answer = await question();
    if (title) section.querySelector("h2").textContent = title;
    keepFocus(section, () => show(section.querySelector(".body"), answer));
    each((one) => {
      one.hidden = false;
    });
  } catch (error) {
    if (error.name === "AbortError") return;
    each((one) => {
      one.hidden = one !== section;
    });
    section.querySelector(".body").replaceChildren(element("p", { class: "error" }, error.message));
  }
  each((one) => one.classList.remove("outdated"));
}

function deal(name) {
  state.board += name;
  board.value = state.board;
  changed();
}

function drawVersus(other, street) {
  const label = byId("versus");
  label.hidden = state.players.length < 3 || !street;
  const choice = label.querySelector("select");
  choice.replaceChildren(
    ...state.players.map((_, player) =>
      element(
        "option",
        { value: player, selected: player === other, disabled: player === selected },
        `player ${player + 1}`,
      ),
    ),
  );
}

byId("versus")
  .querySelector("select")
  .addEventListener("change", (event) => {
    versus = Number(event.target.value);
    save();
    if (answered) askPanels();
  });

// --- what is wrong ----------------------------------------------------------------------------------

function refused(error, besides) {
  if (error.name === "AbortError") return;
  const [, number] = (error.field ?? "").match(/^players\[(\d+)\]$/) ?? [];
  const player = number === undefined ? besides : Number(number);
  accepted();
  const place = player === undefined ? "" : `Player ${player + 1}: `;
  byId("error").textContent = place + error.message;
  if (player !== undefined) rows[player]?.input.setAttribute("aria-invalid", "true");
}

function accepted() {
  byId("error").textContent = "";
  for (const row of rows) row.input.removeAttribute("aria-invalid");
}

// --- to take away -----------------------------------------------------------------------------------

byId("share").addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { form } = button.dataset;
  try {
    const text =
      form === "link" ? location.href : (await ask("/share", { ...pot(), form, trials })).text;
    byId("shared").hidden = false;
    byId("shared").value = text;
    byId("shared").rows = Math.min(12, text.split("\n").length + 1);
    if (navigator.clipboard) await copy(text, button);
    else byId("shared").select();
  } catch (error) {
    refused(error);
  }
});

drawRows();
changed();
