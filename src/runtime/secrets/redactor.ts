/** Finds secrets in texts, in every encoded form, and redacts them. Only whole values are found. */

import type { Redaction, Redactions } from "../../model/secret.ts";
import { originOf } from "../../model/wire.ts";
import { type Form, secretForms } from "./forms.ts";

const shown = "[secret]";

/** The minimum length of a secret. Shorter values would occur by chance in many texts. */
const shortest = 4;

/** The minimum length of a token, in characters. Tokens have at least 64 bits, which is 16 hexadecimal digits. */
const shortestToken = 16;

/** A target's name, and the origin of its URL if there is one. Targets with the same origin share a server. */
export interface ServerOf {
  readonly name: string;
  readonly origin?: string | undefined;
}

/** Identifies a target's server by the origin of its URL. All devices of a fleet count as one server. */
export function serverOf({ name, url }: { readonly name: string; readonly url: string }): ServerOf {
  const whole = url.includes("{") ? null : URL.parse(url);
  return { name, ...(whole && { origin: originOf(whole) }) };
}

/** Learns secrets that a target's server has chosen. Redacts them, and everything that `Redactor.learn` was given. */
export interface ServerRedactor extends Redaction {
  /**
   * Learns secrets that another process claims to have opened or read for this target. They are redacted only in this
   * target's texts: otherwise that process could hide texts of another target.
   */
  learnOpened(values: readonly string[]): void;
  /** Learns what the server has created, such as tokens and cookies. Ignores values under 16 characters. */
  learnTokens(values: readonly string[]): void;
  /** Learns secrets that people have created and that the server shows. Ignores values under 4 characters. */
  learnShown(values: readonly string[]): void;
}

/** Redacts secrets in texts, and learns more secrets as they are opened. */
export interface Redactor extends Redactions {
  /** Learns the project's own secrets. They are redacted in every text. */
  learn(values: readonly string[]): void;
  /** The redactor for the texts of one server. */
  by(server: ServerOf): ServerRedactor;
  /** Redacts the secrets of all targets, for texts in which it does no harm to redact too much. */
  readonly all: Redaction;
}

/** Returns a redactor that knows no secrets yet. */
export function openRedactor(): Redactor {
  const ours = new Known();
  const servers = new Map<string, Known>();
  const scopes = new Map<string, Set<string>>();
  const knownBy = (scope: string) => {
    const known = servers.get(scope) ?? new Known();
    servers.set(scope, known);
    return known;
  };
  const targets = new Map<string, Redaction>();
  const of = (target: string) => {
    const known = targets.get(target);
    if (known !== undefined) return known;
    const made = redaction(() => [ours, ...[...(scopes.get(target) ?? [])].map(knownBy)]);
    targets.set(target, made);
    return made;
  };
  return {
    learn: ours.add.bind(ours),
    ...redaction(() => [ours]),
    of,
    all: redaction(() => [ours, ...servers.values()]),
    by: ({ name, origin }) => {
      const scope = origin ?? `target ${name}`;
      scopes.set(name, (scopes.get(name) ?? new Set()).add(scope));
      const opened = `opened for ${name}`;
      const isTheirs = (value: string) => !ours.values.has(value);
      return {
        ...of(name),
        learnOpened: (values) => {
          scopes.get(name)?.add(opened);
          knownBy(opened).add(values);
        },
        learnShown: (values) => knownBy(scope).add(values.filter(isTheirs)),
        learnTokens: (values) =>
          knownBy(scope).add(values.filter((value) => value.length >= shortestToken && isTheirs(value))),
      };
    },
  };
}

type Taking = (text: string) => string;

/** Values, and the function that redacts them. */
class Known {
  readonly values: Set<string>;
  #taken: Record<keyof Redaction, Taking> | undefined;

  constructor(values: readonly string[] = []) {
    this.values = new Set(values);
  }

  add(values: readonly string[]): void {
    const before = this.values.size;
    for (const one of values) this.values.add(one);
    if (this.values.size > before) this.#taken = undefined;
  }

  get taken(): Record<keyof Redaction, Taking> {
    this.#taken ??= takings(this.values);
    return this.#taken;
  }
}

function takings(values: Iterable<string>): Record<keyof Redaction, Taking> {
  const all = [...values];
  return { value: redactor(all), text: redactor(all.filter((one) => !isOrdinary(one))) };
}

/**
 * Redacts all values that are known when it is called. If a text may contain secrets of several owners, all are
 * searched for together, the longest first. Otherwise, redacting a short secret inside a longer one would leave the
 * rest of the longer one visible.
 */
function redaction(known: () => readonly Known[]): Redaction {
  let whole = new Known();
  const by = (how: keyof Redaction) => (text: string) => {
    const all = known();
    const found = all.filter(({ values, taken }) => values.size > 0 && taken[how](text) !== text);
    const [one, ...more] = found;
    if (one === undefined) return text;
    if (more.length === 0) return one.taken[how](text);
    // Secrets are never removed, so the same number means the same values.
    const values = all.flatMap((each) => [...each.values]);
    if (new Set(values).size !== whole.values.size) whole = new Known(values);
    return whole.taken[how](text);
  };
  return { value: by("value"), text: by("text") };
}

/** The length of the longest word in trueup's own texts, in characters. */
const longestWord = 24;

/**
 * True for a value that could occur in one of trueup's own sentences: words, names of fields, numbers, short
 * hexadecimal.
 */
function isOrdinary(value: string): boolean {
  const form = /^(?:\p{L}[\p{L}\p{M}\s'._/-]*|[\d\s.,:/+-]+|[0-9a-f]+)$/iu;
  return value.length < longestWord && form.test(value);
}

/**
 * Returns a function that replaces these values anywhere in a text, in each of their `secretForms`.
 *
 * Only whole values are replaced. Someone who can supply texts then learns whether a text contains a secret, but
 * nothing about parts of the secret. Values under 4 characters are not replaced, because they cannot be distinguished
 * from ordinary text.
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

/**
 * The maximum length of a needle, in units. A short needle is found faster than a whole form, and still rarely occurs
 * by chance.
 */
const longestNeedle = 8;

/**
 * The part of a form that is searched for first: its longest run of letters and digits, which are never escaped.
 * Without such a run, the whole form.
 */
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

/** The maximum number of units in one expression. A longer one would overflow the engine's stack. */
const longestPiece = 256;

/**
 * Redacts one form. A long form consists of several pieces: the first is searched for, and the others must follow it.
 */
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

/** The end of the last piece, if all pieces follow each other from here. Otherwise undefined. */
function endOf(pieces: readonly RegExp[], text: string, from: number): number | undefined {
  let at = from;
  for (const piece of pieces) {
    piece.lastIndex = at;
    if (!piece.test(text)) return undefined;
    at = piece.lastIndex;
  }
  return at;
}

/** True if a match is inside the mark that has replaced another secret. */
function isInMark(text: string, from: number, to: number): boolean {
  const at = text.lastIndexOf(shown, from);
  return at >= 0 && to <= at + shown.length;
}

/** The sources of a form's pieces. A form is split only before a letter or digit, so that no escape is split. */
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
