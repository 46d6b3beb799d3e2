// What every page needs: asking the server, drawing cards, small helpers for elements.

const TOKEN = "handsight-token";
const fragment = new URLSearchParams(location.hash.slice(1));
if (fragment.has("token")) {
  sessionStorage.setItem(TOKEN, fragment.get("token"));
  history.replaceState(null, "", location.pathname + location.search);
}
const token = () => sessionStorage.getItem(TOKEN) ?? "";

export class Refusal extends Error {
  constructor(message, field, status) {
    super(message);
    this.field = field;
    this.status = status;
  }
}

function options(request, accept, signal) {
  const headers = { accept };
  if (token()) headers.authorization = `Bearer ${token()}`;
  if (request === undefined) return { headers, signal };
  headers["content-type"] = "application/json";
  return { method: "POST", headers, body: JSON.stringify(request), signal };
}

async function refuse(response) {
  let error = { message: await response.text(), field: "" };
  try {
    error = JSON.parse(error.message).error;
  } catch {
    /* not our JSON: the text is the message */
  }
  throw new Refusal(error.message, error.field, response.status);
}

// Asks the server; a GET where nothing is asked. A request can be stopped by its signal.
export async function ask(path, request, signal) {
  const response = await fetch(`/api/v1${path}`, options(request, "application/json", signal));
  return response.ok ? response.json() : refuse(response);
}

// Asks for a file, or sends one: `content` is a request, or a File.
export async function exchange(path, content) {
  const made = options(content instanceof Blob ? null : content, "*/*");
  if (content instanceof Blob) {
    made.body = content;
    made.headers["content-type"] = "application/octet-stream";
  }
  const response = await fetch(`/api/v1${path}`, made);
  return response.ok ? response : refuse(response);
}

// Hands a file to the person at the browser.
export function download(content, name) {
  const link = element("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Asks a long question; `progress` is called with each update until the result is there.
export async function follow(path, request, progress, signal) {
  const response = await fetch(`/api/v1${path}`, options(request, "text/event-stream", signal));
  if (!response.ok) await refuse(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refusal("the server ended the answer before its result", "", 0);
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const [, name, data] = event.match(/^event: (\w+)\ndata: ([^]*)$/);
      if (name === "result") return JSON.parse(data);
      if (name === "error") {
        const e = JSON.parse(data);
        throw new Refusal(e.message, e.field, 0);
      }
      progress(JSON.parse(data));
    }
  }
}

export function openSocket(path) {
  const protocols = ["handsight", ...(token() ? [`token.${token()}`] : [])];
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/v1${path}`, protocols);
}

// Makes an element: element("td", {class: "x", onclick: f}, "text", child, …).
export function element(name, attributes = {}, ...children) {
  const svg = ["svg", "g", "path", "rect", "line", "text", "circle", "polyline", "title"].includes(
    name,
  );
  const made = svg
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

export const byId = (id) => document.getElementById(id);

export const SUIT_SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
// The order in which cards lie in a table: a row for each suit.
export const SUITS = "shdc";
export const RANKS = "AKQJT98765432";
// How far an arrow key moves: rows and columns.
export const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};
// The colour of a player, who is counted from 0.
export const colourOf = (player) => `var(--p${player + 1})`;

// Draws a card like "Ah"; "??" is one that nobody sees.
export function card(text) {
  if (text.startsWith("?"))
    return element("span", { class: "card back", role: "img", "aria-label": "hidden card" }, "?");
  const [rank, suit] = text;
  return element(
    "span",
    { class: `card ${suit}`, role: "img", "aria-label": `${rank} of ${SUIT_NAMES[suit]}` },
    rank + SUIT_SIGNS[suit],
  );
}

export const cardsOf = (text) => text.match(/[2-9TJQKA][cdhs]|\?\?/g) ?? [];
export const percent = (share, digits = 1) =>
  share == null ? "–" : `${(100 * share).toFixed(digits)}%`;

export async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = before;
  }, 1200);
}

// The state of a page stands in its address, so that a link holds it.
export const stateOf = () => new URLSearchParams(location.search);
export function keepState(state) {
  const kept = new URLSearchParams(
    Object.entries(state).filter(([, value]) => value !== "" && value != null),
  );
  history.replaceState(null, "", kept.size ? `?${kept}` : location.pathname);
}

// Calls at most once in so many milliseconds, with the last arguments.
export function debounced(milliseconds, call) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}

// --- the head of every page -----------------------------------------------------------------------

const PAGES = [
  ["/", "Odds"],
  ["/table", "Table"],
  ["/replay", "Replay"],
  ["/arena", "Arena"],
  ["/solve", "Solve"],
  ["/review", "Review"],
  ["/train", "Train"],
];
document.body.prepend(
  element("a", { class: "skip", href: "#main" }, "Skip to the page"),
  element(
    "header",
    { class: "top" },
    element("strong", {}, "handsight"),
    element(
      "nav",
      { "aria-label": "Pages" },
      ...PAGES.map(([href, name]) =>
        element("a", { href, "aria-current": location.pathname === href ? "page" : null }, name),
      ),
    ),
  ),
);

// Draws an element again; the focus goes to the button that replaces the one that had it.
export function keepFocus(within, draw) {
  const focused = [...within.querySelectorAll("button")].indexOf(document.activeElement);
  draw();
  if (focused >= 0) within.querySelectorAll("button")[focused]?.focus();
}
