/** YANG Patch (RFC 8072): an ordered list of edits. Either all edits are carried out or none. */

import type { Json, JsonObject } from "../../model/json.ts";
import { type RpcError, statusOfTag } from "../netconf/rpc-error.ts";
import { isRecord, json } from "../wire/message.ts";
import type { Call } from "../wire/route.ts";
import { readEdits } from "./patch-edits.ts";
import { editedBy } from "./patched.ts";
import { refusedIn } from "./refused-data.ts";
import { type NodeCall, type NodeReply, nodeMissing, nodeRefusal, yangJson } from "./resource.ts";
import { errorsOf } from "./restconf-errors.ts";
import type { Router } from "./state.ts";

/** The media type of requests with a YANG Patch (section 2.1). */
export const yangPatchType = "application/yang-patch+json";

/**
 * Carries out a YANG Patch. In the reply, `yang-patch-status` contains the error of the whole patch, or the error of
 * one edit (section 2.3).
 */
export function yangPatch(target: NodeCall): NodeReply {
  const { call, router, node } = target;
  if (node === undefined) return nodeMissing(call);
  const sent = isRecord(call.body) ? call.body["ietf-yang-patch:yang-patch"] : undefined;
  const id = sent !== undefined && isRecord(sent) ? sent["patch-id"] : undefined;
  if (sent === undefined || !isRecord(sent) || typeof id !== "string")
    return nodeRefusal(call, 400, { tag: "malformed-message", message: "this is not a YANG Patch" });
  const global = (error: PatchError) => refused(call, id, { error, before: [] });
  const edits = readEdits(sent);
  if ("message" in edits) return global({ tag: "malformed-message", message: edits.message });
  let data: Json = router.data;
  const before: string[] = [];
  for (const edit of edits.edits) {
    const done = editedBy({ ...target, router: { ...router, data: asRecord(data) } }, edit);
    if ("tag" in done) return refused(call, id, { error: done, edit: edit.id, before });
    data = done.data;
    before.push(edit.id);
  }
  const dangling = refusedIn(asRecord(data), router);
  if (dangling !== undefined) return global(dangling);
  return { data, reply: statusOf(200, { "patch-id": id, ok: [null] }) };
}

type PatchError = Pick<RpcError, "tag" | "message" | "path" | "appTag">;

interface Refusal {
  readonly error: PatchError;
  /** The id of the faulty edit. If absent, the error concerns the whole patch. */
  readonly edit?: string;
  /** The edits before the faulty edit. They have no error, but are not carried out either. */
  readonly before: readonly string[];
}

function refused({ settings }: Call, id: string, { error, edit, before }: Refusal): NodeReply {
  const errors = errorsOf(settings, error);
  const fine = before.map((each) => ({ "edit-id": each, ok: [null] }));
  const status: JsonObject =
    edit === undefined
      ? { "patch-id": id, errors }
      : { "patch-id": id, "edit-status": { edit: [...fine, { "edit-id": edit, errors }] } };
  return { reply: statusOf(statusOfTag(error.tag), status) };
}

function statusOf(status: number, body: JsonObject) {
  return json(status, { "ietf-yang-patch:yang-patch-status": body }, { "content-type": yangJson });
}

function asRecord(data: Json): JsonObject {
  return isRecord(data) ? data : {};
}

const capability = "urn:ietf:params:restconf:capability:yang-patch:1.0";

/**
 * Returns the router with YANG Patch among its announced capabilities (RFC 8040 section 9.1). If the router does not
 * support YANG Patch, it stays unchanged.
 */
export function withCapabilities(router: Router, { settings }: Call): Router {
  if (!settings.restconfYangPatch) return router;
  const state = { "ietf-restconf-monitoring:restconf-state": { capabilities: { capability: [capability] } } };
  return { ...router, state: { ...router.state, ...state } };
}
