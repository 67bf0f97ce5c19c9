/**
 * Answers APIC's queries and writes with a recorded tree of managed objects, as the vendor's guide to the REST API
 * describes.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { Asked, Told } from "./served.ts";

/** A managed object: its class, attributes and children. */
interface ManagedObject {
  readonly of: string;
  readonly attributes: Record<string, string>;
  children: ManagedObject[];
}

/** Serves the recorded tenants. POST and DELETE change them. */
export class ApicTree {
  readonly #root: ManagedObject = { of: "polUni", attributes: { dn: "uni" }, children: [] };

  constructor(tenants: readonly Json[]) {
    this.#root.children = tenants.flatMap((each) => objectsOf(each));
  }

  /** Returns APIC's answer to a request. */
  answer({ method, path, query, body }: Asked): Told {
    const [, kind = "", name = ""] = /^\/api\/(?:node\/)?(class|mo)\/(.+)\.json$/.exec(path) ?? [];
    if (path === "/api/aaaLogin.json") return listed([loginAnswer]);
    if (kind === "class") return page(this.#all(({ of }) => of === name).map(shownBy(query)), query);
    if (kind !== "mo") return listed([]);
    if (method === "GET") return page(this.#asked(name, query), query);
    if (method === "DELETE") return this.#removed(name);
    for (const each of objectsOf(body)) this.#merge(name, each);
    return listed([]);
  }

  #asked(dn: string, query: URLSearchParams): readonly Json[] {
    const found = this.#at(dn);
    if (found === undefined) return [];
    const target = query.get("query-target") ?? "self";
    const classes = query.get("target-subtree-class")?.split(",");
    const reached = target === "self" ? [found] : target === "children" ? found.children : [...below(found)];
    return reached.filter(({ of }) => !classes || classes.includes(of)).map(shownBy(query));
  }

  #all(isMeant: (of: ManagedObject) => boolean): readonly ManagedObject[] {
    return [...below(this.#root)].filter(isMeant);
  }

  #at(dn: string): ManagedObject | undefined {
    return [...below(this.#root)].find((each) => each.attributes.dn === dn);
  }

  #removed(dn: string): Told {
    for (const parent of below(this.#root))
      parent.children = parent.children.filter(({ attributes }) => attributes.dn !== dn);
    return listed([]);
  }

  /** Merges a posted object into the tree. The object is at this path or below it. */
  #merge(dn: string, posted: ManagedObject): void {
    const own = posted.attributes.dn ?? (this.#isNamed(dn, posted) ? dn : undefined);
    const name = own ?? `${dn}/${posted.attributes.rn ?? relativeName(posted)}`;
    if (posted.attributes.status === "deleted") {
      this.#removed(name);
      return;
    }
    const { status: _, rn: __, ...attributes } = posted.attributes;
    const found = this.#at(name);
    if (found) Object.assign(found.attributes, attributes, { dn: name });
    else
      this.#parentOf(name).children.push({
        of: posted.of,
        attributes: { ...attributes, dn: name },
        children: [],
      });
    for (const child of posted.children) this.#merge(name, child);
  }

  #isNamed(dn: string, { of }: ManagedObject): boolean {
    return this.#at(dn)?.of === of;
  }

  #parentOf(dn: string): ManagedObject {
    const above = [...below(this.#root)].filter(({ attributes }) => dn.startsWith(`${attributes.dn}/`));
    return (
      above
        .toSorted((one, other) => (one.attributes.dn ?? "").length - (other.attributes.dn ?? "").length)
        .at(-1) ?? this.#root
    );
  }
}

const loginAnswer: Json = {
  aaaLogin: { attributes: { token: "eyJhbGciOiJSUzI1NiJ9.recorded", refreshTimeoutSeconds: "600" } },
};

/** Returns the relative name of an object, for the classes that tests create. */
function relativeName({
  of,
  attributes: { name = "", ip = "", tnVzFilterName = "", tnFvBDName = "" },
}: ManagedObject): string {
  const prefixes: Readonly<Record<string, string>> = {
    ...{ fvTenant: `tn-${name}`, fvBD: `BD-${name}`, fvCtx: `ctx-${name}`, fvAp: `ap-${name}` },
    ...{ fvAEPg: `epg-${name}`, vzFilter: `flt-${name}`, vzEntry: `e-${name}`, vzBrCP: `brc-${name}` },
    ...{
      vzSubj: `subj-${name}`,
      fvSubnet: `subnet-[${ip}]`,
      vzRsSubjFiltAtt: `rssubjFiltAtt-${tnVzFilterName}`,
    },
    ...{ fvRsBd: "rsbd", fvRsCtx: "rsctx", l3extRsEctx: "rsectx" },
  };
  return prefixes[of] ?? `${of}-${name || tnFvBDName}`;
}

/** Returns the objects of an answer or a request, each with its distinguished name. */
function objectsOf(from: Json, parent?: string): ManagedObject[] {
  if (!isObject(from)) return [];
  return Object.entries(from).flatMap(([of, content]) => {
    if (!isObject(content)) return [];
    const attributes = textsOf(content.attributes);
    const dn = attributes.dn ?? (parent && attributes.rn && `${parent}/${attributes.rn}`);
    const children = isArray(content.children) ? content.children : [];
    return [
      {
        of,
        attributes: { ...attributes, ...(dn && { dn }) },
        children: children.flatMap((child) => objectsOf(child, dn || undefined)),
      },
    ];
  });
}

function textsOf(from: Json | undefined): Record<string, string> {
  return isObject(from)
    ? Object.fromEntries(Object.entries(from).map(([key, value]) => [key, String(value)]))
    : {};
}

function* below(object: ManagedObject): Generator<ManagedObject> {
  yield object;
  for (const child of object.children) yield* below(child);
}

/**
 * Returns a function that shows an object as an answer does. Objects below it have only their relative names, as in the
 * recording.
 */
function shownBy(query: URLSearchParams): (object: ManagedObject) => JsonObject {
  const subtree = query.get("rsp-subtree") ?? "no";
  return (object) => shown(object, subtree, false);
}

function shown({ of, attributes, children }: ManagedObject, subtree: string, isBelow: boolean): JsonObject {
  const { dn = "", rn: _, ...own } = attributes;
  const named = isBelow ? { ...own, rn: lastPart(dn) } : { ...own, dn };
  const next = subtree === "full" ? "full" : "no";
  const inner = subtree === "no" ? [] : children.map((child) => shown(child, next, true));
  return { [of]: { attributes: named, ...(inner.length > 0 && { children: inner }) } };
}

/** Returns the part after the last slash that is outside brackets. */
function lastPart(dn: string): string {
  let depth = 0;
  for (let at = dn.length - 1; at >= 0; at -= 1) {
    if (dn[at] === "]") depth += 1;
    if (dn[at] === "[") depth -= 1;
    if (dn[at] === "/" && depth === 0) return dn.slice(at + 1);
  }
  return dn;
}

function listed(imdata: readonly Json[]): Told {
  return { body: { totalCount: String(imdata.length), imdata: [...imdata] } };
}

function page(all: readonly Json[], query: URLSearchParams): Told {
  const size = Number(query.get("page-size") ?? all.length);
  const from = Number(query.get("page") ?? 0) * size;
  return { body: { totalCount: String(all.length), imdata: all.slice(from, from + size) } };
}
