/** The operations by name. All other operations, such as `<delete-config>`, are refused. */

import { cancelCommit, commit, discardChanges } from "./committing.ts";
import { withoutSession } from "./devices.ts";
import { lock, unlock } from "./locking.ts";
import { needed, type Operation, type OperationResult, ok, type Rpc } from "./operation.ts";
import { get, getConfig, getSchema } from "./reading.ts";
import { RpcRefusal } from "./rpc-error.ts";
import { copyConfig, editConfig, saveConfig, validate } from "./writing.ts";

const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    get,
    "get-config": getConfig,
    "edit-config": editConfig,
    lock,
    unlock,
    validate,
    commit,
    "cancel-commit": cancelCommit,
    "discard-changes": discardChanges,
    "copy-config": copyConfig,
    "save-config": saveConfig,
    "get-schema": getSchema,
    "close-session": closeSession,
    "kill-session": killSession,
  }),
);

/** Carries out the operation of a call. Throws if the operation is refused. */
export function carriedOut(rpc: Rpc): OperationResult {
  const operation = operations.get(rpc.operation.name);
  if (operation !== undefined) return operation(rpc);
  throw new RpcRefusal({
    type: "protocol",
    tag: "operation-not-supported",
    message: `there is no operation ${rpc.operation.name}`,
    info: { "bad-element": rpc.operation.name },
  });
}

function closeSession({ world, session }: Rpc): OperationResult {
  return { world: withoutSession(world, session.id), content: ok };
}

/** Ends another session of the same device. The unfinished work of that session is undone. */
function killSession({ world, session, operation }: Rpc): OperationResult {
  const id = Number(needed(operation, "session-id").text);
  const other = world.netconf.sessions.get(id);
  if (id !== session.id && other?.host === session.host) {
    return { world: withoutSession(world, id), content: ok };
  }
  throw new RpcRefusal({
    type: "protocol",
    tag: "invalid-value",
    message: "there is no other session with this id",
    info: { "bad-element": "session-id" },
  });
}
