/** The fabric controller interface: managed objects by their path, created by POST, read by GET. */

import { isOperator, known, tokenOf, unauthorized } from "./credentials.ts";
import { type Answer, type Fields, type Heard, isFields, jsonOf, malformed } from "./http.ts";

/** What the specification leaves open about a fabric controller. */
export interface FabricSwitches {
  /** Objects by path, for example `uni/tn-Production` → `{ fvTenant: { attributes: … } }`. */
  readonly objects?: Readonly<Record<string, Fields>>;
  /** The shape of a read's reply: the object, an array of it, or the object inside `imdata`. */
  readonly reading?: "object" | "array" | "imdata";
  /** The reply to a read of a missing object: 404, or an empty list if replies are lists. */
  readonly missing?: "not found" | "empty";
  /**
   * If true, paths are not case-sensitive, although the specification says that "the fabric controller is
   * case-sensitive".
   */
  readonly ignoresCase?: boolean;
  /** The name of a required property. Without the property, a create is refused with "mandatory property missing". */
  readonly mandatory?: string;
}

/** Returns a function that answers like a fabric controller with these switches. */
export function fabric(switches: FabricSwitches = {}): (heard: Heard) => Answer {
  const { objects = { "uni/tn-common": tenant("common") }, ignoresCase } = switches;
  const named = (path: string) => (ignoresCase === true ? path.toLowerCase() : path);
  const all = new Map(Object.entries(objects).map(([path, object]) => [named(path), object]));
  return (heard) => {
    if (tokenOf(heard) !== known.token && !isOperator(heard)) return unauthorized;
    const path = decodeURIComponent(/^\/api\/mo\/(.+)\.json$/.exec(heard.path)?.[1] ?? "");
    if (path === "") return { status: 404 };
    if (heard.method === "GET")
      return read(
        path === "uni" ? { polUni: { attributes: { dn: "uni" } } } : all.get(named(path)),
        switches,
      );
    if (heard.method === "DELETE") return { status: all.delete(named(path)) ? 200 : 404 };
    return heard.method === "POST" ? create({ path, heard, all, named }, switches) : { status: 405 };
  };
}

interface Creation {
  readonly path: string;
  readonly heard: Heard;
  readonly all: Map<string, Fields>;
  readonly named: (path: string) => string;
}

/**
 * Creates an object. The name of a tenant "must match the tenant name used in the path". The answer is the "created
 * object", or 400 with `code` and the missing path.
 */
function create({ path, heard, all, named }: Creation, { mandatory }: FabricSwitches): Answer {
  const object = jsonOf(heard);
  if (object === undefined) return malformed;
  const [name = "", wrapped] = Object.entries(object)[0] ?? [];
  const attributes = isFields(wrapped) && isFields(wrapped.attributes) ? wrapped.attributes : undefined;
  const must = name === "fvTenant" ? "name" : mandatory;
  const missing = attributes === undefined ? `${name}.attributes` : `${name}.attributes.${must}`;
  if (attributes === undefined || (must !== undefined && attributes[must] === undefined))
    return { status: 400, body: { error: { code: "103", message: `missing property ${missing}` } } };
  if (name === "fvTenant" && path !== `uni/tn-${attributes.name}`) return { status: 400 };
  const made = merged(all.get(named(path)), name, attributes);
  all.set(named(path), made);
  return { body: made };
}

function merged(before: Fields | undefined, name: string, attributes: Fields): Fields {
  const live = before?.[name];
  return {
    [name]: {
      attributes: { ...(isFields(live) && isFields(live.attributes) && live.attributes), ...attributes },
    },
  };
}

function read(
  object: Fields | undefined,
  { reading = "object", missing = "not found" }: FabricSwitches,
): Answer {
  if (object === undefined && (missing === "not found" || reading === "object")) return { status: 404 };
  const found = object === undefined ? [] : [object];
  if (reading === "imdata") return { body: { totalCount: String(found.length), imdata: found } };
  return { body: reading === "array" ? found : object };
}

/** Returns a tenant with the wrapper and the attributes of the specification's table. */
export function tenant(name: string, attributes: Fields = {}): Fields {
  return { fvTenant: { attributes: { name, ...attributes } } };
}
