// Parts that pages about decisions share: numbers and tables.

import { element } from "/js/base.js";

const MINUS = "−";

// Writes big blinds with their sign: "+1.25", "−0.50"; "–" where the number is not known.
export function blinds(number, digits = 2) {
  if (number == null) return "–";
  const text = Math.abs(number).toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (!/[1-9]/.test(text)) return text;
  return `${number < 0 ? MINUS : "+"}${text}`;
}

// Writes big blinds without a sign and without needless zeros: "2.5".
export const plain = (number) => number.toLocaleString("en", { maximumFractionDigits: 2 });

export function table(heads, rows, name) {
  return element(
    "table",
    {},
    element("caption", { class: "visually-hidden" }, name),
    element(
      "thead",
      {},
      element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head))),
    ),
    element(
      "tbody",
      {},
      ...rows.map(([first, ...rest]) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, first),
          ...rest.map((cell) => element("td", {}, cell)),
        ),
      ),
    ),
  );
}
