// Amounts in chips or in big blinds; the browser remembers which of them the person chose.

import { element } from "/js/base.js";

const KEPT = "handsight-amounts";
const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const places = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
let blind = 0;
let inBlinds = localStorage.getItem(KEPT) === "bb";

// Sets the big blind of the hand that is shown, in the unit of its amounts.
export const useBlind = (amount) => {
  blind = amount;
};
// How many chips a unit has in fields that take amounts.
export const unit = () => (inBlinds && blind ? blind : 1);
export const chips = (amount) =>
  inBlinds && blind ? `${number.format(amount / blind)} bb` : number.format(amount);
const sign = (amount) => (amount > 0 ? "+" : amount < 0 ? "−" : "");
export const signed = (amount) => sign(amount) + chips(Math.abs(amount));
// Writes big blinds, whatever the choice is.
export const bigBlinds = (amount) => `${places.format(amount)} bb`;
export const signedBlinds = (amount) => sign(amount) + bigBlinds(Math.abs(amount));

// Makes the switch; `onchange` draws everything again.
export function amountSwitch(onchange) {
  const choice = (value, name) =>
    element("option", { value, selected: (value === "bb") === inBlinds }, name);
  return element(
    "label",
    {},
    "Amounts in ",
    element(
      "select",
      {
        id: "unit",
        onchange: (event) => {
          inBlinds = event.target.value === "bb";
          localStorage.setItem(KEPT, event.target.value);
          onchange();
        },
      },
      choice("chips", "chips"),
      choice("bb", "big blinds"),
    ),
  );
}
