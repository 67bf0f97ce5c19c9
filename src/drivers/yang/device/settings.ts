/** Settings of device targets, for all device interfaces. */

import { z } from "zod";
import { noFolder, ownFolderPattern } from "../../../model/project.ts";
import type { FinishFacts } from "../../contract/activation.ts";
import type { BatchFacts } from "../../contract/batch-session.ts";

/** Whether the running configuration is saved after an apply. */
export const save = z
  .boolean()
  .describe(
    "If true, trueup saves the configuration of each device that an apply has changed. Default: false.",
  );

/** The folder with the YANG modules of a target's devices. */
export const yangFolder = z
  .string()
  .max(1024)
  .regex(ownFolderPattern, noFolder)
  .describe(
    "The folder with the YANG modules of the devices, relative to this file. trueup checks desired " +
      "state against these modules.",
  );

/** Which changes of a device share a transaction. */
export const transaction = z
  .enum(["device", "resource"])
  .describe(
    "Which changes trueup sends together. device: all changes of a device in one edit. resource: each " +
      "change in an edit of its own. Default: device.",
  );

/** Planning facts about edits that contain several changes. */
export const together: BatchFacts = {
  size: 500,
  from: 2,
  sharedBy: "host",
  atOnce: true,
  asOne: true,
  kinds: {
    deviceHostname: ["create", "update"],
    deviceInterface: ["create", "update"],
    deviceConfiguration: ["create", "update"],
  },
};

/**
 * Like `together`, for edits that may also contain removals and replacements. A single change is sent as such an edit
 * too, because it may have several parts.
 */
export const togetherReplacing: BatchFacts = {
  ...together,
  from: 1,
  replacing: true,
  kinds: {
    deviceHostname: ["create", "update", "remove"],
    deviceInterface: ["create", "update", "remove"],
    deviceConfiguration: ["create", "update", "remove"],
  },
};

/**
 * Like `togetherReplacing`, but removals and replacements are guarded under a lock. A single change is an edit of its
 * own.
 */
export const togetherGuarded: BatchFacts = { ...togetherReplacing, from: 2, guarded: true };

/** Facts about saving, which plan and apply need if the target's settings enable it. */
export const saving: FinishFacts = {
  verb: "save",
  done: "saved",
  isOn: true,
  // No device reports whether its running configuration is saved.
  isListed: false,
  lateMs: 0,
  isTask: false,
  together: 1,
  by: "host",
};

/** The mapping of a target's devices: sections for parts of their modules. */
export const mapping = z
  .string()
  .max(1024)
  .regex(ownFolderPattern, noFolder)
  .describe(
    "The mapping that defines the sections of the devices: ios-xe, ietf, openconfig, or the folder " +
      "of your own mapping.",
  );

/** Places whose values are not secret, whatever their names. */
export const notSecret = z
  .array(z.string().max(1024).startsWith("/"))
  .max(1000)
  .describe(
    "Data paths, without keys, whose values are not secret. trueup shows the values at and below these " +
      "paths, whatever their names or types.",
  );

/** A sentence about the parts of a device that no section covers, for an import. */
export const unread =
  "configuration outside of the containers with sections; to import a part of it, name its path: " +
  "--only 'TARGET/deviceConfiguration/*./MODULE:CONTAINER'";
