/**
 * The routers in the style of RFC 8040. Bodies contain only the target node, a PUT can create resources, resources have
 * ETags, and errors have tags.
 */

import { sortOfNode, specimensAt } from "../netconf/known.ts";
import type { ErrorTag } from "../netconf/rpc-error.ts";
import { bare, isList, isRecord, type SimReply } from "../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../wire/route.ts";
import { mixedCases, oneCaseEach } from "./choices.ts";
import { etagOf } from "./etag.ts";
import { insertedAt } from "./inserted.ts";
import { moduleText, withLibrary } from "./library.ts";
import { merged } from "./merge.ts";
import { readPath } from "./path.ts";
import { readDatastore, readNode } from "./reading.ts";
import { refusedIn } from "./refused-data.ts";
import { isKeyless, type NodeCall, type NodeReply, nodeMissing, nodeRefusal, yangJson } from "./resource.ts";
import { operate, restconf } from "./restconf.ts";
import { errorReply, withErrors } from "./restconf-errors.ts";
import { knownAt, sentData, sentNode } from "./sent.ts";
import { type RestconfState, withData } from "./state.ts";
import { hasParents, keyLeaves, nodeAt, withNode, withoutNode } from "./tree.ts";
import { withCapabilities, yangPatch, yangPatchType } from "./yang-patch.ts";

const data = "/devices/{host}/restconf/data/{path*}";

/** The mode `rfc8040`. It accepts the same credentials as the neutral mode. */
export const rfc8040: SimulatedInterface<RestconfState> = {
  authenticate: restconf.authenticate,
  dressed: withErrors,
  routes: [
    { method: "GET", path: "/devices/{host}/.well-known/host-meta", answer: discover },
    { method: "GET", path: "/devices/{host}/restconf/modules/{module}", answer: moduleText },
    { method: "GET", path: data, answer: onNode(readNode) },
    { method: "PUT", path: data, answer: onNode(put) },
    { method: "POST", path: data, answer: onNode(post) },
    { method: "PATCH", path: data, answer: onNode(patch) },
    { method: "GET", path: "/devices/{host}/restconf/data", answer: onNode(readDatastore) },
    { method: "PATCH", path: "/devices/{host}/restconf/data", answer: onNode(patch) },
    { method: "DELETE", path: data, answer: onNode(remove) },
    { method: "POST", path: "/devices/{host}/restconf/operations/{path*}", answer: operate },
  ],
};

function discover(state: RestconfState, { parameters }: Call): Answer<RestconfState> {
  const href = `/devices/${parameters.host}/restconf`;
  const body = `<XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0"><Link rel="restconf" href="${href}"/></XRD>`;
  return { state, reply: { ...bare(200, { "content-type": "application/xrd+xml" }), body } };
}

/**
 * Returns a function that answers a call. It finds the call's resource, and stores the data that the method returns.
 */
function onNode(method: (target: NodeCall) => NodeReply) {
  return (state: RestconfState, call: Call): Answer<RestconfState> => {
    const { host = "", path = "" } = call.parameters;
    const refused = (status: number, tag: ErrorTag, message: string) => ({
      state,
      reply: errorReply(call.settings, status, { tag, message }),
    });
    const own = state.routers.get(host);
    if (own === undefined) return { state, reply: bare(502) };
    const router = withCapabilities(withLibrary(own, call), call);
    const steps = path === "" ? [] : readPath(path);
    if (steps === undefined) return refused(400, "invalid-value", "this is not the path of a resource");
    const known = knownAt(router, steps, call.request.method === "GET");
    if (known.length === 0) return refused(404, "invalid-value", "the device has no such resource");
    const node = nodeAt(router.data, steps, router.keys);
    const done = method({ call, router, steps, node, known });
    if (!isRecord(done.data)) return { state, reply: done.reply };
    const data = oneCaseEach(router, { before: router.data, after: done.data });
    const dangling = refusedIn(data, router);
    if (dangling !== undefined) return { state, reply: errorReply(call.settings, 409, dangling) };
    const after = withData(state, host, data);
    const tag = etagOf(data, nodeAt(data, steps, router.keys), call.settings);
    const headers = { ...done.reply.headers, ...(tag !== undefined && { etag: tag }) };
    return { state: after, reply: { ...done.reply, headers } };
  };
}

/** Creates the resource (201) or replaces it (204). The parent of a list entry must exist. */
function put(target: NodeCall): NodeReply {
  const { call, router, steps, node } = target;
  const refused = unfit(target) ?? mismatch(target);
  if (refused !== undefined) return refused;
  const value = sentNode(target);
  if (value === undefined) return malformed(call);
  const mixed = mixedCases(router, { steps, value });
  if (mixed !== undefined) return nodeRefusal(call, 400, mixed);
  if (!hasParents(router.data, steps, router.keys)) return parentless(call);
  const set = withNode(router.data, { steps, value, keys: router.keys });
  const insert = call.query.get("insert");
  const changed = insert === null ? set : insertedAt(set, { steps, insert, keys: router.keys });
  if (changed === undefined)
    return nodeRefusal(call, 400, { tag: "invalid-value", message: `${insert} is not a valid place` });
  return { data: changed, reply: node === undefined ? created(call, "") : bare(204) };
}

