/** Reads of an APIC: one object or all objects of a class, their subtrees, pages and order. */

import type { JsonObject } from "../../../model/json.ts";
import { type ManagedObjectSeed, parentOf } from "../state.ts";
import { ApicRefusal } from "./answers.ts";
import { classes } from "./classes.ts";

/** An object with its path. */
type Found = readonly [path: string, object: ManagedObjectSeed];

/** The objects, and the user's query. */
export interface ApicQuery {
  readonly objects: ReadonlyMap<string, ManagedObjectSeed>;
  readonly query: URLSearchParams;
  /** When any of the objects was last changed, as a text in the form that replies show. */
  readonly modTs: string;
}

/** A page of objects, and the total number on all pages. */
export interface QueryResult {
  readonly shown: readonly JsonObject[];
  readonly total: number;
}

/** The maximum number of objects in an answer. A request for more is refused: the client must ask for pages. */
const mostObjects = 100_000;

/** Answers a query that starts at these existing objects. Throws if the query is refused. */
export function queried(of: ApicQuery, from: readonly Found[]): QueryResult {
  const below = Map.groupBy([...of.objects], ([path]) => parentOf(path) ?? "");
  const found = ordered(of, filtered(of, targeted(of, from, below)));
  const page = paged(of, found);
  if (page.length > mostObjects)
    throw new ApicRefusal(400, "400", "Unable to process the query, result dataset is too big");
  return { shown: page.map((each) => shown(of, each, { below, isTop: true })), total: found.length };
}

type Below = ReadonlyMap<string, readonly Found[]>;

function targeted({ query }: ApicQuery, from: readonly Found[], below: Below): readonly Found[] {
  const only = query.get("target-subtree-class")?.split(",");
  const isWanted = ([, object]: Found) => only === undefined || only.includes(object.class);
  const inner = (path: string): readonly Found[] => below.get(path) ?? [];
  const all = (one: Found): readonly Found[] => [one, ...inner(one[0]).flatMap(all)];
  switch (query.get("query-target") ?? "self") {
    case "self":
      return from;
    case "children":
      return from.flatMap(([path]) => inner(path)).filter(isWanted);
    case "subtree":
      return from.flatMap(all).filter(isWanted);
  }
  throw new ApicRefusal(400, "400", `query-target=${query.get("query-target")} is unknown`);
}

/**
 * Returns the objects that meet the query's condition, which is `eq(fvTenant.name,"X")`, `ne(..)` or `wcard(..)`. A
 * query has at most one condition.
 */
function filtered({ query }: ApicQuery, found: readonly Found[]): readonly Found[] {
  const text = query.get("query-target-filter");
  if (text === null) return found;
  const [, operator, name, attribute = "", value = ""] =
    /^(eq|ne|wcard)\((\w+)\.(\w+),"([^"]*)"\)$/.exec(text) ?? [];
  if (operator === undefined)
    throw new ApicRefusal(400, "400", `query-target-filter=${text} is not simulated`);
  return found.filter(([path, object]) => {
    const own = attribute === "dn" ? path : (object.attributes[attribute] ?? "");
    const isSame = operator === "wcard" ? own.includes(value) : own === value;
    return object.class === name && (operator === "ne" ? !isSame : isSame);
  });
}

/**
 * Returns the objects in the order that `order-by=fvTenant.name|desc` asks for. Without it, an APIC may use any order,
 * and this simulator orders objects by path.
 */
function ordered({ query }: ApicQuery, found: readonly Found[]): readonly Found[] {
  const [, attribute = "dn", direction = "asc"] =
    /^\w+\.(\w+)(?:\|(asc|desc))?$/.exec(query.get("order-by") ?? "") ?? [];
  const place = ([path, object]: Found) => (attribute === "dn" ? path : (object.attributes[attribute] ?? ""));
  const sign = direction === "desc" ? -1 : 1;
  return found.toSorted((one, other) =>
    place(one) < place(other) ? -sign : place(one) > place(other) ? sign : 0,
  );
}

function paged({ query }: ApicQuery, found: readonly Found[]): readonly Found[] {
  const size = query.get("page-size");
  if (size === null) return found;
  const page = query.get("page") ?? "0";
  if (!/^\d{1,6}$/.test(page) || !/^[1-9]\d{0,5}$/.test(size))
    throw new ApicRefusal(400, "400", `page=${page}, page-size=${size}: whole numbers are wanted`);
  return found.slice(Number(page) * Number(size), (Number(page) + 1) * Number(size));
}

interface Around {
  readonly below: Below;
  /** If true, the object is shown with its whole path (`dn`), otherwise only with the last part of the path (`rn`). */
  readonly isTop: boolean;
}

function shown(of: ApicQuery, [path, object]: Found, { below, isTop }: Around): JsonObject {
  const { query } = of;
  const depth = query.get("rsp-subtree") ?? "no";
  const only = query.get("rsp-subtree-class")?.split(",");
  const goesOn = depth === "full" || (depth === "children" && isTop);
  const inside = goesOn ? (below.get(path) ?? []) : [];
  const wanted = inside.filter(([, each]) => only === undefined || only.includes(each.class));
  const children = wanted.map((each) => shown(of, each, { below, isTop: false }));
  const attributes = attributesOf(of, [path, object], isTop);
  return { [object.class]: { attributes, ...(children.length > 0 && { children }) } };
}

/** Attributes that an APIC accepts and never shows. */
const secure = /^(?:password|authKey|secureAuthKey)$/;
/** Classes whose attribute `key` is secret. */
const keyed = /^(?:bfd\w*P|hsrpGroupPol)$/;

function shownOf({ class: of, attributes }: ManagedObjectSeed): JsonObject {
  const names = Object.keys(attributes).filter(
    (name) => !secure.test(name) && !(name === "key" && keyed.test(of)),
  );
  return Object.fromEntries(names.map((name) => [name, attributes[name] ?? ""]));
}

function attributesOf({ query, modTs }: ApicQuery, [path, object]: Found, isTop: boolean): JsonObject {
  const { rn = "" } = classes.get(object.class) ?? {};
  const place = isTop ? { dn: path } : {};
  switch (query.get("rsp-prop-include") ?? "all") {
    case "config-only":
      return { ...shownOf(object), ...place };
    case "naming-only": {
      const naming = Object.entries(object.attributes).filter(([name]) => rn.includes(`{${name}}`));
      return { ...Object.fromEntries(naming), ...place };
    }
  }
  const last = path.slice((parentOf(path)?.length ?? -1) + 1);
  const operational = { childAction: "", lcOwn: "local", modTs, status: "", uid: "15374" };
  return { ...shownOf(object), ...operational, ...(isTop ? place : { rn: last }) };
}
