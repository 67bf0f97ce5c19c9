/** What stands for the words in a kind's templates: ids of what it is in, its own, settings of the target. Pure. */

import { fieldOf, textFrom } from "../../catalog/fields/field-of.ts";
import { isIdKnown } from "../../catalog/identity.ts";
import { keyInIdentity } from "../../catalog/path-identity.ts";
import type { WordValue } from "../../catalog/templates.ts";
import type { Scope } from "../../model/desired.ts";
import { definedMembers } from "../../model/json.ts";
import { idsIn, ownIdIn } from "../../model/snapshot.ts";
import { demanded } from "../contract/kind-table.ts";
import type { RestDialect, RestKind } from "./catalogs/catalog-dialect.ts";

/** What is known of a thing that a request is about. */
export interface RequestSubject {
  readonly parentId?: string | undefined;
  /** Its own live id, a chain as its parent's. */
  readonly id?: string | undefined;
  readonly identity?: string | undefined;
  readonly scope?: Scope | undefined;
  /** What it is matched by, for the words of a codec. Default: `identity`. */
  readonly named?: string | undefined;
}

/** The words for a kind's templates. */
export function wordsOf(of: RestKind, dialect: Pick<RestDialect, "values">, on: RequestSubject): WordValue {
  const settings = settingWords(dialect);
  const ids = new Map(Object.entries(aboveIds(of, on)));
  const own = ownId(of, on);
  const { named = on.identity } = on;
  const coded = named === undefined ? undefined : of.codec?.words?.(named);
  return (word) => {
    if (word === "id") return own;
    if (word === "identity") return on.identity;
    if (word === "position") return position(own);
    const found = ids.get(word) ?? coded?.[word] ?? settings(word);
    return found ?? (rangeWords.includes(word) ? on.scope?.[word] : undefined);
  };
}

/** Words of the scope itself: from when to when, where somebody asks for a range of time. */
const rangeWords: readonly string[] = ["startTime", "endTime"];

/** The same for requests: without the id of what it is in, one would be about something else, so it throws. */
export function requestWords(
  of: RestKind,
  dialect: Pick<RestDialect, "values">,
  on: RequestSubject,
): WordValue {
  const { above, file } = of;
  const words = wordsOf(of, dialect, on);
  const lack = (word: string) => `a ${file.title} is asked for without the id of its ${word}`;
  return (word) => (above.includes(word) ? demanded(words(word), lack(word)) : words(word));
}

/** The words for what is about no kind: `settings.NAME`. */
export function settingWords({ values }: Pick<RestDialect, "values">): WordValue {
  const prefix = "settings.";
  return (word) =>
    word.startsWith(prefix) ? textFrom(fieldOf(values, word.slice(prefix.length))) : undefined;
}

/** The live ids of what it is in, by kind: the last ids of the chain are those of the nearest kinds. */
function aboveIds({ above }: RestKind, { parentId, id }: RequestSubject): Readonly<Record<string, string>> {
  const chain = parentId === undefined ? idsIn(id ?? "")?.slice(0, -1) : idsIn(parentId);
  const first = above.length - (chain?.length ?? 0);
  return definedMembers(above.map((kind, index) => [kind, chain?.[index - first]]));
}

function ownId({ file }: RestKind, { id, identity }: RequestSubject): string | undefined {
  const known = isIdKnown(file) && identity !== undefined ? keyInIdentity(file, identity) : undefined;
  // In a preview what is not made yet has a text in braces for its id.
  if (id === undefined || id === "" || (known !== undefined && id.startsWith("{"))) return known;
  return ownIdIn(id);
}

/** Of what is counted from 0: which one it is, counted from 1. */
function position(id: string | undefined): string | undefined {
  return id !== undefined && /^\d{1,9}$/.test(id) ? String(Number(id) + 1) : undefined;
}

/** All ids that a path may be made of, to be checked before anything is sent; an unreadable chain by itself. */
export function idsOf({ parentId, id, identity }: RequestSubject): readonly (string | undefined)[] {
  const chain = (text: string | undefined) => (text === undefined ? [] : (idsIn(text) ?? [".."]));
  return [...chain(parentId), ...chain(id), identity];
}
