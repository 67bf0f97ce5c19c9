/** Issues and health scores that a simulated Catalyst Center predefines, and which of their fields are writable. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";

const flag = z.boolean().exactOptional();
const priority = z.enum(["P1", "P2", "P3", "P4"]);

/**
 * The kinds of predefined objects. `schema` describes the writable fields of a kind. `own` contains the initial values
 * of the kind's objects by id, according to the vendor's description.
 */
export const definitions: Readonly<
  Record<string, { readonly schema: z.ZodType; readonly own: Readonly<Record<string, JsonObject>> }>
> = {
  systemIssueDefinitions: {
    schema: z.strictObject({
      priority: priority.exactOptional(),
      issueEnabled: flag,
      synchronizeToHealthThreshold: flag,
      thresholdValue: z.number().exactOptional(),
    }),
    own: {
      "issue-1": {
        name: "ap_flap",
        displayName: "AP Frequent Reboots",
        deviceType: "UNIFIED_AP",
        priority: "P2",
        issueEnabled: true,
        synchronizeToHealthThreshold: false,
        thresholdValue: 3,
        defaultPriority: "P2",
        profileId: "global",
        definitionStatus: "DEFAULT",
      },
      "issue-2": {
        name: "fabric_cp",
        displayName: "Fabric Device Unreachable",
        deviceType: "SWITCH_AND_HUB",
        priority: "P1",
        issueEnabled: true,
        synchronizeToHealthThreshold: false,
        thresholdValue: 1,
        defaultPriority: "P1",
        profileId: "global",
        definitionStatus: "DEFAULT",
      },
    },
  },
  healthScoreDefinitions: {
    schema: z.strictObject({
      includeForOverallHealth: flag,
      thresholdValue: z.number().exactOptional(),
      synchronizeToIssueThreshold: flag,
    }),
    own: {
      "score-1": {
        name: "linkErrorThreshold",
        displayName: "Link Error",
        deviceFamily: "ROUTER",
        includeForOverallHealth: true,
        thresholdValue: 1,
        synchronizeToIssueThreshold: false,
        definitionStatus: "DEFAULT",
      },
    },
  },
};
