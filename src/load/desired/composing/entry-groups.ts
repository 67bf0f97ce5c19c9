/** Finds the groups that match an entry, and the defaults that they give it. */

import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { shape as shapeWord } from "../../../yaml/schema-issues.ts";
import { caretOfGroup, disagreement, type Group, matchesGlobs } from "../../composition/groups.ts";
import { bothTaken, mapLaidOver, takenAway } from "../../composition/layering.ts";
import type { VariableScope } from "../../composition/scope.ts";
import type { DefaultsLayer } from "../field-places.ts";
import { type addressIn, type LoadRun, reportAt } from "../load-run.ts";
import { evaluated, rendered } from "./expressions-of.ts";
import { comparisonHint } from "./instances.ts";

/** A group as it applies to one interface. Its layers are under full section names. */
export interface DefaultsGroup {
  readonly group: Group;
  readonly layers: JsonObject;
  /** The group's layers as written. They are needed to find positions. */
  readonly written: DefaultsLayer;
}

/** An entry that is compared with groups. */
export interface GroupCandidate {
  readonly key: string;
  readonly kind: string;
  readonly target: string;
  /** The entry's fields, composed without the defaults from groups. */
  readonly fields: Json;
  readonly variables: VariableScope;
}

/** Returns the groups that match an entry, and the groups that match its ancestors. */
export function groupsOfEntry(
  run: LoadRun,
  groups: readonly DefaultsGroup[],
  of: GroupCandidate & { readonly matched: ReadonlySet<DefaultsGroup> },
): ReadonlySet<DefaultsGroup> {
  const own = groups.filter((each) => !of.matched.has(each) && isIn(run, each, of));
  return own.length === 0 ? of.matched : new Set([...of.matched, ...own]);
}

function isIn(run: LoadRun, { group }: DefaultsGroup, of: GroupCandidate): boolean {
  const { match } = group;
  const carets = (path: readonly string[], at: "key" | "value") => ({
    ...caretOfGroup(group, ["match", ...path], at),
    row: of.variables.row,
  });
  if (typeof match !== "string") {
    const tags = isObject(of.fields) ? (of.fields.tags ?? null) : null;
    const quiet = { variables: of.variables, carets };
    return matchesGlobs(match, {
      ...of,
      tags: match.tag === undefined ? null : rendered(run, tags, quiet).value,
    });
  }
  if (run.budget.isTold) return false;
  const variables = of.variables.with({ values: { kind: of.kind } });
  const value = evaluated(run, match, { variables, carets });
  if (value === undefined || typeof value === "boolean") return value === true;
  const message = `\`match\` must give true or false, not ${shapeWord(value)}`;
  reportAt(run, carets([], "value"), { code: "bad-expression", message, hint: comparisonHint(match) });
  return false;
}

/** The combined layers of an entry's groups, for a section. */
interface GroupLayers {
  readonly layer: JsonObject;
  /**
   * The fields that the groups remove from other defaults. A field is removed if one group sets it to null and another
   * group sets it to a value. Undefined: none.
   */
  readonly taken: JsonObject | undefined;
  /** The layers as written, the strongest first. */
  readonly written: readonly DefaultsLayer[];
}

/**
 * Merges the groups' layers for a section. Undefined if no group has the section, or, with a finding, if there are too
 * many groups to compare.
 */
export function layersOfGroups(
  run: LoadRun,
  groups: ReadonlySet<DefaultsGroup>,
  of: { readonly section: string; readonly address: ReturnType<typeof addressIn> },
): GroupLayers | undefined {
  const having = [...groups].filter(({ layers }) => isObject(layers[of.section] ?? null));
  const [first] = having;
  if (!first) return undefined;
  if (!run.budget.spend(having.length ** 2 / pairsOfStep)) {
    const { group } = first;
    const message = `${of.address}: ${run.budget.exhausted}`;
    reportAt(run, caretOfGroup(group, ["match"], "key"), { code: "too-large", message });
    return undefined;
  }
  having.forEach((each, index) => {
    for (const before of having.slice(0, index)) noteDisagreement(run, before, { ...of, each });
  });
  let layer = nothing;
  let taken: JsonObject | undefined;
  for (const { layers } of having) {
    const own = layers[of.section] ?? null;
    if (!isObject(own)) continue;
    taken = bothTaken(taken, takenAway(layer, own));
    layer = mapLaidOver(layer, own);
  }
  return { layer, taken, written: having.map(({ written }) => written).reverse() };
}

const nothing: JsonObject = Object.freeze({});
/** The number of pairs of groups that are compared for one step of the evaluation budget. */
const pairsOfStep = 4;

/**
 * Reports fields that two groups of one document set differently. The groups have no order, so these fields must be
 * equal.
 */
function noteDisagreement(
  run: LoadRun,
  before: DefaultsGroup,
  {
    each,
    section,
    address,
  }: {
    readonly each: DefaultsGroup;
    readonly section: string;
    readonly address: ReturnType<typeof addressIn>;
  },
): void {
  if (before.group.document !== each.group.document) return;
  const path = disagreement(before.layers[section] ?? null, each.layers[section] ?? null);
  if (!path) return;
  const field = [section, ...path].join(".");
  const names = `\`${before.group.name}\` and \`${each.group.name}\``;
  const message = `the groups ${names} disagree about \`${field}\` of ${address}`;
  const hint = "Set the field in the entry, or move one of the groups into a deeper folder.";
  reportAt(run, caretOfGroup(each.group, [section, ...path], "key"), {
    code: "groups-disagree",
    message,
    hint,
    address,
  });
}
