/** Places that a server may store in another form: plain texts and numbers that do not decide about access. Pure. */

import { decidesByName, isRemark, kindDecidesByName } from "../access-words.ts";
import type { Field } from "../schema/field.ts";
import type { KindFile } from "../schema/kind.ts";

/** The parts of a kind that determine whether a place decides about access. */
export interface DecidingKind extends Pick<KindFile, "kind" | "title" | "form" | "fields"> {
  readonly identity?: KindFile["identity"] | undefined;
  readonly key?: KindFile["key"] | undefined;
  readonly lockout?: readonly string[] | undefined;
  readonly codec?: KindFile["codec"] | undefined;
  readonly decidesAccess?: boolean | undefined;
}

/**
 * Returns a function that takes a path of names and positions, and returns true if the server may store the value at
 * this path in another form.
 *
 * | the place is                                                            | the form may differ     |
 * |-------------------------------------------------------------------------|-------------------------|
 * | no field of the catalog, or a field of unknown type                     | no                      |
 * | a boolean, an enum, a value that the wire represents by another value   | no                      |
 * | a secret, a reference, part of an identity, or may lock users out       | no                      |
 * | in something that decides about access: by `decidesAccess`, or by names | no, except descriptions |
 * | another text or number, or an element of a list of texts or numbers     | yes                     |
 */
export function mayDifferIn(
  file: DecidingKind,
  ofProduct?: boolean | undefined,
): (place: readonly string[]) => boolean {
  const { fields, codec, lockout = [] } = file;
  const decides = file.decidesAccess ?? ofProduct ?? kindDecidesByName(file);
  const own = identityFields(file);
  if (codec === "anyObject" || lockout.includes("*")) return () => false;
  return ([name = "", ...rest]) => {
    if (own.includes(name) || lockout.includes(name)) return false;
    return mayDiffer({ properties: fields }, [name, ...rest], { decides, identity: [] });
  };
}

/** Returns the top-level fields by which the kind is matched: the key's field, or the fields of its identity. */
function identityFields({ identity, key = "free", form }: DecidingKind): readonly string[] {
  const own = key === "free" ? [] : [key];
  if (identity === undefined) return form === "singleton" || key !== "free" ? own : ["name"];
  if (typeof identity === "string") return [...own, topOf(identity)];
  if ("path" in identity) return [...own, topOf(identity.at), topOf(identity.name ?? "")];
  return [...own, ...("first" in identity ? identity.first : identity).map(topOf)];
}

function topOf(name: string): string {
  return name.split(".")[0] ?? name;
}

interface Around {
  readonly decides: boolean;
  /** The key fields of the surrounding list. */
  readonly identity: readonly string[];
}

function mayDiffer(field: Field, [name, ...rest]: readonly string[], around: Around): boolean {
  if (field.secret !== undefined || field.refersTo !== undefined) return false;
  if (field.enum !== undefined || field.values !== undefined || field.synonyms !== undefined) return false;
  const { type, properties, items, additionalProperties: others } = field;
  if (name === undefined) {
    if (type === "array") return items !== undefined && mayDiffer(items, [], around);
    return !around.decides && (type === "string" || type === "integer" || type === "number");
  }
  if (items) return mayDiffer(items, rest, { ...around, identity: field.identity ?? [] });
  const member = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (around.identity.includes(name)) return false;
  if (!member) return others ? mayDiffer(others, rest, { ...around, identity: [] }) : false;
  const said = member.decidesAccess ?? (isRemark(name) ? false : decidesByName(name) || undefined);
  return mayDiffer(member, rest, { decides: said ?? around.decides, identity: [] });
}
