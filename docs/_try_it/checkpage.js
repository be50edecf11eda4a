// The checker's page: the game, the language, the address.
import * as check from "./check.js";
import { $, made } from "./elements.js";
import { languages, settings, speaks } from "./say.js";
import { fetchGames, fetchPictures, games, startPython, translate } from "./shared.js";

// the address says what is shown, so that it can be linked to
function remember() {
  const facts = new URLSearchParams({ game: settings.slug, lang: settings.lang, ...check.facts() });
  history.replaceState(null, "", `#${facts}`);
}
function recall() {
  const facts = new URLSearchParams(location.hash.slice(1));
  const lang = facts.get("lang") ?? navigator.language.slice(0, 2);
  if (speaks(lang)) settings.lang = lang;
  return {
    slug: facts.get("game"), cards: facts.get("cards") ?? undefined,
    contract: facts.has("contract") ? Number(facts.get("contract")) : undefined,
  };
}
async function busy(action) {
  document.body.dataset.turning = "";
  await action();
  await fetchPictures();
  await check.show();
  remember();
  delete document.body.dataset.turning;
}

$("lang").onchange = ({ target }) => busy(async () => {
  settings.lang = target.value;
  translate();
  await fetchGames();
});
$("four").onchange = ({ target }) => busy(() => { settings.four = target.checked; });
$("variant").onchange = ({ target }) => busy(() => {
  settings.slug = target.value;
  translate();
  check.changeGame();
});
addEventListener("checked", remember);

settings.slug = "classic-51";
const wanted = recall();
$("lang").replaceChildren(...languages.map(({ code, name }) => made("option", { value: code, lang: code, textContent: name })));
$("lang").value = settings.lang;
translate();
startPython();
await fetchGames();
if (games().some(({ slug }) => slug === wanted.slug)) settings.slug = wanted.slug;
translate();
$("variant").value = settings.slug;
check.begin(wanted);
await fetchPictures();
document.querySelector("main").hidden = false;
await check.show();
document.body.dataset.shown = "";
