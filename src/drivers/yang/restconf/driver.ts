/** The RESTCONF interface: hostname, interfaces and configuration of the devices of a fleet. */

import { z } from "zod";
import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject } from "../../../model/json.ts";
import type { DriverProblem } from "../../../model/problem.ts";
import type { Driver } from "../../contract/contract.ts";
import { password, token } from "../../http/auth/credentials.ts";
import { deviceDriver, deviceProblems } from "../device/driver.ts";
import { dataPath, entryKeyIn, withoutKeys, writtenPath } from "../device/kinds/data-path.ts";
import { placeIn } from "../device/model-place.ts";
import { openingDevices } from "../device/open-device.ts";
import { type RestconfDialect, restconfSettings, withReplaces, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { rfc8040 } from "./dialects/rfc8040.ts";
import { mergedWith } from "./merging.ts";
import { openRestconf } from "./session.ts";
import { isWholeList, listRequestCount, movedValues } from "./whole-lists.ts";

const dialects: Readonly<Record<string, RestconfDialect>> = { neutral, rfc8040 };

/** The driver of the RESTCONF interface. */
export const restconf: Driver<RestconfDialect> = {
  ...deviceDriver,
  interface: "restconf",
  dialects,
  settings: restconfSettings,
  credential: z.union([password, token]),
  readVia: "netconf",
  dialect: (name, settings) =>
    withSettings(dialects[name] ?? neutral, restconfSettings.parse(settings, { jitless: true })),
  // The specification's dialect (its body is `parents`) has no choices, so nothing can be displaced. For other devices,
  // only modules show which choices exist.
  seesDisplaced: ({ schema, body }) => schema !== undefined || body === "parents",
  withSchema: (dialect, schema) => withReplaces({ ...dialect, schema }),
  open: openingDevices(openRestconf),
  check: (resources, dialect, hint) => [
    ...deviceProblems(resources, dialect, hint),
    ...unwritableLists(resources, dialect),
  ],
  remade: (change, dialect) => movedValues(dialect, change).map((name) => ({ name })),
  requestsOf: (change, dialect) => {
    if (dialect.batches?.replacing) return 1;
    if (isWholeList(dialect, change)) return listRequestCount(dialect, change);
    return 1 + (mergedWith(dialect, change)?.length ?? 0);
  },
};

/**
 * Returns the problems of declared lists that are one resource. Their entries are written individually, so the list
 * needs a key, and its order must not matter.
 */
function unwritableLists(resources: readonly Resource[], dialect: RestconfDialect): readonly DriverProblem[] {
  if (dialect.body !== "target") return [];
  return resources.flatMap((resource) => {
    const { kind, identity, value, lists, address } = resource;
    if (kind !== "deviceConfiguration" || entryKeyIn(identity) || !isArray(value)) return [];
    const path = writtenPath(dataPath(identity));
    const { node } = placeIn(dialect, resource) ?? {};
    if (node?.kind === "list" && node.isUserOrdered)
      return [{ address, path: "", ...inOrder(path), hint: around(path) }];
    const isUnkeyed = lists[""] === undefined && value.some(isObject);
    return isUnkeyed && node === undefined ? [{ address, path: "", ...noKeys(path) }] : [];
  });
}

function inOrder(path: string): Pick<DriverProblem, "code" | "message"> {
  const message = `the order of ${path} matters, and RESTCONF (RFC 8040) cannot replace a list`;
  return { code: "unwritable-list", message };
}

function noKeys(path: string): Pick<DriverProblem, "code" | "message" | "hint"> {
  const message = `the key leaves of ${path} are unknown, and RESTCONF (RFC 8040) cannot replace a list`;
  const hint =
    `Write keys: { ${withoutKeys(path)}: LEAF } in the declaration of the device, or give the folder ` +
    "of its modules as settings.yang of the target.";
  return { code: "unwritable-list", message, hint };
}

/** Returns the hint for a list that cannot be written. If the list has a parent, the parent can be replaced instead. */
function around(path: string): string {
  const steps = path.split("/").slice(1, -1);
  if (steps.length === 0) return "Declare the list for a target with interface: netconf.";
  return `Declare the container around the list, /${steps.join("/")}, or use a target with interface: netconf.`;
}
