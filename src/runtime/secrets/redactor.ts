/** Finds the values of opened secrets in texts, whole ones only, in every form in which they travel; takes them out. */

import type { Redaction } from "../../model/secret.ts";
import { type Form, secretForms } from "./forms.ts";

const shown = "[secret]";

/** Shorter values are not looked for: they would be found in every other word. */
const shortest = 4;

/** Takes secrets out of texts, and learns of more of them as they are opened. */
export interface Redactor extends Redaction {
  learn(values: readonly string[]): void;
}

/** A redactor that knows nothing yet. */
export function openRedactor(): Redactor {
  const known = new Set<string>();
  let [value, text] = [redactor([]), redactor([])];
  return {
    learn: (values) => {
      const before = known.size;
      for (const one of values) known.add(one);
      if (known.size === before) return;
      value = redactor([...known]);
      text = redactor([...known].filter((one) => !isOrdinary(one)));
    },
    value: (from) => value(from),
    text: (from) => text(from),
  };
}

/** In characters: no word of ours is as long. */
const longestWord = 24;

/** True for what a sentence of ours could hold by itself: words, names of fields, numbers, short hexadecimal. */
function isOrdinary(value: string): boolean {
  const form = /^(?:\p{L}[\p{L}\p{M}\s'._/-]*|[\d\s.,:/+-]+|[0-9a-f]+)$/iu;
  return value.length < longestWord && form.test(value);
}

/**
 * A function that replaces the values wherever they stand in a text, in each of their `secretForms`. A part of a value
 * stays: someone who may put texts before it learns of each whether it holds a secret, and nothing of its parts.
 * Values under 4 characters stay too: they can't be distinguished from ordinary text.
 */
export function redactor(values: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(values)]
    .filter((value) => value.length >= shortest)
    .sort((a, b) => b.length - a.length);
  let open: { readonly any: RegExp; readonly forms: readonly ((text: string) => string)[] } | undefined;
  return (text) => {
    if (longestFirst.length === 0) return text;
    open ??= opened(longestFirst.flatMap(secretForms));
    return open.any.test(text) ? open.forms.reduce((rest, without) => without(rest), text) : text;
  };
}

function opened(forms: readonly Form[]) {
  const needles = [...new Set(forms.map(needleOf))].sort();
  return { any: new RegExp(needles.join("|")), forms: forms.map(withoutForm) };
}

/** Units of a needle: few are found sooner than a whole form, and rarely by chance. */
const longestNeedle = 8;

/** The longest part of a form that is found fast: letters and digits, which have no escapes. Else all of it. */
function needleOf(form: Form): string {
  let best: string[] = [];
  let run: string[] = [];
  for (const unit of form) {
    run = isPlain(unit) ? [...run.slice(1 - longestNeedle), unit] : [];
    if (run.length > best.length) best = run;
  }
  return (best.length > 0 ? best : form).join("");
}

function isPlain(unit: string): boolean {
  return !unit.includes("(");
}

/** In units: what one expression may hold, since longer ones overflow the stack of the engine. */
const longestPiece = 256;

/** Takes one form out. A long one is found by its first piece, and counts once all others follow it. */
function withoutForm(form: Form): (text: string) => string {
  const needle = new RegExp(needleOf(form));
  let pieces: readonly RegExp[] | undefined;
  return (text) => {
    if (!needle.test(text)) return text;
    pieces ??= inPieces(form).map((source, at) => new RegExp(source, at === 0 ? "g" : "y"));
    const [head = /$/g, ...rest] = pieces;
    let [done, kept] = ["", 0];
    head.lastIndex = 0;
    for (let found = head.exec(text); found; found = head.exec(text)) {
      const end = endOf(rest, text, head.lastIndex);
      head.lastIndex = end ?? found.index + 1;
      if (end === undefined || isInMark(text, found.index, end)) continue;
      done += text.slice(kept, found.index) + shown;
      kept = end;
    }
    return done + text.slice(kept);
  };
}

/** Where the last of the pieces ends that follow each other from here; undefined unless all do. */
function endOf(pieces: readonly RegExp[], text: string, from: number): number | undefined {
  let at = from;
  for (const piece of pieces) {
    piece.lastIndex = at;
    if (!piece.test(text)) return undefined;
    at = piece.lastIndex;
  }
  return at;
}

/** True for a part of what stands where another secret was. */
function isInMark(text: string, from: number, to: number): boolean {
  const at = text.lastIndexOf(shown, from);
  return at >= 0 && to <= at + shown.length;
}

/** The sources of a form's expressions, cut before a letter or digit, so that no escape is cut in two. */
function inPieces(form: Form): readonly string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  for (const unit of form) {
    const isPlace = isPlain(unit) || piece.length > 2 * longestPiece;
    if (piece.length >= longestPiece && isPlace) {
      pieces.push(piece.join(""));
      piece = [];
    }
    piece.push(unit);
  }
  return [...pieces, piece.join("")];
}
