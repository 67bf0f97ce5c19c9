/**
 * Actions of batches: the equivalent request of an action, how the mode's routes carry it out, and how it is reported.
 */

import type { JsonObject } from "../../../model/json.ts";
import { readJson } from "../../wire/json-text.ts";
import type { RequestFacts, SimReply } from "../../wire/message.ts";
import { isList, isRecord } from "../../wire/message.ts";
import type { Route } from "../../wire/route.ts";
import { findRoute } from "../../wire/route.ts";
import type { DashboardState } from "../state.ts";
import type { BatchAction } from "./state.ts";

const base = "/api/v1";

const methods: ReadonlyMap<string, "POST" | "PUT" | "DELETE"> = new Map([
  ["create", "POST"],
  ["update", "PUT"],
  ["destroy", "DELETE"],
]);

/**
 * Operations whose name is also the last segment of the path, for example `claim` in
 * `/networks/{networkId}/devices/claim`.
 */
const named: readonly string[] = ["claim", "remove"];

/** Returns the equivalent request of an action. For an unknown operation, its method is one that no route has. */
export function requestOfAction({ resource, operation }: BatchAction): RequestFacts {
  const path = `${base}${resource.replace(/\/$/, "")}`;
  const last = path.slice(path.lastIndexOf("/") + 1);
  const method = named.includes(last) ? (operation === last ? "POST" : undefined) : methods.get(operation);
  return { interface: "dashboard", method: method ?? "", path };
}

/** True if one of the routes accepts the action. */
export function isSupported(routes: readonly Route<DashboardState>[], action: BatchAction): boolean {
  const { method, path } = requestOfAction(action);
  return action.resource.startsWith("/") && "route" in findRoute(routes, method, path);
}

/** Returns the errors in an answer. If there are none, the action was carried out. */
export function errorsIn({ status, body }: SimReply): readonly string[] {
  const read = readJson(body);
  const errors = "value" in read && isRecord(read.value) ? read.value.errors : undefined;
  if (isList(errors) && errors.length > 0) return errors.map(String);
  return status >= 200 && status < 300 ? [] : [`status ${status}`];
}

/**
 * Returns an action's error as a batch reports it. If `isNamed`, the report contains the operation, otherwise only the
 * text.
 */
export function errorOfAction(action: BatchAction, text: string, isNamed: boolean): string {
  if (!isNamed) return text;
  const { operation, resource, body = {} } = action;
  return `Error occurred while executing ${operation} ${resource} with ${JSON.stringify(body)}: ${text}`;
}

/**
 * Returns the id and URI of the object that an action created, taken from the reply. The result is empty if the action
 * created no object, or the reply has no id.
 */
export function createdBy(
  routes: readonly Route<DashboardState>[],
  action: BatchAction,
  { body }: SimReply,
): readonly JsonObject[] {
  if (action.operation !== "create") return [];
  const read = readJson(body);
  const id = "value" in read && isRecord(read.value) ? read.value.id : undefined;
  if (typeof id !== "string") return [];
  const within = action.resource.replace(/\/$/, "");
  const isBelow = "route" in findRoute(routes, "PUT", `${base}${within}/${id}`);
  const list = isBelow ? within : within.slice(within.lastIndexOf("/"));
  return [{ id, uri: `${list}/${id}` }];
}
