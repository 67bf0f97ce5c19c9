/** The input and result of every operation, and how operations read their parameters. */

import type { Router } from "../restconf/state.ts";
import type { World } from "../world.ts";
import { RpcRefusal } from "./rpc-error.ts";
import type { Datastore, DeviceState, Session } from "./state.ts";
import { baseNamespace, netconfElement, type Output } from "./tree/output.ts";
import type { Element } from "./xml.ts";

/** An operation that a session has requested. */
export interface Rpc {
  readonly world: World;
  readonly session: Session;
  readonly router: Router;
  readonly device: DeviceState;
  /** The element of the operation. */
  readonly operation: Element;
  readonly now: number;
}

/** The result of an operation. */
export interface OperationResult {
  readonly world: World;
  /** The content of the reply. */
  readonly content: readonly Output[];
}

/** Carries out one operation. Throws if the operation is refused. */
export type Operation = (rpc: Rpc) => OperationResult;

/** The reply of an operation that returns no data. */
export const ok: readonly Output[] = [netconfElement("ok")];

/** Returns the parameter with this name. Returns undefined if there is none. */
export function parameter(element: Element, name: string): Element | undefined {
  return element.children.find((each) => each.name === name && each.namespace === baseNamespace);
}

/** Returns the parameter with this name. Refuses the operation if the parameter is missing. */
export function needed(element: Element, name: string): Element {
  const found = parameter(element, name);
  if (found !== undefined) return found;
  throw new RpcRefusal({
    type: "protocol",
    tag: "missing-element",
    message: `${element.name} needs ${name}`,
    info: { "bad-element": name },
  });
}

/** Returns the text of a parameter, which must be one of these words. The default is the first word. */
export function choice<Word extends string>(
  element: Element,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const written = parameter(element, name)?.text.trim();
  const found = written === undefined ? words[0] : words.find((each) => each === written);
  if (found !== undefined) return found;
  throw new RpcRefusal({
    type: "protocol",
    tag: "invalid-value",
    message: `${name} cannot be ${written}`,
    info: { "bad-element": name },
  });
}

/** Returns the datastore in `<target>` or `<source>`. Refuses a datastore that the device does not have. */
export function datastoreIn(rpc: Rpc, name: "target" | "source"): Datastore {
  const [written] = needed(rpc.operation, name).children;
  const wanted = written?.name ?? "";
  if (wanted === "running") return wanted;
  if (wanted === "candidate" && rpc.world.settings.netconf.candidate) return wanted;
  return unsupported(`there is no datastore ${wanted}`, wanted);
}

/** Refuses an operation because the device lacks the capability for it. */
export function unsupported(message: string, badElement: string): never {
  throw new RpcRefusal({
    type: "protocol",
    tag: "operation-not-supported",
    message,
    info: { "bad-element": badElement },
  });
}

/** Refuses an operation because of another session's lock. */
export function inUse(datastore: Datastore, holder: number): never {
  throw new RpcRefusal({
    type: "protocol",
    tag: "in-use",
    message: `${datastore} is locked by session ${holder}`,
    info: { "session-id": String(holder) },
  });
}
