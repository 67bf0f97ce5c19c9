/** Data paths of a device's tree, `/Vendor-native:native/ntp`: written and taken apart (RFC 8040, 3.5.3). */

const name = "[A-Za-z_][A-Za-z0-9_.-]*";
const form = new RegExp(`^/${name}:${name}(?:/(?:${name}:)?${name})*(?:=[^/]*)?$`);

/** True for an absolute data path whose first part names its module; an entry of a list has its key at the end. */
export function isDataPath(path: string): boolean {
  return path.length <= 1024 && !path.includes("..") && form.test(path);
}

/** The parts of a data path as members of the tree: a module is named where it differs from the one above only. */
export function members(path: string): readonly string[] {
  let module = "";
  return path
    .split("/")
    .slice(1)
    .map((part) => {
      const colon = part.indexOf(":");
      const own = colon < 0 ? module : part.slice(0, colon);
      const member = own === module ? part.slice(colon + 1) : part;
      module = own;
      return member;
    });
}

/** The data path in the identity of a device's configuration, with its host or without; of an entry its list's. */
export function dataPath(identity: string): string {
  const start = identity.startsWith("/") ? 0 : identity.indexOf(" ") + 1;
  const end = identity.indexOf("[", start);
  return identity.slice(start, end < 0 ? undefined : end);
}

/** A leaf of a list's key, and the text that it has in one entry. */
interface KeyLeaf {
  readonly leaf: string;
  readonly value: string;
}

/** What tells an entry of a list from the others, in the order of the list's key. */
export type EntryKey = readonly KeyLeaf[];

/** The identity of an entry, in the form of an instance identifier: `/a:b/list[name="0"]`. */
export function entryIdentity(list: string, key: EntryKey): string {
  return list + key.map(({ leaf, value }) => `[${leaf}=${JSON.stringify(value)}]`).join("");
}

const predicate = /\[([^=\]]+)=("(?:[^"\\]|\\.)*")\]/gy;

/** The key in the identity of an entry; undefined for what is none. */
export function entryKeyIn(identity: string): EntryKey | undefined {
  const start = identity.indexOf("[");
  if (start < 0) return undefined;
  const found = [...identity.slice(start).matchAll(predicate)];
  return found.map(([, leaf = "", value = '""']) => ({ leaf, value: String(JSON.parse(value)) }));
}

/** The path of an entry as people write it (RFC 8040, 3.5.3): `/a:b/list=0`. */
export function entryPath(list: string, values: readonly string[]): string {
  return `${list}=${values.map((value) => value.replaceAll(/[%,/]/g, encodeURIComponent)).join(",")}`;
}

/** What the path of an entry says: its list, and the values of its key; undefined where it is that of no entry. */
export function entryIn(
  path: string,
): { readonly list: string; readonly values: readonly string[] } | undefined {
  const equals = path.indexOf("=");
  return equals < 0 ? undefined : { list: path.slice(0, equals), values: keyValues(path.slice(equals + 1)) };
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
