/** Checks what fields and key words of a mapping name: kinds that there are, and words of their keys. */

import { meant } from "../../yaml/did-you-mean.ts";
import type { MappedFields, MappedKindFile } from "../schema/mapping.ts";

/** What is wrong with one of them, and where. */
interface WrongReference {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint?: string | undefined;
}

interface Reference {
  readonly path: readonly string[];
  readonly refers: string;
}

/** The wrong ones in one kind of these. */
export function wrongReferences(
  { words = {}, fields }: MappedKindFile,
  kinds: readonly MappedKindFile[],
): readonly WrongReference[] {
  const inWords = Object.entries(words).flatMap(([word, { refers = [] }]) =>
    listed(refers, ["words", word, "refers"]),
  );
  return [...inWords, ...inFields(fields, ["fields"])].flatMap(({ path, refers }) => {
    const [name = "", word] = refers.split(".");
    const kind = kinds.find((each) => each.kind === name);
    const names = kinds.map((each) => each.kind);
    if (kind === undefined)
      return [{ path, message: `there is no kind \`${name}\``, hint: meant(name, names) }];
    if (kind.single)
      return [{ path, message: `\`${name}\` is one object: it has no entries that could be named` }];
    const known = wordsOf(kind);
    if (word === undefined || known.includes(word)) return [];
    return [{ path, message: `the keys of \`${name}\` have no \`{${word}}\``, hint: meant(word, known) }];
  });
}

function inFields(fields: MappedFields, at: readonly string[]): readonly Reference[] {
  return Object.entries(fields).flatMap(([name, { refers = [], properties, items }]) => {
    const here = [...at, name];
    const inside = items === undefined ? [] : inFields({ items }, here);
    const own = properties === undefined ? [] : inFields(properties, [...here, "properties"]);
    return [...listed(refers, [...here, "refers"]), ...inside, ...own];
  });
}

function listed(refers: readonly string[], at: readonly string[]): readonly Reference[] {
  return refers.map((each, index) => ({ path: [...at, String(index)], refers: each }));
}

/** The words that its paths have as leaves of their keys. */
function wordsOf({ places }: MappedKindFile): readonly string[] {
  const found = places.flatMap(({ path }) => [...path.matchAll(/=\{(\w+)\}\]/g)]);
  return [...new Set(found.map(([, word = ""]) => word))];
}
