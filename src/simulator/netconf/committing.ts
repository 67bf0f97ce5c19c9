/**
 * The operations `<commit>`, confirmed or not, `<cancel-commit>` and `<discard-changes>` (RFC 6241 sections 8.3 and
 * 8.4).
 */

import { refusedIn } from "../restconf/refused-data.ts";
import { undone, withDevice } from "./devices.ts";
import { inUse, type OperationResult, ok, parameter, type Rpc, unsupported } from "./operation.ts";
import { RpcRefusal } from "./rpc-error.ts";
import {
  type Datastore,
  heldByOther,
  type UnconfirmedCommit,
  withoutCandidate,
  withoutConfirming,
} from "./state.ts";
import type { Element } from "./xml.ts";

const standardTimeoutSeconds = 600;

/** Makes the candidate the running configuration, either permanently or until the deadline for a confirmation. */
export function commit(rpc: Rpc): OperationResult {
  const { world, session, device, router, operation, now } = rpc;
  mustHaveCandidate(rpc);
  mustBeFree(rpc, ["running", "candidate"]);
  const { confirming } = device;
  if (confirming !== undefined) mustOwn(confirming, rpc);
  else if (textOf(operation, "persist-id") !== undefined)
    throw invalid("no commit waits to be confirmed", "persist-id");
  const running = device.candidate ?? router.data;
  const dangling = refusedIn(running, router);
  if (dangling !== undefined) throw new RpcRefusal(dangling);
  const settled = withoutConfirming(withoutCandidate(device));
  const before = confirming?.before ?? router.data;
  const waits = confirmingOf(operation, { before, session: session.id, now });
  if (waits !== undefined && !world.settings.netconf.confirmedCommit) {
    return unsupported("there is no capability confirmed-commit", "confirmed");
  }
  const state = waits === undefined ? settled : { ...settled, confirming: waits };
  return { world: withDevice(world, session.host, { state, running }), content: ok };
}

/** Undoes a commit that has not been confirmed. */
export function cancelCommit(rpc: Rpc): OperationResult {
  const { world, session, device } = rpc;
  mustHaveCandidate(rpc);
  if (device.confirming === undefined) {
    const message = "no commit waits to be confirmed";
    throw new RpcRefusal({ type: "protocol", tag: "operation-failed", message });
  }
  mustOwn(device.confirming, rpc);
  return { world: undone(world, session.host), content: ok };
}

/** Resets the candidate to the running configuration. */
export function discardChanges(rpc: Rpc): OperationResult {
  mustHaveCandidate(rpc);
  mustBeFree(rpc, ["candidate"]);
  const state = withoutCandidate(rpc.device);
  return { world: withDevice(rpc.world, rpc.session.host, { state }), content: ok };
}

function confirmingOf(
  operation: Element,
  { before, session, now }: Pick<UnconfirmedCommit, "before" | "session"> & { readonly now: number },
): UnconfirmedCommit | undefined {
  if (parameter(operation, "confirmed") === undefined) return undefined;
  const written = textOf(operation, "confirm-timeout");
  const seconds = written === undefined ? standardTimeoutSeconds : Number(written);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw invalid("this is not a number of seconds", "confirm-timeout");
  const persist = textOf(operation, "persist");
  const until = now + seconds * 1000;
  return { before, session, until, ...(persist === undefined ? {} : { persist }) };
}

/**
 * Refuses to confirm or cancel the pending commit of another session, unless the operation names the commit's
 * `persist`.
 */
function mustOwn({ session, persist }: UnconfirmedCommit, { operation, session: own }: Rpc): void {
  const id = textOf(operation, "persist-id");
  if (persist !== undefined || id !== undefined) {
    if (id !== persist) throw invalid("no commit with this id waits to be confirmed", "persist-id");
  } else if (session !== own.id) {
    const message = `session ${session} has a commit that waits to be confirmed`;
    const info = { "session-id": String(session) };
    throw new RpcRefusal({ type: "protocol", tag: "in-use", message, info });
  }
}

function mustHaveCandidate({ world, operation }: Rpc): void {
  if (!world.settings.netconf.candidate) unsupported("there is no capability candidate", operation.name);
}

function mustBeFree({ device, session }: Rpc, datastores: readonly Datastore[]): void {
  for (const each of datastores) {
    const holder = heldByOther(device, each, session.id);
    if (holder !== undefined) inUse(each, holder);
  }
}

function textOf(operation: Element, name: string): string | undefined {
  return parameter(operation, name)?.text.trim();
}

function invalid(message: string, badElement: string): RpcRefusal {
  return new RpcRefusal({
    type: "protocol",
    tag: "invalid-value",
    message,
    info: { "bad-element": badElement },
  });
}
