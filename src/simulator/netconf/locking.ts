/** The operations `<lock>` and `<unlock>` (RFC 6241 sections 7.5 and 7.6). */

import { withDevice } from "./devices.ts";
import { datastoreIn, type OperationResult, ok, type Rpc } from "./operation.ts";
import { RpcRefusal } from "./rpc-error.ts";

/** Takes a lock. A candidate can only be locked if it has no uncommitted changes. */
export function lock(rpc: Rpc): OperationResult {
  const { world, session, device } = rpc;
  const target = datastoreIn(rpc, "target");
  const holder = device.locks[target];
  if (holder !== undefined) throw denied(`${target} is locked by session ${holder}`, holder);
  if (target === "candidate" && device.candidate !== undefined) {
    throw denied("the candidate holds changes that are not committed", 0);
  }
  const { confirming } = device;
  if (target === "running" && confirming !== undefined && confirming.session !== session.id) {
    throw denied("a commit waits to be confirmed", confirming.session);
  }
  const locks = { ...device.locks, [target]: session.id };
  return { world: withDevice(world, session.host, { state: { ...device, locks } }), content: ok };
}

/** Releases a lock. Uncommitted changes of a candidate stay. */
export function unlock(rpc: Rpc): OperationResult {
  const { world, session, device } = rpc;
  const target = datastoreIn(rpc, "target");
  if (device.locks[target] !== session.id) {
    throw new RpcRefusal({
      type: "protocol",
      tag: "operation-failed",
      message: `this session does not hold the lock on ${target}`,
    });
  }
  const { [target]: _, ...locks } = device.locks;
  return { world: withDevice(world, session.host, { state: { ...device, locks } }), content: ok };
}

function denied(message: string, holder: number): RpcRefusal {
  return new RpcRefusal({
    type: "protocol",
    tag: "lock-denied",
    message,
    info: { "session-id": String(holder) },
  });
}
