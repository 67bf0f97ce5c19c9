/** The members that all drivers of devices share, whichever interface they use. */

import type { Resource } from "../../../model/desired.ts";
import type { DriverProblem } from "../../../model/problem.ts";
import type { Dialect, Driver } from "../../contract/contract.ts";
import type { SchemaSource } from "../../contract/target-model.ts";
import { conflictingCases } from "./choices/cases-together.ts";
import { displacedBy } from "./choices/displaced.ts";
import { device } from "./container.ts";
import { overlaps, repeated } from "./duplicate-elements.ts";
import { editorForms } from "./editor-forms.ts";
import { deviceConfiguration } from "./kinds/device-configuration.ts";
import { deviceHostname } from "./kinds/device-hostname.ts";
import { deviceInterface } from "./kinds/device-interface.ts";
import { declaredKeyProblems, partsOf } from "./list-entries.ts";
import { mayDiffer } from "./may-differ.ts";
import type { DeviceModel } from "./model.ts";
import { modelProblems } from "./model-checks.ts";
import { modelled } from "./model-values.ts";
import { movedPlaces } from "./places/moved-places.ts";
import { danglingReferences, referencesOf } from "./references/device-references.ts";
import { declaredSecrets } from "./secrets/declared-secrets.ts";

/**
 * The members of all device drivers. Each device has one collection for all kinds, so a caller of `checks` must add
 * `host` to the request's scope.
 */
export const deviceDriver = {
  kinds: [deviceHostname, deviceInterface, deviceConfiguration],
  holders: [device],
  fileFields: [],
  fleet: true,
  checks: [{ title: "read a device's tree", request: { collection: "tree", scope: {}, wanted: [] } }],
  modelled,
  declaredSecrets,
  mayDiffer,
  displaced: displacedBy,
  seesDisplaced: ({ schema }: DeviceModel) => schema !== undefined,
  keyProblems: declaredKeyProblems,
  references: referencesOf,
  editorForms,
  partsOf,
  movedPlaces,
  takesMappings: true,
  mappings: [],
  withSchema: <D extends DeviceModel>(dialect: D, schema: SchemaSource): D => ({ ...dialect, schema }),
} satisfies Partial<Driver<Dialect & DeviceModel>>;

/** Returns errors in device resources. If the target has modules, the resources are checked against them. */
export function deviceProblems(
  resources: readonly Resource[],
  dialect: DeviceModel,
  hint?: Parameters<typeof modelProblems>[2],
): readonly DriverProblem[] {
  return [
    ...overlaps(resources, dialect),
    ...danglingReferences(resources, dialect),
    ...conflictingCases(resources, dialect),
    ...(dialect.schema ? modelProblems(resources, dialect, hint) : repeated(resources)),
  ];
}
