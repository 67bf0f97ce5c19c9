/** What every operation is given and gives back, and how it reads its parameters. */

import type { Router } from "../restconf/state.ts";
import type { World } from "../world.ts";
import { RpcRefusal } from "./rpc-error.ts";
import type { Datastore, DeviceState, Session } from "./state.ts";
import { baseNamespace, netconfElement, type Output } from "./tree/output.ts";
import type { Element } from "./xml.ts";

/** An operation that a session asks for. */
export interface Rpc {
  readonly world: World;
  readonly session: Session;
  readonly router: Router;
  readonly device: DeviceState;
  /** The element of the operation. */
  readonly operation: Element;
  readonly now: number;
}

/** What an operation leads to. */
export interface OperationResult {
  readonly world: World;
  /** What is in the reply. */
  readonly content: readonly Output[];
}

/** Carries out one operation. Throws what it refuses. */
export type Operation = (rpc: Rpc) => OperationResult;

/** The reply of an operation that has nothing to tell. */
export const ok: readonly Output[] = [netconfElement("ok")];

/** The parameter of a name, if it is there. */
export function parameter(element: Element, name: string): Element | undefined {
  return element.children.find((each) => each.name === name && each.namespace === baseNamespace);
}

/** The parameter of a name, which must be there. */
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

/** The text of a parameter that must be one of some words; the first of them when it is not there. */
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

/** The datastore within `<target>` or `<source>`. Refuses those that the device does not have. */
export function datastoreIn(rpc: Rpc, name: "target" | "source"): Datastore {
  const [written] = needed(rpc.operation, name).children;
  const wanted = written?.name ?? "";
  if (wanted === "running") return wanted;
  if (wanted === "candidate" && rpc.world.settings.netconf.candidate) return wanted;
  return unsupported(`there is no datastore ${wanted}`, wanted);
}

/** Refuses what the device offers no capability for. */
export function unsupported(message: string, badElement: string): never {
  throw new RpcRefusal({
    type: "protocol",
    tag: "operation-not-supported",
    message,
    info: { "bad-element": badElement },
  });
}

/** Refuses what another session's lock keeps from being done. */
export function inUse(datastore: Datastore, holder: number): never {
  throw new RpcRefusal({
    type: "protocol",
    tag: "in-use",
    message: `${datastore} is locked by session ${holder}`,
    info: { "session-id": String(holder) },
  });
}
