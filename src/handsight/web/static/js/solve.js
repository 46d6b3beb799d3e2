// Solve: sets up a spot, has it solved, and hands the solution to the walk through its tree.

import {
  Refusal,
  ask,
  byId,
  debounced,
  download,
  element,
  exchange,
  follow,
  keepState,
  percent,
  stateOf,
} from "/js/base.js";
import { CardPicker } from "/js/cards.js";
import { nameField } from "/js/charts.js";
import { RangeEditor } from "/js/range-editor.js";
import { FlopsReport } from "/js/solve-flops.js";
import { Locks } from "/js/solve-locks.js";
import { Walk } from "/js/solve-walk.js";

const SOLVED = "handsight-solved";
const STREETS = ["flop", "turn", "river"];
const WHOLE = ["pot", "stack", "raise_cap"];
const NUMBERS = [
  ...WHOLE,
  "add_allin",
  "force_allin",
  "merging",
  "rake",
  "rake_cap",
  "accuracy",
  "seconds",
];
const EXAMPLES = {
  River: {
    board: "Kd7h5s3c2c",
    oop: "QQ, AA, 99-66, AQs",
    ip: "KK, JJ, KQs, QJs, JTs",
    pot: 100,
    stack: 200,
    bets: "50%, a",
    raises: "a",
    accuracy: 0.1,
  },
  Turn: {
    board: "QsJh2h8c",
    oop: "JJ-22, AJs-A2s, KTs+, Q9s+, J9s+, T8s+, 97s+, 86s+, 75s+, 65s, 54s, AQo-ATo, KTo+, QTo+, JTo",
    ip: "22+, A2s+, K7s+, Q8s+, J8s+, T8s+, 97s+, 86s+, 76s, 65s, 54s, A7o+, KTo+, QTo+, JTo",
    pot: 180,
    stack: 910,
    bets: "33%, 75%",
    raises: "60%",
    accuracy: 0.5,
  },
  Flop: {
    board: "Td9d6h",
    oop: "22+, ATs+, KTs+, QTs+, JTs, T9s, 98s, 87s, AQo+",
    ip: "99+, AJs+, KQs, AKo",
    pot: 60,
    stack: 240,
    bets: "75%",
    raises: "a",
    accuracy: 1,
  },
};

const form = byId("spot");
const board = new CardPicker({ label: "Board", most: 5, onchange: () => changed() });
byId("board").append(board.element);
for (const street of STREETS) {
  for (const kind of ["bets", "raises"]) {
    for (const player of ["oop", "ip"]) {
      const who = player === "oop" ? "out of position" : "in position";
      byId("streets").append(
        element(
          "label",
          { class: "field short" },
          `${street[0].toUpperCase()}${street.slice(1)} ${kind}, ${who} `,
          element("input", { name: `${street}_${kind}_${player}`, placeholder: "as above" }),
        ),
      );
    }
  }
}
byId("examples").append(...Object.keys(EXAMPLES).map((name) => element("option", {}, name)));

const locks = new Locks({
  place: byId("locks"),
  onsolve: () => solve(walk.id),
  onchange: () => walk.panels.forEach((panel) => panel.paintLock()),
  onerror: fail,
});
const walk = new Walk(byId("path"), byId("node"), locks, { online: () => keep(), onerror: fail });
let solving = null;
let solved = ""; // the spot of the solution that is shown
let loaded = { spot: "", sizes: {} }; // sizes of a file that the form has no field for
let linked = { tree: "", line: "" }; // of the link that the page was opened with

// --- the form -------------------------------------------------------------------------------------

const fields = () =>
  Object.fromEntries(
    [...new FormData(form)]
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value),
  );

function request() {
  const spot = { board: board.value, sizes: {} };
  for (const [name, value] of Object.entries(fields())) {
    if (/^(flop|turn|river)_/.test(name)) spot.sizes[name] = value;
    else if (NUMBERS.includes(name)) {
      const number = Number(value);
      if (Number.isNaN(number))
        throw new Refusal(
          `${form.elements[name].labels[0].firstChild.data.trim()}: ${value} is not a number`,
          name,
          0,
        );
      spot[name] = name === "accuracy" ? number / 100 : number;
    } else spot[name] = value;
  }
  if (spotText() === loaded.spot) Object.assign(spot.sizes, loaded.sizes);
  spot.oop ??= "";
  spot.ip ??= "";
  return spot;
}

