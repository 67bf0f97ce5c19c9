/** The RESTCONF interface of devices: reads of data resources, and PUTs that replace them completely. */

import type { Json } from "../../model/json.ts";
import { basicUser, bearerToken } from "../wire/credentials.ts";
import { bare, isList, isRecord, json } from "../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../wire/route.ts";
import { type PathStep, readPath } from "./path.ts";
import { type RestconfState, type Router, withData, withSaved } from "./state.ts";
import { holdsNull, masked, nodeAt, resourceIn, shown, withNode } from "./tree.ts";

/** The media type in both directions (RFC 8040 section 11.3.2). */
const mediaType = "application/yang-data+json";

/** The routers. Each router is below `/devices/{host}`, as if this path were a host. */
export const restconf: SimulatedInterface<RestconfState> = {
  authenticate: (_state, request, { settings }) => {
    const { routerToken, routerUsername, routerPassword } = settings.credentials;
    if (bearerToken(request) === routerToken) return routerToken;
    return basicUser(request, routerUsername, routerPassword);
  },
  routes: [
    { method: "GET", path: "/devices/{host}/restconf/data/{path*}", answer: read },
    { method: "PUT", path: "/devices/{host}/restconf/data/{path*}", answer: replace },
    { method: "POST", path: "/devices/{host}/restconf/operations/{path*}", answer: operate },
  ],
};

/**
 * Answers the rpcs of devices (RFC 8040, 3.6 and 4.4.2). The only one is IOS-XE's rpc that saves the running
 * configuration.
 */
export function operate(state: RestconfState, { parameters }: Call): Answer<RestconfState> {
  const { host = "", path = "" } = parameters;
  if (!state.routers.has(host)) return { state, reply: bare(502) };
  if (path !== "cisco-ia:save-config") return { state, reply: bare(404) };
  const body = { "cisco-ia:output": { result: "Save running-config successful" } };
  return { state: withSaved(state, host), reply: json(200, body, { "content-type": mediaType }) };
}

/** Returns the host of a request. If the path has no host, returns an empty text. Limits and locks are per device. */
export function hostOf(path: string): string {
  return /^\/devices\/([^/?]+)/.exec(path)?.[1] ?? "";
}

function read(state: RestconfState, call: Call): Answer<RestconfState> {
  const target = targetOf(state, call);
  if (typeof target === "number") return { state, reply: bare(target) };
  if (!accepts(call.request.headers.accept)) return { state, reply: bare(406) };
  const unshown = unshownContainer(call, target.steps);
  if (unshown !== undefined) return { state, reply: bare(unshown) };
  const body = shown(masked(target.node, call.settings.maskedLeaves), target.steps);
  return { state, reply: json(200, body, { "content-type": mediaType }) };
}

function replace(state: RestconfState, call: Call): Answer<RestconfState> {
  const target = targetOf(state, call);
  if (typeof target === "number") return { state, reply: bare(target) };
  const [type = ""] = (call.request.headers["content-type"] ?? "").split(";");
  if (type.trim() !== mediaType) return { state, reply: bare(415) };
  const { router, steps, node } = target;
  const value = resourceIn(call.body, steps, router.keys);
  if (value === undefined || sortOf(value) !== sortOf(node) || holdsNull(value)) {
    return { state, reply: bare(400) };
  }
  const data = withNode(router.data, { steps, value, keys: router.keys });
  if (!isRecord(data)) return { state, reply: bare(400) };
  return { state: withData(state, call.parameters.host ?? "", data), reply: bare(204) };
}

interface Target {
  readonly router: Router;
  readonly steps: readonly PathStep[];
  readonly node: Json;
}

/**
 * Returns the node that a call addresses, or a status if there is none. If no router has the host, the status is 502.
 */
function targetOf(state: RestconfState, call: Call): Target | number {
  const router = state.routers.get(call.parameters.host ?? "");
  if (router === undefined) return 502;
  const steps = readPath(call.parameters.path ?? "");
  if (steps === undefined) return 400;
  const node = nodeAt(router.data, steps, router.keys);
  return node === undefined ? 404 : { router, steps, node };
}

/**
 * Returns the status for a read of a whole top-level container that the device does not show. Returns undefined if the
 * path can be read.
 */
export function unshownContainer(
  { settings: { restconfContainers: setting } }: Call,
  { length }: readonly PathStep[],
): 404 | 405 | undefined {
  return length > 1 || setting === "shown" ? undefined : setting;
}

/** True if a client accepts YANG's JSON. */
export function accepts(header: string | undefined): boolean {
  const types = (header ?? "*/*").split(",").map((each) => each.split(";")[0]?.trim());
  return types.some((type) => type === mediaType || type === "*/*" || type === "application/*");
}

function sortOf(value: Json): "list" | "object" | "leaf" {
  if (isList(value)) return "list";
  return isRecord(value) ? "object" : "leaf";
}
