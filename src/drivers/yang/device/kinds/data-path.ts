/** Data paths of a device's tree, `/Vendor-native:native/ntp`: formatting and parsing (RFC 8040, 3.5.3). */

const name = "[A-Za-z_][A-Za-z0-9_.-]*";
const form = new RegExp(`^/${name}:${name}(?:=[^/]*)?(?:/(?:${name}:)?${name}(?:=[^/]*)?)*$`);

/** True for an absolute data path whose first part names its module. In list entries, the key follows the name. */
export function isDataPath(path: string): boolean {
  return path.length <= 1024 && !path.includes("..") && form.test(path);
}

/** True if the first part of a path names its module, as every data path must. */
export function namesModule(path: string): boolean {
  return /^\/[^/:]+:/.test(path);
}

/** A key leaf, and its text in one entry. */
interface KeyLeaf {
  readonly leaf: string;
  readonly value: string;
}

/** The key of a list entry, in the order of the list's key. */
export type EntryKey = readonly KeyLeaf[];

/** A step in a tree: to a member, or to one entry of the list that the previous step reached. */
export type TreeStep = string | EntryKey;

/** True for the step to an entry. */
export function isEntryStep(step: TreeStep): step is EntryKey {
  return typeof step !== "string";
}

/** One part of a path between slashes, with the key written as in an instance identifier. */
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

/** Returns the parts of a path, each with its slash and its keys. */
export function pathParts(path: string): readonly string[] {
  return [...path.matchAll(partPattern)].map(([part]) => part);
}

function keyIn(predicates: string): EntryKey {
  return [...predicates.matchAll(predicate)].map(([, leaf = "", value = '""']) => ({
    leaf,
    value: String(JSON.parse(value)),
  }));
}

/** Returns the steps of a data path. A step names its module only if its module differs from the parent's module. */
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

/** Returns the members in a data path, without the keys of entries. */
export function members(path: string): readonly string[] {
  return names(steps(path));
}

/** Returns the members among these steps, without the keys of entries. */
export function names(of: readonly TreeStep[]): readonly string[] {
  return of.flatMap((step) => (isEntryStep(step) ? [] : [step]));
}

/**
 * Returns the data path in the identity of a device configuration, whether or not the identity contains a host. For an
 * entry, it is the path of its list.
 */
export function dataPath(identity: string): string {
  const path = identity.startsWith("/") ? identity : identity.slice(identity.indexOf(" ") + 1);
  if (!path.endsWith('"]')) return path;
  const last = [...path.matchAll(partPattern)].at(-1);
  return last?.[2] ? path.slice(0, -last[2].length) : path;
}

/** Returns the identity of an entry, as an instance identifier: `/a:b/list[name="0"]`. */
export function entryIdentity(list: string, key: EntryKey): string {
  return list + key.map(({ leaf, value }) => `[${leaf}=${JSON.stringify(value)}]`).join("");
}

/** Returns the key in an entry's identity. Undefined: the identity is not that of an entry. */
export function entryKeyIn(identity: string): EntryKey | undefined {
  if (!identity.endsWith('"]')) return undefined;
  return partsOf(identity.slice(Math.max(identity.indexOf("/"), 0))).at(-1)?.key;
}

/** Returns the path of an entry as people write it (RFC 8040, 3.5.3): `/a:b/list=0`. */
export function entryPath(list: string, values: readonly string[]): string {
  return `${writtenPath(list)}=${values.map((value) => value.replaceAll(/[%,/]/g, encodeURIComponent)).join(",")}`;
}

/** Returns the path in an identity as people write it, with entry keys after their lists. */
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

/** Returns the list and the key values in an entry's path. Undefined: the path is not that of an entry. */
export function entryIn(
  path: string,
): { readonly list: string; readonly values: readonly string[] } | undefined {
  const equals = path.indexOf("=", lastPart(path));
  return equals < 0 ? undefined : { list: path.slice(0, equals), values: keyValues(path.slice(equals + 1)) };
}

/**
 * Returns the position at which the last part of a written path begins. The entry keys before it may contain any
 * characters.
 */
function lastPart(path: string): number {
  const last = [...path.matchAll(partPattern)].at(-1);
  return last?.index ?? 0;
}

/** Returns a path without entry keys. This is the form in which `keys:` and settings name lists. */
export function withoutKeys(path: string): string {
  return [...path.matchAll(partPattern)].map(([, text = ""]) => `/${text.split("=")[0]}`).join("");
}

/** Returns the key values in a text. They are separated by commas, and a comma in a value is written as `%2C`. */
export function keyValues(text: string): readonly string[] {
  return text.split(",").map(decoded);
}

/** Invalid percent-encodings stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
