// Preflop charts by name: a field that lists the names, and a row that loads a chart's ranges.

import { ask, element, percent } from "/js/base.js";

let asked = null;

// The names of all charts and spots; they are asked for once, or again after a failure.
function names() {
  asked ??= ask("/charts").catch(() => {
    asked = null;
    return { charts: [], spots: [] };
  });
  return asked;
}

// A field for a name; `kind` is "charts" or "spots". `onname` is called with a name that was chosen,
// or typed and confirmed. Names that are not listed, like other sizes, can be typed.
export function nameField({ label, kind, placeholder, onname }) {
  const list = element("datalist", { id: `names-of-${kind}` });
  let last = "";
  let listed = [];
  const take = () => {
    const name = input.value.trim();
    if (name && name !== last) onname(name);
    last = name;
  };
  const input = element("input", {
    type: "text",
    list: list.id,
    placeholder,
    "aria-label": label,
    autocomplete: "off",
    spellcheck: "false",
    onfocus: async () => {
      listed = (await names())[kind];
      list.replaceChildren(...listed.map((name) => element("option", { value: name })));
    },
    oninput: () => {
      if (listed.includes(input.value)) take();
      else last = "";
    },
    onchange: take,
    onkeydown: (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // in a form, it would submit
      take();
    },
  });
  return element("span", { class: "name-field" }, input, list);
}

// A row that loads a chart: its name, and which of its actions the range takes.
export class ChartRow {
  constructor({ onrange, onerror }) {
    Object.assign(this, { onrange, onerror });
    this.texts = [];
    this.action = element("select", {
      "aria-label": "Action of the chart",
      hidden: true,
      onchange: () => this.onrange(this.texts[this.action.selectedIndex]),
    });
    this.title = element("span", { class: "faint", role: "status" });
    this.element = element(
      "div",
      { class: "row tight chart-row" },
      element("span", { class: "faint" }, "Chart"),
      nameField({
        label: "Preflop chart",
        kind: "charts",
        placeholder: "BB vs BTN 2.5x",
        onname: (name) => this.load(name),
      }),
      this.action,
      this.title,
    );
  }

  async load(name) {
    this.wanted = name;
    this.action.hidden = true;
    this.title.textContent = "";
    try {
      const chart = await ask("/chart", { name });
      if (name !== this.wanted) return; // another chart was chosen meanwhile
      this.show(chart);
    } catch (error) {
      if (name === this.wanted) this.onerror(error);
    }
  }

  // Shows the actions, and takes the one that is played most often but is no fold.
  show({ title, text, actions }) {
    const played = actions.filter((action) => action.name !== "fold");
    const most = played.reduce((one, other) => (other.frequency > one.frequency ? other : one));
    this.texts = [...actions.map((action) => action.text), text];
    this.action.replaceChildren(
      ...actions.map(({ name, frequency }) =>
        element("option", {}, `${name}, ${percent(frequency)}`),
      ),
      element("option", {}, "all actions"),
    );
    this.action.selectedIndex = actions.indexOf(most);
    this.action.hidden = false;
    this.title.textContent = title;
    this.onrange(most.text);
  }
}