function fill(values) {
  for (const [name, value] of Object.entries(values)) {
    if (name === "board") board.value = value;
    else if (form.elements[name]) form.elements[name].value = value;
  }
  if (
    Object.keys(values).some(
      (name) => byId("more").querySelector(`[name="${name}"]`) && name !== "accuracy",
    )
  )
    byId("more").open = true;
}

function keep() {
  keepState({
    board: board.value,
    ...fields(),
    line: spotText() === solved ? walk.line : lineOfLink(),
  });
}

function fail(error) {
  if (error.name === "AbortError") return;
  for (const input of form.elements) input.removeAttribute("aria-invalid");
  byId("error").textContent = error.message;
  const named = error.field?.replace("sizes.", "");
  if (named && form.elements[named]) {
    byId("setup").open = true;
    form.elements[named].setAttribute("aria-invalid", "true");
    form.elements[named].focus();
  }
}

function clear() {
  byId("error").textContent = "";
  for (const input of form.elements) input.removeAttribute("aria-invalid");
}

// What is solved; how far and how long does not matter.
const spotText = () => {
  const { accuracy, seconds, ...spot } = fields();
  return JSON.stringify([board.value, spot]);
};

// The betting tree of the spot, in which a line of play does not depend on the ranges.
const treeText = () => {
  const { accuracy, seconds, oop, ip, ...tree } = fields();
  return JSON.stringify([board.value, tree]);
};

let measuring = null;
const measure = debounced(300, async () => {
  measuring?.abort();
  measuring = new AbortController();
  showSmaller([]);
  if (board.value.length < 6) {
    byId("size").textContent = "Pick three to five cards of the board.";
    return;
  }
  try {
    const { accuracy, seconds, ...spot } = request();
    const size = await ask("/solve/size", spot, measuring.signal);
    byId("size").textContent =
      `${size.strategies.toLocaleString("en")} nodes × combos, ${megabytes(size.bytes)} of ${megabytes(size.most_bytes)} MB`;
    byId("size").classList.toggle("error", size.bytes > size.most_bytes);
    showSmaller(size.smaller);
  } catch (error) {
    if (error.name !== "AbortError") byId("size").textContent = error.message;
  }
});

// Offers changes with which a spot that is too large fits into memory.
function showSmaller(offers) {
  byId("smaller").hidden = !offers.length;
  byId("smaller").replaceChildren(
    element("span", {}, "These fit:"),
    ...offers.map((offer) =>
      element(
        "button",
        { type: "button", onclick: () => accept(offer) },
        `${offer.words}, ${megabytes(offer.bytes)} MB`,
      ),
    ),
  );
}

function accept({ bets, raises, sizes, storage, raise_cap }) {
  for (const input of byId("streets").querySelectorAll("input")) input.value = "";
  fill({ bets, raises, ...sizes, storage: storage === "f32" ? "" : storage });
  form.elements.raise_cap.value = raise_cap ?? "";
  changed();
  byId("solve").focus();
}

const megabytes = (bytes) =>
  (bytes / 1e6).toLocaleString(
    "en",
    bytes < 1e6 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: bytes < 1e7 ? 1 : 0 },
  );

function changed() {
  clear();
  keep();
  showAge();
  measure();
}

// A solution of another spot than the form has can be seen, but not walked through.
function showAge() {
  const old = solved !== "" && spotText() !== solved;
  byId("old").hidden = !old;
  byId("walk").inert = old;
  byId("walk").classList.toggle("old", old);
}

const lineOfLink = () => (treeText() === linked.tree ? linked.line : "");

form.addEventListener("input", (event) => {
  if (byId("editor").contains(event.target)) return; // the editor's own fields
  if (painting && event.target.name === painting) editor.show(event.target.value);
  changed();
});

// --- painting a range -----------------------------------------------------------------------------

let painting = "";
const editor = new RangeEditor({
  label: "Range",
  hand: false,
  onerror: fail,
  onchange: (text) => {
    form.elements[painting].value = text;
    changed();
  },
});
byId("editor").append(editor.element);

for (const button of form.querySelectorAll(".paint")) {
  button.addEventListener("click", () => {
    painting = painting === button.dataset.range ? "" : button.dataset.range;
    byId("editor").hidden = !painting;
    for (const each of form.querySelectorAll(".paint"))
      each.setAttribute("aria-expanded", String(each.dataset.range === painting));
    if (painting) editor.show(form.elements[painting].value);
  });
}

