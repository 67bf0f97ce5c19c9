/** A NETCONF session with the devices of a fleet: reads declared parts with filters, and sends edits; each rpc once. */

import type { OpenSessionOptions, Session } from "../../contract/contract.ts";
import { reviewableWrite } from "../device/places/reviewable.ts";
import { savingWith } from "../device/saving.ts";
import type { NetconfDialect } from "./dialects/dialect.ts";
import { guardOf, saveDevice } from "./edits/edit.ts";
import { previewOf, transactionsOf, writeDevice } from "./edits/write-device.ts";
import { Fleet } from "./fleet.ts";
import { moduleReader } from "./module-texts.ts";
import { readDevice } from "./read-device.ts";

/** Opens a session. Sends nothing. */
export function openNetconf(options: OpenSessionOptions<NetconfDialect>): Session {
  const fleet = new Fleet(options);
  return {
    read: (request, signal) => readDevice(fleet, request, signal),
    write: (write, signal) => writeDevice(fleet, write, signal),
    guards: (write) => guardOf(fleet, write),
    preview: (write) => previewOf(fleet, write),
    reviewable: (write, declared) => [previewOf(fleet, reviewableWrite(write, declared))],
    batching: transactionsOf(fleet),
    finishing: savingWith((host, signal, leaving) => saveDevice(fleet, host, { signal, leaving })),
    modules: moduleReader(fleet),
    learned: {
      after: ({ scope: { host } }) => (host !== undefined && fleet.showsState.has(host) ? host : undefined),
      take: (host) => void (typeof host === "string" && fleet.showsState.add(host)),
    },
  };
}
