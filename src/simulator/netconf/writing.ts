/** The operations `<edit-config>`, `<validate>` and `<copy-config>` (RFC 6241 sections 7.2, 7.3, 8.6, 8.7). */

import type { JsonObject } from "../../model/json.ts";
import { mixedCases, oneCaseEach } from "../restconf/choices.ts";
import { refusedIn } from "../restconf/refused-data.ts";
import { type Router, withSaved } from "../restconf/state.ts";
import { withDevice } from "./devices.ts";
import { type EditedTree, type EditOperation, type ErrorOption, edited } from "./edit.ts";
import { editsOf } from "./edits.ts";
import {
  choice,
  datastoreIn,
  inUse,
  needed,
  type OperationResult,
  ok,
  parameter,
  type Rpc,
  unsupported,
} from "./operation.ts";
import { errorElement } from "./rpc-error.ts";
import { type Datastore, heldByOther } from "./state.ts";
import type { Element } from "./xml.ts";

/** Edits a datastore: completely, or as far as the error option allows. */
export function editConfig(rpc: Rpc): OperationResult {
  const { world, session, device, router, operation } = rpc;
  const target = targetOf(rpc);
  const before = target === "candidate" ? (device.candidate ?? router.data) : router.data;
  const { testOption, ...how } = optionsOf(rpc);
  const done = editedBy(rpc, before, { ...how, config: needed(operation, "config") });
  const { data, errors } = target === "running" ? checked(done, before, router) : done;
  const content = errors.length === 0 ? ok : errors.map(errorElement);
  const tested = testOption === "test-then-set" && errors.length > 0 && how.onError !== "continue-on-error";
  if (testOption === "test-only" || tested || data === before) return { world, content };
  const change =
    target === "candidate" ? { state: { ...device, candidate: data } } : { state: device, running: data };
  return { world: withDevice(world, session.host, change), content };
}

/**
 * Refuses an edit that leaves invalid data. The running configuration must be valid at the end of an edit. A candidate
 * must be valid only when it is validated or committed (RFC 7950, 8.3.3).
 */
function checked(done: EditedTree, before: JsonObject, router: Router): EditedTree {
  const dangling = refusedIn(done.data, router);
  return dangling === undefined ? done : { data: before, errors: [...done.errors, dangling] };
}

/**
 * Answers whether a datastore or a `<config>` is valid. For a datastore, only the rules for the end of an edit are
 * checked, because all other rules were checked by the edit.
 */
export function validate(rpc: Rpc): OperationResult {
  const { world, router, operation } = rpc;
  if (!world.settings.netconf.validate) return unsupported("there is no capability validate", "validate");
  const config = parameter(needed(operation, "source"), "config");
  if (config === undefined) {
    const source = datastoreIn(rpc, "source");
    const data = source === "candidate" ? (rpc.device.candidate ?? router.data) : router.data;
    const dangling = refusedIn(data, router);
    return { world, content: dangling === undefined ? ok : [errorElement(dangling)] };
  }
  const { errors } = editedBy(rpc, router.data, { operation: "replace", onError: "stop-on-error", config });
  return { world, content: errors.length === 0 ? ok : errors.map(errorElement) };
}

/** Returns the datastore to edit. Refuses a datastore that is not writable, or that another session has locked. */
function targetOf(rpc: Rpc): Datastore {
  const target = datastoreIn(rpc, "target");
  if (target === "running" && !rpc.world.settings.netconf.writableRunning) {
    return unsupported("there is no capability writable-running", "running");
  }
  const holder = heldByOther(rpc.device, target, rpc.session.id);
  return holder === undefined ? target : inUse(target, holder);
}

interface Options {
  readonly operation: EditOperation;
  readonly onError: ErrorOption;
}

function optionsOf({ operation, world }: Rpc): Options & { readonly testOption: string } {
  const { validate: validates, rollbackOnError } = world.settings.netconf;
  const written = parameter(operation, "test-option");
  if (written !== undefined && !validates)
    return unsupported("there is no capability validate", "test-option");
  const tests = choice(operation, "test-option", ["test-then-set", "set", "test-only"]);
  const onError = choice(operation, "error-option", [
    "stop-on-error",
    "continue-on-error",
    "rollback-on-error",
  ]);
  if (onError === "rollback-on-error" && !rollbackOnError) {
    return unsupported("there is no capability rollback-on-error", "error-option");
  }
  const byDefault = choice(operation, "default-operation", ["merge", "replace", "none"]);
  return { operation: byDefault, onError, testOption: validates ? tests : "set" };
}

/**
 * Returns the datastore after an edit. With the default operation `replace`, `<config>` replaces the whole datastore.
 */
function editedBy(
  { router }: Rpc,
  before: JsonObject,
  { config, operation, onError }: Options & { readonly config: Element },
): EditedTree {
  const { data, model = {}, first, keys, instanceIdentifiers: paths } = router;
  const edits = editsOf(config.children, { known: [data, model, first], keys, paths, operation });
  const coming = edits.filter((each) => !["delete", "remove", "none"].includes(each.operation));
  const sent = edited({}, coming, { keys, onError: "continue-on-error" }).data;
  const mixed = mixedCases(router, { steps: [], value: sent });
  if (mixed !== undefined) return { data: before, errors: [mixed] };
  const from = operation === "replace" ? {} : before;
  const changed = edited(from, edits, { keys, onError });
  const result = { ...changed, data: oneCaseEach(router, { before: from, after: changed.data }) };
  const back = onError === "rollback-on-error" && result.errors.length > 0;
  return back ? { ...result, data: before } : result;
}

/** The namespace of the module `cisco-ia`. */
export const ciscoIa = "http://cisco.com/yang/cisco-ia";

/** Copies the running configuration to the startup configuration. No other copy is supported. */
export function copyConfig(rpc: Rpc): OperationResult {
  const { world, operation } = rpc;
  if (!world.settings.netconf.startup) return unsupported("there is nothing to copy to", operation.name);
  const [target] = needed(operation, "target").children;
  const [source] = needed(operation, "source").children;
  if (target?.name !== "startup") return unsupported("there is no such target", target?.name ?? "target");
  if (source?.name !== "running") return unsupported("there is no such source", source?.name ?? "source");
  return { world: saved(rpc), content: ok };
}

/** Answers IOS-XE's rpc `save-config` with a sentence. */
export function saveConfig(rpc: Rpc): OperationResult {
  const { world, operation } = rpc;
  if (!world.settings.netconf.saveConfig || operation.namespace !== ciscoIa)
    return unsupported("there is no such operation", operation.name);
  const content = "Save running-config successful";
  return { world: saved(rpc), content: [{ name: "result", namespace: ciscoIa, content }] };
}

function saved({ world, session }: Rpc): Rpc["world"] {
  return { ...world, restconf: withSaved(world.restconf, session.host) };
}