byId("named").append(
  nameField({
    label: "Spot by the names of positions",
    kind: "spots",
    placeholder: "BTN vs BB, 3bet",
    onname: async (name) => {
      clear();
      byId("named-line").textContent = "";
      try {
        const { line, ...spot } = await ask("/spot", { name });
        fill(spot);
        byId("named-line").textContent = `${line}. The big blind is 100 chips.`;
        if (painting) editor.show(form.elements[painting].value);
        changed();
      } catch (error) {
        fail(error);
      }
    },
  }),
);

byId("examples").addEventListener("change", (event) => {
  const example = EXAMPLES[event.target.value];
  if (!example) return;
  for (const input of byId("streets").querySelectorAll("input")) input.value = "";
  fill(example);
  if (painting) editor.show(form.elements[painting].value);
  changed();
});

// --- solving --------------------------------------------------------------------------------------

form.addEventListener("submit", (event) => {
  event.preventDefault();
  solve("");
});

// Solves the spot, from the start or on from a solution of it, with the locks that are set.
async function solve(start) {
  if (solving) return;
  clear();
  const run = { points: [], id: "", leaving: new AbortController(), goal: 0 };
  try {
    const spot = request();
    if (board.value.length < 6)
      throw new Refusal("Pick three to five cards of the board.", "board", 0);
    const asked = spotText();
    const same = asked === solved;
    const line = same ? walk.line : lineOfLink();
    run.goal = spot.accuracy ?? 0.005;
    solving = run;
    show(run, "");
    const answer = await follow(
      "/solve",
      { ...spot, start, locks: same ? locks.list : [] },
      (update) => advance(run, update),
      run.leaving.signal,
    );
    advance(run, answer);
    show(run, answer.reached ? "Solved." : "Stopped before the accuracy was reached.");
    remember(answer.id, asked);
    await begin(answer.id, asked, line);
  } catch (error) {
    if (!run.id) byId("progress").hidden = true;
    fail(error);
  } finally {
    solving = null;
    buttons();
  }
}

// Shows a solution of a spot; of a line that its tree does not have, the longest part that it has.
async function begin(id, spot, line) {
  const words = line ? line.split(", ") : [];
  for (;;) {
    try {
      await walk.begin(id, words.join(", "));
      break;
    } catch (error) {
      if (!words.length || error.field !== "line") throw error;
      words.pop();
    }
  }
  solved = spot;
  byId("linked")?.remove();
  byId("setup").open = false;
  byId("walk").hidden = false;
  keep();
  showAge();
}

byId("stop").addEventListener("click", async () => {
  byId("stop").disabled = true;
  try {
    await ask("/solve/stop", { id: solving.id });
  } catch (error) {
    fail(error);
  }
});

function advance(run, update) {
  run.id = update.id;
  run.last = update;
  // Between two measurements the last one is sent again.
  const known = run.points.at(-1)?.exploitability;
  if (update.exploitability != null && update.exploitability !== known) run.points.push(update);
  show(run, "Solving …");
}

function buttons() {
  byId("solve").disabled = solving !== null;
  byId("stop").disabled = !solving?.id;
  byId("load").disabled = solving !== null;
}

function show(run, words) {
  buttons();
  byId("progress").hidden = false;
  const { last, points } = run;
  const rows = [
    ["State", words || "Beginning …"],
    [
      "Exploitability",
      last?.exploitability != null ? `${percent(last.exploitability, 3)} of the pot` : "–",
    ],
    ["Goal", `${percent(run.goal, 3)} of the pot`],
    ["Iterations", last ? last.iterations.toLocaleString("en") : "–"],
    ["Time", last ? `${last.seconds.toFixed(last.seconds < 1 ? 2 : 1)} s` : "–"],
    ["Memory", last ? `${megabytes(last.bytes)} MB` : "–"],
  ];
  byId("figures").replaceChildren(
    ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
  );
  byId("chart").replaceChildren(chart(points, run.goal));
}

// --- files ----------------------------------------------------------------------------------------

byId("load").addEventListener("click", () => byId("file").click());

byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  byId("file").value = "";
  if (!file || solving) return;
  clear();
  byId("load").disabled = true;
  try {
    const answer = await (await exchange("/solve/load", file)).json();
    const { sizes, accuracy: _, ...spot } = answer;
    for (const input of byId("streets").querySelectorAll("input")) input.value = "";
    for (const name of NUMBERS) if (!(name in spot) || spot[name] == null) spot[name] = "";
    fill({ ...spot, ...sizes, storage: spot.storage === "f32" ? "" : spot.storage });
    fill({ accuracy: 0.5, seconds: 120 });
    const unnamed = Object.entries(sizes).filter(([name]) => !form.elements[name]);
    loaded = { spot: spotText(), sizes: Object.fromEntries(unnamed) };
    measure();
    show({ points: [], last: answer, goal: 0.005 }, `Loaded ${file.name}.`);
    remember(answer.id, spotText());
    await begin(answer.id, spotText(), "");
  } catch (error) {
    fail(error);
  } finally {
    byId("load").disabled = false;
  }
});

byId("save").addEventListener("click", async () => {
  clear();
  byId("save").disabled = true;
  try {
    const response = await exchange("/solve/save", { id: walk.id });
    download(await response.blob(), `${board.value}.npz`);
  } catch (error) {
    fail(error);
  } finally {
    byId("save").disabled = false;
  }
});

new FlopsReport({
  place: byId("many"),
  request: () => {
    clear();
    const { seconds: _, ...spot } = request();
    return spot;
  },
  onerror: fail,
});

// Draws how exploitability fell: both axes have equal steps for equal ratios.
function chart(points, goal) {
  const [width, height, left, bottom] = [420, 150, 44, 22];
  const shares = [goal, ...points.map((point) => Math.max(point.exploitability, goal / 10))];
  const high = 10 ** Math.ceil(Math.log10(Math.max(...shares, 0.1)));
  const low = 10 ** Math.floor(Math.log10(Math.min(...shares)));
  const last = Math.max(10, ...points.map((point) => point.iterations));
  const across = (iterations) =>
    left + ((width - left - 8) * Math.log10(Math.max(iterations, 1))) / Math.log10(last);
  const down = (share) =>
    8 + ((height - bottom - 8) * Math.log10(high / Math.max(share, low))) / Math.log10(high / low);
  const newest = points.at(-1);
  const svg = element("svg", {
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": newest
      ? `Exploitability: ${percent(newest.exploitability, 3)} of the pot after ${newest.iterations} iterations`
      : "Exploitability: not measured yet",
  });
  for (let share = high; share >= low * 0.99; share /= 10) {
    svg.append(
      element("line", { class: "grid", x1: left, x2: width - 8, y1: down(share), y2: down(share) }),
      element(
        "text",
        { x: left - 5, y: down(share) + 4, "text-anchor": "end" },
        `${Number((100 * share).toPrecision(2))}%`,
      ),
    );
  }
  svg.append(
    element("line", { class: "goal", x1: left, x2: width - 8, y1: down(goal), y2: down(goal) }),
    element("text", { x: left, y: height - 6 }, "1"),
    element("text", { x: width - 8, y: height - 6, "text-anchor": "end" }, `${last} iterations`),
  );
  const places = points.map(
    (point) => `${across(point.iterations).toFixed(1)},${down(point.exploitability).toFixed(1)}`,
  );
  svg.append(element("polyline", { class: "fall", points: places.join(" ") }));
  for (const place of places)
    svg.append(
      element("circle", { class: "dot", cx: place.split(",")[0], cy: place.split(",")[1], r: 2.5 }),
    );
  return svg;
}

// --- a page that is loaded again ------------------------------------------------------------------

function remember(id, spot) {
  sessionStorage.setItem(SOLVED, JSON.stringify({ spot, id }));
}

async function restore() {
  const state = Object.fromEntries(stateOf());
  fill(Object.keys(state).length ? state : EXAMPLES.Turn);
  if (state.board && !state.oop && !state.ip)
    byId("named-line").textContent =
      "Choose both ranges: by the name of a spot, by painting, or as text.";
  measure();
  const kept = JSON.parse(sessionStorage.getItem(SOLVED) ?? "null");
  linked = { tree: treeText(), line: state.line ?? "" };
  if (kept?.spot === spotText()) {
    try {
      await begin(kept.id, kept.spot, linked.line);
      return;
    } catch {
      sessionStorage.removeItem(SOLVED);
    }
  }
  if (linked.line)
    byId("size").before(
      element(
        "span",
        { class: "faint", id: "linked" },
        `The link leads to: ${linked.line}. Solve to go there.`,
      ),
    );
}

restore();
