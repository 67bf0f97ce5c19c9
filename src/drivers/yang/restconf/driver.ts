/** The RESTCONF interface: hostname, interfaces and configuration of the devices of a fleet. */

import { z } from "zod";
import type { Driver } from "../../contract/contract.ts";
import { password, token } from "../../http/auth/credentials.ts";
import { device } from "../device/container.ts";
import { declaredKeyProblems } from "../device/declared-keys.ts";
import { repeated } from "../device/duplicate-elements.ts";
import { editorForms } from "../device/editor-forms.ts";
import { deviceConfiguration } from "../device/kinds/device-configuration.ts";
import { deviceHostname } from "../device/kinds/device-hostname.ts";
import { deviceInterface } from "../device/kinds/device-interface.ts";
import { partsOf } from "../device/list-entries.ts";
import { modelProblems } from "../device/model-checks.ts";
import { modelled } from "../device/model-values.ts";
import { overlaps } from "../device/overlapping-paths.ts";
import { movedPlaces } from "../device/places/moved-places.ts";
import { danglingReferences } from "../device/references/dangling.ts";
import { referencesOf } from "../device/references/device-references.ts";
import { type RestconfDialect, restconfSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { rfc8040 } from "./dialects/rfc8040.ts";
import { openRestconf } from "./session.ts";
import { unwritableLists } from "./unwritable-lists.ts";
import { isWholeList, listRequestCount } from "./whole-lists.ts";

const dialects: Readonly<Record<string, RestconfDialect>> = { neutral, rfc8040 };

/** The driver of the RESTCONF interface. Its collection: tree, of one device; its check needs `host` in the scope. */
export const restconf: Driver<RestconfDialect> = {
  interface: "restconf",
  kinds: [deviceHostname, deviceInterface, deviceConfiguration],
  holders: [device],
  fileFields: [],
  dialects,
  settings: restconfSettings,
  credential: z.union([password, token]),
  fleet: true,
  readVia: "netconf",
  checks: [{ title: "read a device's tree", request: { collection: "tree", scope: {}, wanted: [] } }],
  dialect: (name, settings) =>
    withSettings(dialects[name] ?? neutral, restconfSettings.parse(settings, { jitless: true })),
  open: openRestconf,
  check: (resources, dialect, hint) => [
    ...overlaps(resources, dialect),
    ...danglingReferences(resources, dialect),
    ...(dialect.schema ? modelProblems(resources, dialect, hint) : repeated(resources)),
    ...unwritableLists(resources, dialect),
  ],
  requestsOf: (change, dialect) => {
    if (dialect.batches?.replacing) return 1;
    const isOrdered = (change.ordered ?? []).length > 0;
    const isSet = dialect.schema !== undefined && !isOrdered;
    const mode = { write: dialect.write, isOrdered, isSet };
    return isWholeList(dialect, change) ? listRequestCount(mode, change) : 1;
  },
  modelled,
  keyProblems: declaredKeyProblems,
  references: referencesOf,
  editorForms,
  partsOf,
  movedPlaces,
  takesMappings: true,
  mappings: [],
  withSchema: (dialect, schema) => ({ ...dialect, schema }),
};
