/** The NETCONF interface: hostname, interfaces and configuration of the devices of a fleet, over SSH. */

import { z } from "zod";
import type { Driver } from "../../contract/contract.ts";
import { password, privateKey } from "../../http/auth/credentials.ts";
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
import { converse } from "./conversation.ts";
import { type NetconfDialect, netconfSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { openNetconf } from "./session.ts";
import { unkeyed } from "./unkeyed-lists.ts";

const dialects: Readonly<Record<string, NetconfDialect>> = { neutral };

/** The driver of the NETCONF interface. Its collection: tree, of one device; its check needs `host` in the scope. */
export const netconf: Driver<NetconfDialect> = {
  interface: "netconf",
  kinds: [deviceHostname, deviceInterface, deviceConfiguration],
  holders: [device],
  fileFields: [],
  dialects,
  settings: netconfSettings,
  credential: z.union([password, privateKey]),
  fleet: true,
  checks: [{ title: "read a device's tree", request: { collection: "tree", scope: {}, wanted: [] } }],
  dialect: (name, settings) =>
    withSettings(dialects[name] ?? neutral, netconfSettings.parse(settings, { jitless: true })),
  converse: ({ target, dialect, channels }) => converse({ target, channels, hostKeys: dialect.hostKeys }),
  open: openNetconf,
  check: (resources, dialect, hint) => [
    ...overlaps(resources, dialect),
    ...danglingReferences(resources, dialect),
    ...(dialect.schema ? modelProblems(resources, dialect, hint) : repeated(resources)),
    ...unkeyed(resources),
  ],
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
