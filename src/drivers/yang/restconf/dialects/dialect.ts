/** A dialect of the RESTCONF interface, and the parts that a target may override. */

import { z } from "zod";
import { basePath } from "../../../../catalog/schema/paths.ts";
import type { Dialect } from "../../../contract/contract.ts";
import type { ReplacingChange } from "../../../contract/target-model.ts";
import type { DeviceKind, DeviceModel } from "../../device/model.ts";
import {
  mapping,
  notSecret,
  save,
  saving,
  together,
  togetherReplacing,
  transaction,
  yangFolder,
} from "../../device/settings.ts";
import { mergedWith } from "../merging.ts";

/** The model of devices behind the RESTCONF interface. */
export interface RestconfDialect extends Dialect, DeviceModel {
  readonly operations: Readonly<Record<DeviceKind, Dialect["operations"][string]>>;
  /** The RESTCONF root, with a leading and without a trailing slash. Its data resource is `/data` below it. */
  readonly root: string;
  /** The media type of requests and replies. */
  readonly mediaType: string;
  /** The header that contains the token. In `Authorization`, the token is a Bearer token. */
  readonly tokenHeader: string;
  /**
   * The data that is requested in reads. `config`: configuration only (`content=config`, RFC 8040, 4.8.1). `all`:
   * configuration and state.
   */
  readonly content: "config" | "all";
  /**
   * The targets of reads. `container`: the containers of declared resources. `resource`: each resource by its own path.
   * `auto`: each resource by its own path only if a device does not serve the containers (404 or 405).
   */
  readonly read: "container" | "resource" | "auto";
  /**
   * How changes are sent. `patch`: as a PATCH with the declared values (RFC 8040, 4.6.1). `put`: as a PUT of the whole
   * resource. In both cases, replacements and lists without keys are sent as a PUT. `yang-patch`: all changes of a
   * device are the edits of one YANG Patch (RFC 8072).
   */
  readonly write: "patch" | "put" | "yang-patch";
  /**
   * The body of a PUT. `parents`: the resource inside all its parent containers. `target`: the resource alone (RFC
   * 8040, 4.5).
   */
  readonly body: "parents" | "target";
  /**
   * `matched`: a write states the version on which it is based, as `If-Match` with an ETag, or for a create as
   * `If-None-Match`. `unused`: writes state no version.
   */
  readonly entityTags: "matched" | "unused";
  /** The mask that a device shows instead of a secret. It is never sent back. */
  readonly masked: RegExp;
  /**
   * What happens to a write that would delete a masked value by leaving it out. `refuse`: the write is refused before
   * it is sent. `omit`: the write is sent without the value.
   */
  readonly maskedValues: "refuse" | "omit";
  /** The rpc that saves the running configuration, as `module:name`. */
  readonly saveOperation: string;
}

const name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/);

/** The settings of a RESTCONF target. Each setting overrides a property of the dialect. */
export const restconfSettings = z.strictObject({
  root: basePath.exactOptional().describe("The root path of RESTCONF. Default: /restconf."),
  module: name
    .exactOptional()
    .describe("The YANG module of the device's configuration. Default: Vendor-native."),
  container: name.exactOptional().describe("The top-level container of that module. Default: native."),
  hostname: name.exactOptional().describe("The leaf of the hostname in the container. Default: hostname."),
  interfaces: z
    .string()
    .regex(/^[A-Za-z_][\w.-]*(?:\/[A-Za-z_][\w.-]*)*$/, "must be names such as interface/GigabitEthernet")
    .exactOptional()
    .describe(
      "The path from the container to the list of interfaces, as names separated by /. Default: " +
        "interface/GigabitEthernet.",
    ),
  mediaType: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+$/)
    .exactOptional()
    .describe("The media type of requests. Default: application/yang-data+json."),
  tokenHeader: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .exactOptional()
    .describe(
      "The request header for the token. In the header authorization, the token is sent as a Bearer " +
        "value. Default: authorization.",
    ),
  content: z
    .enum(["config", "all"])
    .exactOptional()
    .describe(
      "What trueup requests in reads. config: only configuration (content=config). all: configuration " +
        "and state. Default: all; with dialect rfc8040: config.",
    ),
  read: z
    .enum(["container", "resource", "auto"])
    .exactOptional()
    .describe(
      "What trueup reads with one request. container: the whole container. resource: one resource. " +
        "auto: the whole container or, if a device does not serve it, one resource. Default: auto.",
    ),
  body: z
    .enum(["parents", "target"])
    .exactOptional()
    .describe(
      "The body of a PUT. parents: the written data with its parents. target: only the written data. " +
        "Default: parents; with dialect rfc8040: target.",
    ),
  write: z
    .enum(["patch", "put", "yang-patch"])
    .exactOptional()
    .describe(
      "How trueup sends writes. patch: only the declared values. put: the whole resource. yang-patch: " +
        "all changes of a device in one request. Default: put; with dialect rfc8040: patch.",
    ),
  transaction: transaction.exactOptional(),
  entityTags: z
    .enum(["matched", "unused"])
    .exactOptional()
    .describe(
      "Whether writes have a condition. matched: writes carry If-Match or, for a create, If-None-Match. " +
        "unused: writes carry neither. Default: unused; with dialect rfc8040: matched.",
    ),
  readOnly: z
    .array(z.string().startsWith("/"))
    .exactOptional()
    .describe("Data paths that replies show, but that the device does not accept in writes. Default: none."),
  notSecret: notSecret.exactOptional(),
  yang: yangFolder.exactOptional(),
  mapping: mapping.exactOptional(),
  save: save.exactOptional(),
  saveOperation: z
    .string()
    .regex(/^[A-Za-z_][\w.-]*:[A-Za-z_][\w.-]*$/, "must look like cisco-ia:save-config")
    .exactOptional()
    .describe("The rpc that saves the configuration, with its module. Default: cisco-ia:save-config."),
  maskedValues: z
    .enum(["refuse", "omit"])
    .exactOptional()
    .describe(
      "What to do about a write that would delete a value that the device shows as ****. refuse: " +
        "trueup does not send the write. omit: trueup leaves the value out. Default: refuse.",
    ),
});

/** Returns a dialect with a target's settings applied. */
export function withSettings(
  dialect: RestconfDialect,
  settings: z.infer<typeof restconfSettings>,
): RestconfDialect {
  const { interfaces, yang: _, mapping: _mapping, save: isSaved, transaction: unit, ...plain } = settings;
  const finishing = isSaved ? { finishing: saving } : {};
  const { write = dialect.write } = settings;
  const facts = write === "yang-patch" ? togetherReplacing : together;
  const batches = write !== "put" && unit !== "resource" ? { batches: facts } : {};
  const path = interfaces?.split("/") ?? dialect.interfaces;
  return withReplaces({ ...dialect, ...plain, ...finishing, ...batches, interfaces: path });
}

/**
 * Returns the dialect, with facts about writes that replace more than is declared. A PUT replaces its target
 * completely, and a PATCH removes only what it names.
 */
export function withReplaces(dialect: RestconfDialect): RestconfDialect {
  const isMore = (change: ReplacingChange) =>
    mergedWith(dialect, { ...change, operation: "update", desired: change.value })?.length !== 0;
  const how = dialect.write === "put" ? "all" : isMore;
  return { ...dialect, replaces: { deviceHostname: how, deviceInterface: how, deviceConfiguration: how } };
}
