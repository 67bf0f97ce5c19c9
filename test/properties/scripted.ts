/** Targets that answer reads from a script and record the reads. */

import type {
  Dialect,
  Driver,
  Item,
  OpenTarget,
  ReadReply,
  ReadRequest,
} from "../../src/drivers/contract/contract.ts";
import { problem } from "../../src/model/problem.ts";
import { cloud, dialectOf } from "./kinds.ts";

/** Returns the reply of a complete read of these items. An item needs only its kind and its identity. */
export function whole(...items: readonly (Pick<Item, "kind" | "identity"> & Partial<Item>)[]): ReadReply {
  return { state: "whole", items: items.map((item) => ({ value: {}, ...item })) };
}

/** Returns the reply of a read that failed. */
export function failed(message: string): ReadReply {
  return { state: "unknown", problem: problem("server-error", message) };
}

/** The reply of a server that says that the item does not exist. */
export const missing: ReadReply = { state: "absent" };

/**
 * Returns the name of a read in scripts: its collection, and the id of the parent or the scope that selects the items.
 */
export function nameOf({ collection, parentId, scope }: ReadRequest): string {
  const by = parentId ?? scope.host ?? scope.tenant ?? scope.managedObject;
  return by === undefined ? collection : `${collection} ${by}`;
}

/** A target, and the reads that it received. */
export interface Scripted extends OpenTarget {
  /** The names of the reads, in the order of the requests. */
  readonly asked: string[];
  /** The requests of the reads, in order. */
  readonly requested: ReadRequest[];
}

/**
 * Returns a target that answers by this script. It throws at a read that the script does not contain, because the test
 * then has a bug.
 */
export function scripted(
  script: Readonly<Record<string, ReadReply>> | ((request: ReadRequest) => Promise<ReadReply>),
  more: { readonly name?: string; readonly driver?: Driver; readonly dialect?: Dialect } = {},
): Scripted {
  const { name = "cloud", driver = cloud, dialect = dialectOf() } = more;
  const asked: string[] = [];
  const requested: ReadRequest[] = [];
  const answer = typeof script === "function" ? script : answerFrom(script);
  return {
    target: {
      name,
      interface: driver.interface,
      dialect: dialect.name,
      url: "https://target.example.net",
      hosts: [],
      credential: {},
      tls: {},
      limits: {},
      settings: {},
      at: { file: "trueup.yaml", line: 1, column: 1 },
    },
    driver,
    dialect,
    session: {
      read: (request) => {
        asked.push(nameOf(request));
        requested.push(request);
        return answer(request);
      },
      write: () => Promise.reject(new Error("observing must not write")),
      preview: () => {
        throw new Error("observing must not write");
      },
    },
    requests: () => asked.length,
    asked,
    requested,
  };
}

function answerFrom(script: Readonly<Record<string, ReadReply>>) {
  return async (request: ReadRequest): Promise<ReadReply> => {
    const reply = script[nameOf(request)];
    if (!reply) throw new Error(`not in the script: ${nameOf(request)}`);
    return reply;
  };
}

/** Returns the targets by name. */
export function targetsOf(...targets: readonly OpenTarget[]): ReadonlyMap<string, OpenTarget> {
  return new Map(targets.map((open) => [open.target.name, open]));
}
