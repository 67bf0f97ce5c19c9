/**
 * Places kinds. Their parents follow from path parameters. Their names and sections follow from the words between the
 * parameters.
 */

import { wordsAtTop } from "../schema/kind.ts";
import type { NamedEndpoint } from "./draft.ts";
import { above, type ConfigEndpoint, endsInParameter } from "./forms.ts";
import type { Overlay } from "./overlay.ts";

interface Placing {
  /** The endpoints with their names and places. */
  readonly endpoints: readonly NamedEndpoint[];
  /** The paths of endpoints whose parent is not a kind, each with the reason. */
  readonly notKinds: ReadonlyMap<string, string>;
}

/** An endpoint with its ancestors, the outermost first. `gap`: a parameter for which no kind is known. */
interface Chain {
  readonly endpoint: ConfigEndpoint;
  readonly parents: readonly ConfigEndpoint[];
  readonly gap?: string;
}

/** Names and places all endpoints. */
export function placed(endpoints: readonly ConfigEndpoint[], overlay: Overlay): Placing {
  const byItem = new Map(endpoints.filter(isContainer).map((each) => [shape(each.item), each]));
  const chains = endpoints.map((endpoint) => chainOf(endpoint, byItem, overlay));
  const lost = chains.filter((each) => each.gap !== undefined);
  const kept = chains.filter((each) => each.gap === undefined);
  const names = namesOf(kept, overlay);
  const sections = sectionsOf(kept, names, overlay);
  const name = (endpoint: ConfigEndpoint | undefined) => names.get(endpoint?.item ?? "") ?? "";
  return {
    notKinds: new Map(lost.map(({ endpoint, gap }) => [endpoint.item, `no kind has the id {${gap}}`])),
    endpoints: kept.map(({ endpoint, parents }) => ({
      ...endpoint,
      kind: name(endpoint),
      title: titleOf(name(endpoint), overlay.words),
      section: sections.get(endpoint.item) ?? "",
      parents: parents.map((each) => ({ parameter: parameterOf(each.item), kind: name(each) })),
      atTop: parents.length > 0 && overlay.top.includes(name(parents.at(-1))),
    })),
  };
}

function isContainer({ form }: ConfigEndpoint): boolean {
  return form !== "singleton";
}

/** Returns a path with anonymous parameters, because two descriptions may give a parameter different names. */
function shape(path: string): string {
  return path.replace(/\{[^}]+\}/g, "{}");
}

function parameterOf(path: string): string {
  return path.slice(path.lastIndexOf("{") + 1, -1);
}

function chainOf(
  endpoint: ConfigEndpoint,
  byItem: ReadonlyMap<string, ConfigEndpoint>,
  overlay: Overlay,
): Chain {
  const isJoined = endpoint.list !== undefined && overlay.joined[endpoint.list] !== undefined;
  const from = isJoined ? (endpoint.list ?? "") : endpoint.item;
  const starts = from.split("/").map((_, at, all) => all.slice(0, at + 1).join("/"));
  const own = isJoined ? "" : endpoint.item;
  const prefixes = starts.filter((each) => endsInParameter(each) && each !== own);
  const direct = prefixes.map((each) => byItem.get(shape(each)));
  const gap = prefixes[direct.indexOf(undefined)];
  const parents = direct.flatMap((each) => (each ? [each] : []));
  const [first] = parents;
  const around = first && overlay.joined[first.list ?? ""] !== undefined && !isJoined;
  const outer = around ? chainOf(first, byItem, overlay) : undefined;
  const lost = gap === undefined ? outer?.gap : parameterOf(gap);
  return { endpoint, parents: [...(outer?.parents ?? []), ...parents], ...(lost && { gap: lost }) };
}

/** Returns the words between the path of the parent and the endpoint's own parameter. */
function ownWords({ endpoint, parents }: Chain): readonly string[] {
  const path = endpoint.list ?? (endsInParameter(endpoint.item) ? above(endpoint.item) : endpoint.item);
  const parent = parents.at(-1)?.item ?? "";
  const between = words(shape(path).startsWith(`${shape(parent)}/`) ? path.slice(parent.length) : path).slice(
    parents.length > 0 && !shape(path).startsWith(`${shape(parent)}/`) ? -1 : 0,
  );
  const from = parents.length > 0 ? 0 : between.findIndex((each) => !isOfEveryPath(each));
  return from > 0 ? between.slice(from) : between;
}

/** True for path prefixes that mean nothing, as in `/api/v2/groups`. */
function isOfEveryPath(word: string): boolean {
  return /^(?:api|rest|v\d+)$/i.test(word);
}

