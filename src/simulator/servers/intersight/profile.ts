/**
 * The configuration state of a profile. An action deploys the profile. After a later change, the profile is pending.
 */

import { isObject, type JsonObject } from "../../../model/json.ts";

/** Returns the record after a write, with a new configuration state if the write has an action. */
export function withConfigState(before: JsonObject | undefined, after: JsonObject): JsonObject {
  const { Action } = after;
  if (Action === undefined) return after;
  const context = before?.ConfigContext;
  const was = isObject(context ?? null) && isObject(context) ? String(context.ConfigState) : undefined;
  const ConfigState = stateAfter(String(Action), { was, isAssigned: isObject(after.AssignedServer ?? null) });
  return { ...after, Action: "No-op", ConfigContext: { ObjectType: "policy.ConfigContext", ConfigState } };
}

function stateAfter(
  action: string,
  { was, isAssigned }: { readonly was: string | undefined; readonly isAssigned: boolean },
): string {
  if (action === "Deploy") return "Associated";
  if (action === "Unassign") return "Not-assigned";
  if (was === "Associated" || was === "Pending-changes") return "Pending-changes";
  return isAssigned ? "Assigned" : "Not-assigned";
}
