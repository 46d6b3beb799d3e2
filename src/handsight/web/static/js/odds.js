import { ask, byId, percent } from "/js/base.js";

const found = await ask("/equity", { players: ["AhKh", "QQ+"], board: "Qh7h2c" });
byId("odds").textContent = found.players.map((each) => percent(each.equity)).join(" · ");
