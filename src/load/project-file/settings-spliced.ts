/**
 * Builds a project file that has the folders and variables of an earlier one. Everything else in it stays, byte for
 * byte. Pure.
 */

import { filterMembers, isObject, type Json, sameJson } from "../../model/json.ts";
import type { SourceText } from "../../model/source.ts";
import { parse } from "../../yaml/parse.ts";
import { textFile } from "../../yaml/text-file.ts";

/** The members of the project file that decide what is declared. */
const deciding = ["desiredState", "vars", "inputs"] as const;

/** A top-level member of the file, with the comments before it. */
interface Block {
  /** The member's name; empty for everything before the first member. */
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the text of `today` with the deciding members of `then`. Undefined: it is not certain which lines belong to
 * these members.
 */
export function withEarlierSettings(today: SourceText, then: SourceText): string | undefined {
  const [now, before] = [today, then].map(valueIn);
  if (!now || !before) return undefined;
  const text = spliced(blocksOf(today.text), blocksOf(then.text));
  const made = valueIn({ path: today.path, text });
  const isDeciding = (name: string) => deciding.some((each) => each === name);
  const parts = (value: Json, keep: (name: string) => boolean): Json =>
    isObject(value) ? filterMembers(value, keep) : value;
  const isRight =
    made !== undefined &&
    sameJson(parts(made, isDeciding), parts(before, isDeciding)) &&
    sameJson(
      parts(made, (name) => !isDeciding(name)),
      parts(now, (name) => !isDeciding(name)),
    );
  return isRight ? text : undefined;
}

function valueIn(file: SourceText): Json | undefined {
  const { documents, faults } = parse(textFile(file.path, file.text), new Map());
  const [document] = documents;
  return faults.length === 0 && documents.length === 1 ? document?.value : undefined;
}

function spliced(now: readonly Block[], before: readonly Block[]): string {
  const isDeciding = ({ name }: Block) => deciding.some((each) => each === name);
  const wanted = before.filter(isDeciding);
  const done = new Set<string>();
  const kept = now.flatMap((block) => {
    if (!isDeciding(block)) return [block];
    const other = wanted.find(({ name }) => name === block.name);
    done.add(block.name);
    return other ? [other] : [];
  });
  const added = wanted.filter(({ name }) => !done.has(name));
  const at = kept.findIndex(({ name }) => name === "targets");
  const whole = at < 0 ? [...kept, ...added] : [...kept.slice(0, at), ...added, ...kept.slice(at)];
  return whole.map(({ text }) => (text.endsWith("\n") || text === "" ? text : `${text}\n`)).join("");
}

/** Returns the members of a block mapping, by lines. Each member begins in the first column. */
function blocksOf(text: string): readonly Block[] {
  const blocks: { name: string; lines: string[] }[] = [{ name: "", lines: [] }];
  for (const line of text.split(/(?<=\n)/)) {
    const name = /^["']?([A-Za-z]+)["']?[ \t]*:(?:\s|$)/.exec(line)?.[1];
    const last = blocks.at(-1);
    if (name === undefined) last?.lines.push(line);
    else {
      const lead = last && last.name !== "" ? leadOf(last.lines) : [];
      blocks.push({ name, lines: [...lead, line] });
    }
  }
  return blocks.map(({ name, lines }) => ({ name, text: lines.join("") }));
}

/** Removes the comments at the end of a member's lines and returns them, because they belong to the next member. */
function leadOf(lines: string[]): readonly string[] {
  let at = lines.length;
  while (at > 1 && /^(?:#.*)?\s*$/.test(lines[at - 1] ?? "")) at -= 1;
  return lines.splice(at);
}
