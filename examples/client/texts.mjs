// Sentences in any language, which a client makes from codes and parameters with texts that the server sends once.
// This implements the page "Texts of a language" of the documentation.
//
//   const texts = new Texts(phrases, ["Ana", "Bruno"]);   // `rami.locales.phrases("fr")`, and the names by seat
//   texts.violation(refused.violations[0]), texts.step(line.reasons[0]), texts.cards["Q♥"].name

const CARD = /[A2-9TJQK][♣♦♥♠]/g;
const BLANK = /\{(\w+)(!r)?(?::([^{}]*))?\}/g;
const MELD_PART = /(group|run) (\d+)/g;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const quoted = (value) => (typeof value === "string" ? (value.includes("'") ? `"${value}"` : `'${value}'`) : String(value));
const isGiven = (value) => Array.isArray(value) ? value.length > 0 : Boolean(value);

export class Texts {
  constructor(phrases, names = []) {
    Object.assign(this, phrases);
    this.names = names;
    const words = Object.keys(this.move_words).sort((one, other) => other.length - one.length);
    this.moveWord = new RegExp(`\\b(${words.map(escaped).join("|")})\\b`, "g");
    // The plural rule is a C expression of n, as in gettext, which JavaScript can evaluate too.
    const rule = new Function("n", `return Number(${this.plural})`);
    this.form = (number) => rule(Number.isInteger(number) ? Math.abs(number) : 2);
  }

  /** Return a text with its cards written in the letters of the language. */
  withCards(text) {
    const shown = text.replace(CARD, (card) => this.cards[card].text);
    return this.right_to_left ? shown.replace(/(?<!\S)\*(?!\S)/g, this.cards["*"].text) : shown;
  }

  /** Return a parameter in the language; numbers stay numbers. */
  written(name, value) {
    if (name in this.named && value !== null)
      return (name !== "meld" && this.names[value]) || this.fill(this.named[name], { number: value });
    if (typeof value === "string" && name in this.words) return this.words[name][value] ?? value;
    if (Array.isArray(value)) return value.map((each) => this.written(name, each));
    if (typeof value !== "string") return value;
    if (this.with_moves.includes(name)) return this.withCards(value.replace(this.moveWord, (word) => this.move_words[word]));
    if (this.with_cards.includes(name)) return this.withCards(value);
    if (name === "contract") return value.replace(MELD_PART, (part, kind, size) => this.contractPart(part, kind, Number(size)));
    return value;
  }

  contractPart(part, kind, size) {
    return this.contract[part]?.text ?? this.fill(this.contract[`${kind} {size}`], { size });
  }

  /** Return a message with its blanks filled. */
  fill(message, params) {
    const number = message.blanks.map((name) => params[name]).find(Number.isInteger);
    let text = Array.isArray(message.text) ? message.text[this.form(number)] : message.text;
    const values = { ...params };
    for (const [name, value] of Object.entries(params)) {
      if (this.right_to_left && /^-\d[\d.,/]*$/.test(String(value))) {
        // In text from right to left, the minus sign would move behind the number, so the two are isolated.
        if (text.includes(`{${name}!r}`)) text = text.replaceAll(`{${name}!r}`, `\u2068{${name}!r}\u2069`);
        else values[name] = `\u2068${value}\u2069`;
      }
      if (typeof value !== "string") continue;
      for (const [first, second, both] of this.contractions) {
        const merged = text.replace(new RegExp(`(?<![\\p{L}\\d_])${first} \\{${name}\\}`, "gu"), `${both} {${name}}`);
        if (!value.startsWith(`${second} `) || merged === text) continue;
        text = merged;
        values[name] = value.slice(second.length + 1);
      }
      if (!(name in this.named) || !this.vowels.includes(value.slice(0, 1).toLowerCase().normalize("NFD").slice(0, 1) || " ")) continue;
      for (const [word, short] of this.elisions)
        text = text.replace(new RegExp(`(?<![\\p{L}\\d_])${word} \\{${name}\\}`, "gu"), `${short}{${name}}`);
    }
    return text.replace(BLANK, (_, name, quote, option) => this.blank(values[name], quote, option));
  }

  blank(value, quote, option) {
    if (value === undefined) return "…";
    const spelled = (each) => (quote ? quoted(each) : String(each ?? "None"));
    if (Array.isArray(value)) {
      const listed = value.map(spelled);
      if (!option) return quote ? `[${listed.join(", ")}]` : listed.join(" ");
      if (option === "," || listed.length < 2) return listed.join(this.comma);
      return `${listed.slice(0, -1).join(this.comma)} ${option} ${listed.at(-1)}`;
    }
    if (!option?.includes("|")) return spelled(value);
    const words = option.split("|");
    const word = words[Math.min(this.form(value), words.length - 1)];
    if (!word.startsWith("=")) return `${spelled(value)} ${word}`;
    return Number.isInteger(value) && value > 0 ? word.slice(1) : `${spelled(value)} ${words.at(-1)}`;
  }

  /** Return the message of a code, which may depend on the parameters. */
  messageOf(code, params) {
    const message = this.reasons[code];
    if (!message?.otherwise) return message;
    const { test, params: [name, other], texts } = message.otherwise;
    const value = params[name];
    const key = {
      null: () => value === null,
      empty: () => value !== undefined && !isGiven(value),
      given: () => isGiven(value),
      same: () => value === params[other],
      value: () => value,
    }[test]();
    return texts[String(key)] ?? message;
  }

  violation({ code, params, because = [] }) {
    const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, this.written(name, value)]));
    let sentence = this.fill(this.messageOf(code, params), values);
    if (because.length) {
      const reasons = because.map((each) => this.violation(each)).join(this.because[1].text);
      sentence = this.fill(this.because[0], { sentence, reasons });
    }
    const places = Object.entries(this.places).filter(([name]) => name in params);
    const place = places.map(([name, word]) => `${word} ${params[name]}`).join(", ");
    if (place) sentence = this.fill(this.placed, { place, sentence });
    return isGiven(params.nearest) ? sentence + this.fill(this.nearest, params) : sentence;
  }

  /** Return a number of a score in the language; a fraction arrives as a text such as "7/2". */
  number(value) {
    if (typeof value !== "string" || !/^-?\d+\/\d+$/.test(value)) return value;
    const [over, under] = value.split("/").map(Number);
    return Number.isInteger((1000 * over) / under) ? String(over / under).replace(".", this.decimal) : value;
  }

  /** Return the sentence for a step of a score. */
  step({ code, points, params }) {
    const values = { points: this.number(points) };
    for (const [name, value] of Object.entries(params)) if (value !== null) values[name] = this.written(name, value);
    if ("factor" in values) values.factor = this.number(values.factor);
    if ("why" in params) values.why = this.words.factor[`${params.why}${"joker_finish" in params ? "_with_joker" : ""}`];
    return this.fill(this.scores[code], values) + ("column" in values ? this.fill(this.in_column, values) : "");
  }
}
