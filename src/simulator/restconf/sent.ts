/**
 * Reads the node in a body that is sent to a resource, in the mode `rfc8040`. Also finds the device's schema of the
 * resource.
 */

import type { Json, JsonObject } from "../../model/json.ts";
import { type Specimens, sortOfNode, specimensAt } from "../netconf/known.ts";
import { isList, isRecord } from "../wire/message.ts";
import type { PathStep } from "./path.ts";
import type { NodeCall } from "./resource.ts";
import type { Router } from "./state.ts";
import { holdsNull, keyLeaves } from "./tree.ts";

/**
 * Returns the node in a body of the form `{"module:name": node}`. If the node is a list entry, it must be the only one.
 * Returns undefined if the body has another form.
 */
export function sentNode({ call, router, steps, known }: NodeCall): Json | undefined {
  const last = steps.at(-1);
  if (last === undefined || !isRecord(call.body) || Object.keys(call.body).length !== 1) return undefined;
  const { [`${last.module}:${last.name}`]: sent } = call.body;
  if (sent === undefined || holdsNull(sent)) return undefined;
  const sort = sortOfNode(known);
  if (sort === "container") return isRecord(sent) ? sent : undefined;
  if (sort === "leaf") return isRecord(sent) ? undefined : sent;
  // A leaf-list value is its own key (section 3.5.3).
  if (sort === "leafList") {
    const [value, ...more] = isList(sent) ? sent : [];
    const isNamed = value !== undefined && more.length === 0 && String(value) === last.keys?.join(",");
    return isNamed && !isRecord(value) && !isList(value) ? value : undefined;
  }
  const [entry, ...others] = isList(sent) ? sent : [];
  const keys = keyLeaves(last.name, router.keys);
  if (!isRecord(entry) || others.length > 0 || last.keys?.length !== keys.length) return undefined;
  return keys.every((leaf, at) => String(entry[leaf]) === last.keys?.[at]) ? entry : undefined;
}

/**
 * Returns the members of a body that replaces the datastore itself (section 3.3.1). Returns undefined if the body has
 * another form, or if a member is unknown.
 */
export function sentData({ call, known }: NodeCall): JsonObject | undefined {
  const { "ietf-restconf:data": sent } = isRecord(call.body) ? call.body : {};
  if (sent === undefined || !isRecord(sent) || holdsNull(sent)) return undefined;
  const isKnown = (member: string) => {
    const [module = "", name = ""] = member.split(":");
    return specimensAt(known, { module, name, within: "" }).length > 0;
  };
  return Object.keys(sent).every(isKnown) ? sent : undefined;
}

/** Returns the device's schema at a path. State is included only for reads. */
export function knownAt(router: Router, steps: readonly PathStep[], reading: boolean): Specimens {
  const { data: now, first, model = {}, state = {} } = router;
  return steps.reduce<Specimens>(
    (known, { name, module }, at) =>
      specimensAt(known, { name, module, within: steps[at - 1]?.module ?? "" }),
    [now, first, model, ...(reading ? [state] : [])],
  );
}
