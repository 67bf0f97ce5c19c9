/** Data paths of a device's tree, `/Vendor-native:native/ntp`: written and taken apart (RFC 8040, 3.5.3). */

const name = "[A-Za-z_][A-Za-z0-9_.-]*";
const form = new RegExp(`^/${name}:${name}(?:=[^/]*)?(?:/(?:${name}:)?${name}(?:=[^/]*)?)*$`);

/** True for an absolute data path whose first part names its module; an entry of a list has its key behind its name. */
export function isDataPath(path: string): boolean {
  return path.length <= 1024 && !path.includes("..") && form.test(path);
}

/** False for what leads nowhere: the first part of a path names its module. */
export function namesModule(path: string): boolean {
  return /^\/[^/:]+:/.test(path);
}

/** A leaf of a list's key, and the text that it has in one entry. */
interface KeyLeaf {
  readonly leaf: string;
  readonly value: string;
}

/** What tells an entry of a list from the others, in the order of the list's key. */
export type EntryKey = readonly KeyLeaf[];

/** A step down a tree: to a member, or to one entry of the list that the step before has led to. */
export type TreeStep = string | EntryKey;

/** True for the step to an entry. */
export function isEntryStep(step: TreeStep): step is EntryKey {
  return typeof step !== "string";
}

/** One part of a path between slashes, and the key that it has in the form of an instance identifier. */
interface PathPart {
  readonly text: string;
  readonly key: EntryKey | undefined;
}

const partPattern = /\/([^/[=]+(?:=[^/]*)?)((?:\[[^=\]]+="(?:[^"\\]|\\.)*"\])*)/gy;
const predicate = /\[([^=\]]+)=("(?:[^"\\]|\\.)*")\]/gy;

function partsOf(path: string): readonly PathPart[] {
  return [...path.matchAll(partPattern)].map(([, text = "", keys = ""]) => ({
    text,
    key: keys === "" ? undefined : keyIn(keys),
  }));
}

/** The parts of a path, each with its slash and its keys. */
export function pathParts(path: string): readonly string[] {
  return [...path.matchAll(partPattern)].map(([part]) => part);
}

function keyIn(predicates: string): EntryKey {
  return [...predicates.matchAll(predicate)].map(([, leaf = "", value = '""']) => ({
    leaf,
    value: String(JSON.parse(value)),
  }));
}

/** The steps of a data path down the tree: a module is named where it differs from the one above only. */
export function steps(path: string): readonly TreeStep[] {
  let module = "";
  return partsOf(path).flatMap(({ text, key }): TreeStep[] => {
    const [before] = text.split("=");
    const colon = (before ?? "").indexOf(":");
    const own = colon < 0 ? module : text.slice(0, colon);
    const member = own === module ? text.slice(colon + 1) : text;
    module = own;
    return key ? [member, key] : [member];
  });
}

/** The members among the steps of a data path: the same without the keys of entries. */
export function members(path: string): readonly string[] {
  return names(steps(path));
}

/** The members among these steps. */
export function names(of: readonly TreeStep[]): readonly string[] {
  return of.flatMap((step) => (isEntryStep(step) ? [] : [step]));
}

/** The data path in the identity of a device's configuration, with its host or without; of an entry its list's. */
export function dataPath(identity: string): string {
  const path = identity.startsWith("/") ? identity : identity.slice(identity.indexOf(" ") + 1);
  if (!path.endsWith('"]')) return path;
  const last = [...path.matchAll(partPattern)].at(-1);
  return last?.[2] ? path.slice(0, -last[2].length) : path;
}

/** The identity of an entry, in the form of an instance identifier: `/a:b/list[name="0"]`. */
export function entryIdentity(list: string, key: EntryKey): string {
  return list + key.map(({ leaf, value }) => `[${leaf}=${JSON.stringify(value)}]`).join("");
}

/** The key in the identity of an entry; undefined for what is none. */
export function entryKeyIn(identity: string): EntryKey | undefined {
  if (!identity.endsWith('"]')) return undefined;
  return partsOf(identity.slice(Math.max(identity.indexOf("/"), 0))).at(-1)?.key;
}

/** The path of an entry as people write it (RFC 8040, 3.5.3): `/a:b/list=0`. */
export function entryPath(list: string, values: readonly string[]): string {
  return `${writtenPath(list)}=${values.map((value) => value.replaceAll(/[%,/]/g, encodeURIComponent)).join(",")}`;
}

/** The path in an identity as people write it, with the keys of entries behind their lists. */
export function writtenPath(path: string): string {
  if (!path.includes("[")) return path;
  return partsOf(path)
    .map(({ text, key }) =>
      key
        ? entryPath(
            `/${text}`,
            key.map(({ value }) => value),
          )
        : `/${text}`,
    )
    .join("");
}

/** What the path of an entry says: its list, and the values of its key; undefined where it is that of no entry. */
export function entryIn(
  path: string,
): { readonly list: string; readonly values: readonly string[] } | undefined {
  const equals = path.indexOf("=", lastPart(path));
  return equals < 0 ? undefined : { list: path.slice(0, equals), values: keyValues(path.slice(equals + 1)) };
}

/** Where the last part of a written path begins; the key of an entry before it may hold anything. */
function lastPart(path: string): number {
  const last = [...path.matchAll(partPattern)].at(-1);
  return last?.index ?? 0;
}

/** A path without the keys of entries, as `keys:` and settings name lists. */
export function withoutKeys(path: string): string {
  return [...path.matchAll(partPattern)].map(([, text = ""]) => `/${text.split("=")[0]}`).join("");
}

/** The values of a key as one text: with commas between them, and those in them as `%2C`. */
export function keyValues(text: string): readonly string[] {
  return text.split(",").map(decoded);
}

/** What is no encoding stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
