/** A dialect of the NETCONF interface, and the parts that a target may override. */

import { z } from "zod";
import type { HostKeys } from "../../../../model/channel.ts";
import type { Dialect } from "../../../contract/contract.ts";
import type { DeviceModel } from "../../device/model.ts";

import { mapping, notSecret, save, saving, transaction, yangFolder } from "../../device/settings.ts";

/** A device model behind the NETCONF interface. */
export interface NetconfDialect extends Dialect, DeviceModel {
  /** The namespaces of modules that the device does not announce, by module. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** The operation that reads the device's data: `get-config` returns only configuration, `get` also returns state. */
  readonly read: "get-config" | "get";
  /**
   * Defaults of leaves: data path without keys → value. They are for devices that neither show nor report leaves at
   * their default.
   */
  readonly defaults: Readonly<Record<string, string | number | boolean>>;
  /** The filter of a read. `xpath`: XPath is used if a device supports it. Every device supports subtree filters. */
  readonly filter: "subtree" | "xpath";
  /** The timeout for confirming a confirmed commit, after which the device rolls back. */
  readonly confirmSeconds: number;
  /** True: a candidate is validated before it is committed, if the device supports validation. */
  readonly validate: boolean;
  /** The known keys of the devices' hosts. Undefined: no key is known, so no device is contacted. */
  readonly hostKeys: HostKeys | undefined;
}

const name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/);
const fingerprint = z
  .string()
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, "must be a fingerprint as ssh-keygen -l shows it: SHA256:...");

/** The settings of a NETCONF target. */
export const netconfSettings = z
  .strictObject({
    module: name.describe("The YANG module of the device's configuration. Default: Vendor-native."),
    container: name.describe("The top-level container of that module. Default: native."),
    hostname: name.describe("The leaf of the hostname in the container. Default: hostname."),
    interfaces: z
      .string()
      .regex(/^[A-Za-z_][\w.-]*(?:\/[A-Za-z_][\w.-]*)*$/, "must be names such as interface/GigabitEthernet")
      .describe(
        "The path from the container to the list of interfaces, as names separated by /. Default: " +
          "interface/GigabitEthernet.",
      ),
    readOnly: z
      .array(z.string().startsWith("/"))
      .describe(
        "Data paths that replies show, but that the device does not accept in writes. Default: none.",
      ),
    namespaces: z
      .record(name, z.string().min(1))
      .describe("The namespaces of modules that the device does not announce: module → namespace."),
    hostKeys: z
      .union([
        z.string().min(1),
        z.record(z.string().min(1), z.union([fingerprint, z.array(fingerprint).min(1)])),
      ])
      .describe(
        "The host keys of the devices: a known_hosts file, relative to this file, or SHA-256 " +
          "fingerprints by host.",
      ),
    read: z
      .enum(["get-config", "get"])
      .describe(
        "What trueup reads. get-config: only the running configuration. get: the running configuration " +
          "and state data. Default: get.",
      ),
    defaults: z
      .record(z.string().startsWith("/"), z.union([z.string(), z.number(), z.boolean()]))
      .describe(
        "The defaults of leaves that a device leaves out of its replies: data path → default value. " +
          "Default: none.",
      ),
    filter: z
      .enum(["subtree", "xpath"])
      .describe(
        "The filter that trueup uses in reads. xpath: an XPath filter if the device supports XPath, " +
          "otherwise a subtree filter. Default: subtree.",
      ),
    notSecret,
    yang: yangFolder,
    mapping,
    save,
    transaction,
    validate: z
      .boolean()
      .describe(
        "If true, the device validates each candidate before the commit, provided that it supports " +
          "validation. Default: true.",
      ),
    confirmSeconds: z
      .int()
      .min(5)
      .max(3600)
      .describe(
        "The number of seconds after which the device reverts a commit that is not confirmed. Default: " +
          "60.",
      ),
  })
  .partial();

/** Returns a dialect with a target's settings applied. */
export function withSettings(
  dialect: NetconfDialect,
  settings: z.infer<typeof netconfSettings>,
): NetconfDialect {
  const { module, container, hostname, readOnly, namespaces, hostKeys, read, filter, confirmSeconds } =
    settings;
  const { defaults, interfaces } = settings;
  return {
    ...dialect,
    module: module ?? dialect.module,
    container: container ?? dialect.container,
    hostname: hostname ?? dialect.hostname,
    interfaces: interfaces?.split("/") ?? dialect.interfaces,
    readOnly: readOnly ?? dialect.readOnly,
    notSecret: settings.notSecret ?? dialect.notSecret,
    namespaces: { ...dialect.namespaces, ...namespaces },
    hostKeys: hostKeysOf(hostKeys) ?? dialect.hostKeys,
    finishing: settings.save ? saving : undefined,
    batches: settings.transaction === "resource" ? undefined : dialect.batches,
    read: read ?? dialect.read,
    defaults: { ...dialect.defaults, ...defaults },
    filter: filter ?? dialect.filter,
    validate: settings.validate ?? dialect.validate,
    confirmSeconds: confirmSeconds ?? dialect.confirmSeconds,
  };
}

function hostKeysOf(written: z.infer<typeof netconfSettings>["hostKeys"]): HostKeys | undefined {
  if (written === undefined || typeof written === "string") return written;
  return Object.fromEntries(Object.entries(written).map(([host, keys]) => [host, [keys].flat()]));
}
