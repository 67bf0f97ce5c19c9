/** The fabric controller interface: managed objects addressed by a path. */

import { basicUser, bearerToken } from "../wire/credentials.ts";
import { bare, json, type SimReply } from "../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../wire/route.ts";
import type { SimulatorSettings } from "../wire/settings.ts";
import { readObject, refused } from "./body.ts";
import { type FabricState, objectBody, parentOf, root, withoutObject } from "./state.ts";

/** The fabric controller. Every request needs a Bearer token or Basic credentials. */
export const fabric: SimulatedInterface<FabricState> = {
  authenticate: (_state, request, { settings }) => {
    const { fabricToken, username, password } = settings.credentials;
    if (bearerToken(request) === fabricToken) return fabricToken;
    return basicUser(request, username, password);
  },
  routes: [
    { method: "GET", path: "/api/mo/{path*}", answer: read },
    { method: "GET", path: "/api/class/{class}", answer: list },
    { method: "POST", path: "/api/mo/{path*}", answer: write },
    { method: "DELETE", path: "/api/mo/{path*}", answer: remove },
  ],
};

function read(state: FabricState, call: Call): Answer<FabricState> {
  const path = objectPath(state, call);
  const object = state.objects.get(path ?? "");
  return { state, reply: object ? json(200, objectBody(object)) : absent(call.settings) };
}

/** Answers with all objects of a class, by path. The list may be empty. */
function list(state: FabricState, call: Call): Answer<FabricState> {
  const { class: file = "" } = call.parameters;
  if (!file.endsWith(".json")) return { state, reply: bare(404) };
  const name = file.slice(0, -".json".length);
  const paths = [...state.objects.keys()].sort();
  const objects = paths.flatMap((path) => {
    const object = state.objects.get(path);
    return object?.class === name ? [objectBody(object)] : [];
  });
  return { state, reply: json(200, objects) };
}

function write(state: FabricState, call: Call): Answer<FabricState> {
  const path = objectPath(state, call);
  if (path === undefined || path === root) return { state, reply: bare(404) };
  const body = readObject(path, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  if (!state.objects.has(parentOf(path) ?? "")) return { state, reply: bare(404) };
  const before = state.objects.get(path);
  if (before !== undefined && before.class !== body.object.class) {
    return { state, reply: refused("wrong-class", `${path} is a ${before.class}`).refusal };
  }
  const object = { ...body.object, attributes: { ...before?.attributes, ...body.object.attributes } };
  const objects = new Map(state.objects).set(path, object);
  return { state: { ...state, objects }, reply: json(200, objectBody(object)) };
}

function remove(state: FabricState, call: Call): Answer<FabricState> {
  const path = objectPath(state, call);
  if (path === undefined || path === root || !state.objects.has(path)) return { state, reply: bare(404) };
  return { state: withoutObject(state, path), reply: bare(204) };
}

function absent({ absentObject }: SimulatorSettings): SimReply {
  if (absentObject === "status") return bare(404);
  return { ...json(200, null), body: absentObject };
}

/**
 * Returns the unescaped path between `/api/mo/` and `.json`. If the fabric ignores case, the path is returned in its
 * stored spelling. Returns undefined if the URL has no such path.
 */
function objectPath(state: FabricState, { parameters, settings }: Call): string | undefined {
  const { path: file = "" } = parameters;
  if (!file.endsWith(".json")) return undefined;
  try {
    const path = decodeURIComponent(file.slice(0, -".json".length));
    if (settings.fabricCase === "sensitive") return path;
    const isSame = (each: string) => each.toLowerCase() === path.toLowerCase();
    return [...state.objects.keys()].find(isSame) ?? path;
  } catch {
    return undefined;
  }
}