/**
 * Merges into an existing resource, and creates no resource. If the body is a YANG Patch and the device supports YANG
 * Patch, the patch is carried out instead.
 */
function patch(target: NodeCall): NodeReply {
  const { call, router, steps, node } = target;
  if (call.settings.restconfYangPatch && typeOf(call) === yangPatchType)
    return mismatch(target) ?? yangPatch(target);
  const refused = unfit(target) ?? mismatch(target);
  if (refused !== undefined) return refused;
  if (node === undefined) return nodeMissing(call);
  const value = steps.length === 0 ? sentData(target) : sentNode(target);
  const after = isRecord(node) && value && isRecord(value) ? merged(node, value, router.keys) : value;
  if (after === undefined || value === undefined) return malformed(call);
  const mixed = mixedCases(router, { steps, value });
  if (mixed !== undefined) return nodeRefusal(call, 400, mixed);
  return { data: withNode(router.data, { steps, value: after, keys: router.keys }), reply: bare(204) };
}

/** Creates a child of the resource. */
function post(target: NodeCall): NodeReply {
  const { call, router, steps, node } = target;
  const refused = unfit(target) ?? mismatch(target);
  if (refused !== undefined) return refused;
  if (node === undefined) return nodeMissing(call);
  const [written, ...others] = isRecord(call.body) ? Object.keys(call.body) : [];
  const [module = "", name = ""] = (written ?? "").split(":");
  const within = steps.at(-1)?.module ?? "";
  const known = specimensAt(target.known, { module, name, within });
  if (others.length > 0 || known.length === 0) return malformed(call);
  const sent = isRecord(call.body) ? (call.body[written ?? ""] ?? null) : null;
  const entry = sortOfNode(known) === "list" && isList(sent) ? sent[0] : undefined;
  const keys = isRecord(entry)
    ? keyLeaves(name, router.keys).map((leaf) => String(entry[leaf] ?? ""))
    : undefined;
  const child = [...steps, { name, module, ...(keys && { keys }) }];
  const value = sentNode({ ...target, steps: child, known });
  if (value === undefined) return malformed(call);
  if (nodeAt(router.data, child, router.keys) !== undefined) {
    return nodeRefusal(call, 409, { tag: "data-exists", message: "the resource already exists" });
  }
  const mixed = mixedCases(router, { steps: child, value });
  if (mixed !== undefined) return nodeRefusal(call, 400, mixed);
  const key = keys === undefined ? "" : `=${keys.map(encodeURIComponent).join(",")}`;
  const changed = withNode(router.data, { steps: child, value, keys: router.keys });
  return { data: changed, reply: created(call, `/${module}:${name}${key}`) };
}

function remove(target: NodeCall): NodeReply {
  const { call, router, steps, node, known } = target;
  const refused = mismatch(target);
  if (refused !== undefined) return refused;
  if (node === undefined) return nodeMissing(call);
  if (isKeyless(steps, known)) {
    return nodeRefusal(call, 400, {
      tag: "missing-attribute",
      message: "the entry of the list must be named",
    });
  }
  return { data: withoutNode(router.data, steps, router.keys), reply: bare(204) };
}

/**
 * Returns the refusal of a request whose content type is not YANG's JSON, or whose body has no declared length. Returns
 * undefined if the request has both.
 */
function unfit({ call }: NodeCall): NodeReply | undefined {
  const { headers } = call.request;
  if (typeOf(call) !== yangJson) {
    return nodeRefusal(call, 415, { tag: "invalid-value", message: `only ${yangJson} is taken` });
  }
  if (headers["transfer-encoding"] === undefined) return undefined;
  return nodeRefusal(call, 411, { tag: "invalid-value", message: "the length must be given" });
}

function typeOf({ request }: Call): string {
  const [type = ""] = (request.headers["content-type"] ?? "").split(";");
  return type.trim();
}

/**
 * Returns the reply 412 if the resource does not meet `If-Match` or `If-None-Match`, for example because it has changed
 * since the client read it. Returns undefined if the resource meets them.
 */
function mismatch({ call, router, node }: NodeCall): NodeReply | undefined {
  const { "if-match": wanted, "if-none-match": unwanted } = call.request.headers;
  const tag = node === undefined ? undefined : etagOf(router.data, node, call.settings);
  const listed = wanted?.split(",").map((each) => each.trim());
  const matches =
    listed === undefined || (node !== undefined && (wanted === "*" || listed.includes(tag ?? "")));
  if (matches && !(unwanted === "*" && node !== undefined)) return undefined;
  return nodeRefusal(call, 412, { tag: "operation-failed", message: "the resource has changed" });
}

function created({ request }: Call, below: string): SimReply {
  return bare(201, { location: `${request.origin}${request.path}${below}` });
}

function malformed(call: Call): NodeReply {
  return nodeRefusal(call, 400, {
    tag: "invalid-value",
    message: "the body must contain only the target resource",
  });
}

function parentless(call: Call): NodeReply {
  return nodeRefusal(call, 409, {
    tag: "data-missing",
    message: "the parent of the resource does not exist",
  });
}
