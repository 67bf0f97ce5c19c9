/** Finds the values of opened secrets in texts, in every form in which they travel, and takes them out. */

const shown = "[secret]";

/** Shorter values are not looked for: they would be found in every other word. */
const shortest = 4;

/** In characters: of a piece of a long value, and of all forms in one pattern. */
const maxPiece = 256;
const maxBatch = 8192;

/** A way of writing a text that an output has of its own, such as Markdown's escapes. */
type Rendering = (text: string) => string;

/** Takes secrets out of texts, and learns of more of them as they are opened. */
export interface Redactor {
  learn(values: readonly string[]): void;
  redact(text: string): string;
}

/** A redactor that knows nothing yet. `renderings` are looked for beside the forms that `redactor` knows. */
export function openRedactor(renderings: readonly Rendering[] = []): Redactor {
  const known = new Set<string>();
  let redact: ((text: string) => string) | undefined;
  return {
    learn: (values) => {
      const before = known.size;
      for (const value of values) known.add(value);
      if (known.size > before) redact = undefined;
    },
    redact: (text) => {
      redact ??= redactor([...known], renderings);
      return redact(text);
    },
  };
}

/**
 * A function that replaces the values wherever they stand in a text, in upper or lower case: plain, escaped as in
 * JSON, URL-encoded, hexadecimal, or inside base64 (of whatever surrounds them, as in `user:password`), each of these
 * in all `renderings`; and what is left of one where a text was cut with `…`. Values under 4 characters stay: they
 * can't be told from ordinary text.
 */
export function redactor(
  values: readonly string[],
  renderings: readonly Rendering[] = [],
): (text: string) => string {
  const plain = values
    .filter((value) => value.length >= shortest)
    .flatMap(inPieces)
    .flatMap(formsOf);
  const forms = [...new Set(plain.flatMap((form) => [form, ...renderings.map((as) => as(form))]))];
  if (forms.length === 0) return (text) => text;
  const longestFirst = forms.sort((a, b) => b.length - a.length);
  const anywhere = inBatches(longestFirst).map((batch) => new RegExp(batch.map(patternOf).join("|"), "gi"));
  const withoutRests = restsOf(longestFirst);
  return (text) => withoutRests(anywhere.reduce((rest, batch) => rest.replace(batch, shown), text));
}

/** A long value in pieces: a pattern of thousands of characters overflows the engine's stack. */
function inPieces(value: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < value.length; at += maxPiece) pieces.push(value.slice(at, at + maxPiece));
  return pieces;
}

/** Forms that are looked for together: few enough that their pattern can be compiled. */
function inBatches(forms: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let room = 0;
  for (const form of forms) {
    room -= form.length;
    if (room < 0 || batches.length === 0) {
      batches.push([]);
      room = maxBatch - form.length;
    }
    batches.at(-1)?.push(form);
  }
  return batches;
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  const json = JSON.stringify(value).slice(1, -1);
  const url = encodeURIComponent(value.toWellFormed());
  const form = new URLSearchParams([["", value]]).toString().slice(1);
  return [value, json, url, form, bytes.toString("hex"), ...insideBase64(bytes)];
}

/** The form with whatever JSON, JSON in JSON or Markdown put before its characters, and URLs behind a `%`. */
function patternOf(form: string): string {
  return form.replace(/[^A-Za-z0-9]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    const short = JSON.stringify(character).slice(2, -1);
    const escapes = [`u${code}`, ...(/^[bfnrt]$/.test(short) ? [short] : [])].join("|");
    const twice = character === "%" ? "(?:25)?" : "";
    const bare = character === "\\" ? "\\\\{1,32}" : `\\\\{0,31}\\u${code}${twice}`;
    return `(?:${bare}|\\\\{1,31}(?:${escapes}))`;
  });
}

/**
 * What the bytes look like inside base64, at each of the three places where they can start. The characters
 * that they share with their neighbours are left off.
 */
function insideBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    const own = text.slice(Math.ceil((before * 8) / 6), whole);
    return own.length < shortest ? [] : [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

const cut = "…";
/** Texts are cut where the reports cut them: at a value of 100 characters, or at a problem that nobody could read. */
const maxRest = 2000;

/** Takes out the beginnings of forms, 4 characters or longer, behind which a text was cut. */
function restsOf(forms: readonly string[]): (text: string) => string {
  const byStart = Map.groupBy(
    forms.map((form) => unescaped(form).text),
    (form) => form.slice(0, shortest),
  );
  const without = (part: string) => {
    const end = part.slice(-maxRest);
    const { text, starts } = unescaped(end);
    for (let at = 0; at <= text.length - shortest; at++) {
      const candidates = byStart.get(text.slice(at, at + shortest));
      const rest = candidates && text.slice(at);
      if (rest !== undefined && candidates?.some((form) => form.startsWith(rest)))
        return part.slice(0, part.length - end.length + (starts[at] ?? 0)) + shown;
    }
    return part;
  };
  return (text) => {
    const parts = text.split(cut);
    const last = parts.pop() ?? "";
    return [...parts.map(without), last].join(cut);
  };
}

/** The text in lower case without backslashes, what JSON writes as a number decoded; where each unit of it began. */
function unescaped(text: string): { readonly text: string; readonly starts: readonly number[] } {
  const starts: number[] = [];
  let bare = "";
  for (const { 0: found, 1: code, index } of text.matchAll(/\\+u([0-9a-f]{4})|\\+|[^\\]/gi)) {
    const unit = code === undefined ? found : String.fromCharCode(Number.parseInt(code, 16));
    if (unit.startsWith("\\")) continue;
    bare += unit.toLowerCase();
    while (starts.length < bare.length) starts.push(index);
  }
  return { text: bare, starts };
}
