/** Finds the values of opened secrets in texts, in every form in which they travel, and takes them out. */

const shown = "[secret]";

/** Shorter values are not looked for: they would be found in every other word. */
const shortest = 4;

/**
 * A function that replaces the values wherever they stand in a text: plain, escaped as in JSON, URL-encoded,
 * hexadecimal, or inside base64 (of whatever surrounds them, as in `user:password`). Values under 4 characters
 * stay: they can't be told from ordinary text.
 */
export function redactor(values: readonly string[]): (text: string) => string {
  const forms = new Set(values.filter((value) => value.length >= shortest).flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const anywhere = new RegExp(
    longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|"),
    "g",
  );
  return (text) => text.replace(anywhere, shown);
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  const json = JSON.stringify(value).slice(1, -1);
  const url = encodeURIComponent(value.toWellFormed());
  const form = new URLSearchParams([["", value]]).toString().slice(1);
  return [value, json, url, form, bytes.toString("hex"), ...insideBase64(bytes)];
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
