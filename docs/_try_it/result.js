// The end of a round: who won what, everybody's cards, the sum, the score sheet.
import { $, made } from "./elements.js";
import { card } from "./faces.js";
import { HUES } from "./draw.js";
import { say } from "./say.js";

const row = (cards, kind = "row") => made("div", { className: kind }, ...cards.map((piece) => card(piece)));

export function drawResult(view) {
  const { result } = view;
  const shown = !$("result").hidden;
  $("result").hidden = !result;
  $("result").classList.toggle("final", view.over);
  if (!result) return $("result").replaceChildren();
  $("result").replaceChildren(
    made("h2", { id: "result-title", textContent: result.title }),
    made("p", { className: "ahead", textContent: result.ahead }),
    made("div", { className: "sides" }, ...result.sides.map(side)),
    sheet(result.sheet, view.me));
  if (!shown) $("result").scrollTop = 0;
}
function side({ seat, name, melds, left, points, why, won }) {
  return made("div", { className: `side ${won ? "won" : ""}`, style: { "--hue": HUES[seat % HUES.length] } },
    made("h3", {}, made("span", { dir: "auto", textContent: name }), points && made("b", { className: "sum", textContent: points })),
    (melds.length > 0 || left.length > 0) && made("div", { className: "cards" }, ...melds.map((each) => row(each)), left.length > 0 && row(left, "row left")),
    why && made("p", { textContent: why }));
}
function sheet({ names, rows, totals, winners }, me) {
  const head = (text, scope) => made("th", { scope, textContent: text });
  const cell = (text, won, mine) => made("td", { className: `${won ? "won" : ""} ${mine ? "me" : ""}` }, text, won && made("span", { className: "hush", textContent: `, ${say("winner")}` }));
  const line = (title, cells, won) => made("tr", {}, head(title, "row"), ...cells.map((each, seat) => cell(each, won.includes(seat), seat === me)));
  return made("div", { className: "sheet", tabIndex: 0, role: "group", aria: { label: say("sheet") } }, made("table", { className: "scores" }, made("caption", { textContent: say("sheet") }),
    made("thead", {}, made("tr", {}, ...[say("round"), ...names].map((each) => head(each, "col")))),
    made("tbody", {}, ...rows.map(({ title, points, winner }) => line(title, points, [winner]))),
    made("tfoot", {}, line(say("total"), totals, winners))));
}