function namesOf(chains: readonly Chain[], overlay: Overlay): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const taken = new Set<string>();
  const isOuter = (a: Chain, b: Chain) => a.parents.length - b.parents.length;
  for (const chain of chains.toSorted(isOuter)) {
    const { endpoint, parents } = chain;
    const parent = result.get(parents.at(-1)?.item ?? "") ?? "";
    const [first = "", ...others] = ownWords(chain);
    const last = isContainer(endpoint) ? singular(others.pop() ?? first) : (others.pop() ?? first);
    const isAlone = last === first || singular(first) === last;
    const own = isAlone ? [last] : [first, ...others, last];
    const short = joinedName(withoutEchoes(own));
    const prefix = overlay.prefixes[parent];
    const long = parent === "" ? short : joinedName(withoutEchoes([prefix ?? parent, ...own]));
    const isGrouped = overlay.onlyIf[parent]?.has[first] !== undefined;
    const isPlain = isContainer(endpoint) || (isGrouped && prefix === undefined);
    const isTop = parent === "" || isOutermost(parent, overlay);
    const wanted = overlay.names[endpoint.item] ?? (isPlain && isTop && !taken.has(short) ? short : long);
    const name = untaken(wanted, taken);
    taken.add(name);
    result.set(endpoint.item, name);
  }
  return result;
}

/** Returns the name, followed by a number if another kind or a built-in object property has this name. */
function untaken(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free) && !(free in Object.prototype)) return free;
    free = `${name}${count}`;
  }
}

/**
 * Drops each part, except the first, that a later part contains. In `appliance, firewall, l3FirewallRules`, this is
 * `firewall`.
 */
function withoutEchoes(parts: readonly string[]): readonly string[] {
  const isSaidLater = (part: string, at: number) =>
    parts.slice(at + 1).some((each) => each.toLowerCase().includes(part.toLowerCase()));
  return parts.filter((part, at) => at === 0 || !isSaidLater(part, at));
}

/** True if a parent's name can be omitted because the identities of its children are unique. */
function isOutermost(parent: string, overlay: Overlay): boolean {
  return overlay.top.includes(parent) || overlay.onlyIf[parent] !== undefined;
}

/** Returns the section name. Some names are reserved at the top of files: `groups` becomes `ownGroups`. */
function sectionOf(chain: Chain): string {
  const [first = "", ...others] = ownWords(chain);
  const isTaken = chain.parents.length === 0 && wordsAtTop.has(first);
  return [isTaken ? joinedName(["own", first]) : first, ...others].join(".");
}

function sectionsOf(
  chains: readonly Chain[],
  names: ReadonlyMap<string, string>,
  overlay: Overlay,
): ReadonlyMap<string, string> {
  const byParent = Map.groupBy(chains, ({ parents }) => parents.at(-1)?.item ?? "");
  const all = [...byParent.values()].flatMap((siblings) => {
    const own = siblings.map((chain) => {
      const name = names.get(chain.endpoint.item) ?? "";
      return { item: chain.endpoint.item, section: overlay.sections[name] ?? sectionOf(chain) };
    });
    const apart = disjoint(own.map((each) => each.section));
    return own.map(({ item, section }) => [item, apart.get(section) ?? section] as const);
  });
  return new Map(all);
}

/** Returns the segments of a path without parameters, in camelCase. */
function words(path: string): readonly string[] {
  return path
    .split("/")
    .filter((each) => each !== "" && !each.startsWith("{"))
    .map(camelCase);
}

/** Joins names in camelCase. */
export function joinedName(parts: readonly string[]): string {
  return parts.map((each, at) => (at === 0 ? lowerFirst(each) : upperFirst(each))).join("");
}

/** Returns the singular of a noun: policies → policy, classes → class, rules → rule. */
export function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, "y");
  if (/(?:ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, "");
  return /[^su]s$/.test(name) ? name.slice(0, -1) : name;
}

/** Returns a readable title: `applianceVlan` → `appliance VLAN`, with known spellings of words. */
export function titleOf(name: string, spelling: Readonly<Record<string, string>>): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(" ")
    .map(
      (word) =>
        (Object.hasOwn(spelling, word.toLowerCase()) && spelling[word.toLowerCase()]) || word.toLowerCase(),
    )
    .join(" ");
}

/**
 * Renames the sections of one parent so that no section is inside another: `a.b` and `a.b.c` become `a.b` and `a.bC`.
 * Shorter names have priority.
 */
function disjoint(sections: readonly string[]): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const isShorter = (a: string, b: string) => a.split(".").length - b.split(".").length;
  for (const section of sections.toSorted(isShorter)) {
    const around = sections.filter((each) => section.startsWith(`${each}.`)).toSorted(isShorter)[0];
    const rest = around === undefined ? [] : section.slice(around.length + 1).split(".");
    result.set(section, around === undefined ? section : around + rest.map(upperFirst).join(""));
  }
  return result;
}

function camelCase(name: string): string {
  return lowerFirst(
    name.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => upperFirst(next ?? "")),
  );
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function lowerFirst(name: string): string {
  return /^[A-Z]+$/.test(name) ? name.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1);
}
