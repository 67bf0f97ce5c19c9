/** Schemas of `trueup.yaml`, for validation and for editors. */

import { z } from "zod";
import type { Driver } from "../../drivers/contract/contract.ts";
import type { StoreSettings } from "../../model/login.ts";
import { commandReference, type SecretReference } from "../../model/secret.ts";
import { policiesSchema } from "../policies/policy-schema.ts";
import { catalogFolderSchema } from "./catalog-folders.ts";
import { changedSinceSchema } from "./changed-since-schema.ts";
import { freezeSchema, guardsSchema, ignoreSchema } from "./guard-schema.ts";
import { healthSchema, wavesSchema } from "./health-schema.ts";
import { limits } from "./limit-schema.ts";
import { notifySchema } from "./notify-schema.ts";
import { serveSchema } from "./serve-schema.ts";
import { desiredStateSchema, inputsSchema, varsSchema } from "./variables-schema.ts";
import { shapeOfFields } from "./written-fields.ts";

const tls = z
  .strictObject({
    ca: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        "The path of a PEM bundle with the authorities for the target's certificate, relative to this file.",
      ),
    insecure: z
      .boolean()
      .exactOptional()
      .describe("If true, certificates are not verified. For laboratories only."),
  })
  .describe("TLS. Certificates are verified unless `insecure` is true.");

const overSsh = z
  .strictObject({
    insecure: z
      .boolean()
      .exactOptional()
      .describe("If true, host keys are not verified. For laboratories only."),
  })
  .describe("Host keys are verified unless `insecure` is true.");

/** A target's name. It is a part of addresses, so it must not contain a slash. */
export const targetName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
    "must be at most 63 letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
  )
  .describe("The name of the target, which files use in `target:`.");

function readVia(through: string) {
  return targetName.describe(`The ${through} target through which the same devices are read. Default: none.`);
}

const credentialName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
    "must be at most 63 letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
  );

const devicesSchema = z
  .record(
    z.string().min(1),
    z
      .strictObject({
        port: z
          .int()
          .min(1)
          .max(65535)
          .exactOptional()
          .describe("The device's port, which replaces that of the url."),
        credential: credentialName
          .exactOptional()
          .describe("The name of a credential under `credentials:` that replaces the target's credential."),
      })
      .describe("How this device is reached."),
  )
  .describe("Devices with their own port or credential, by host. Each host must be among `hosts`.");

/** The value of a target's field `dialect`. */
export const dialectField = "The product's dialect. Default: neutral.";

/**
 * Returns the schema of a target for one interface, or only the part of it that `written` needs. URLs are checked
 * separately, because their rules do not fit into a schema.
 */
export function targetSchema(
  driver: Driver,
  dialects: () => readonly string[] = () => Object.keys(driver.dialects),
  written?: object,
) {
  return z
    .strictObject(shapeOfFields(fieldsOf(driver, dialects), written))
    .describe(`A target with the ${driver.interface} interface.`);
}

function fieldsOf(driver: Driver, dialects: () => readonly string[]) {
  const url = driver.fleet
    ? "The devices' URL, in which {host} stands for a device's host."
    : "The controller's URL.";
  const { readVia: through } = driver;
  const product = () => z.enum(dialects().toSorted()).exactOptional();
  return {
    interface: z.literal(driver.interface).describe("The interface of the target."),
    ...(driver.ownCatalogs
      ? { catalog: catalogFolderSchema }
      : { dialect: () => product().describe(dialectField) }),
    // The pattern is only for editors. The loader explains in more detail what is wrong with a URL.
    url: z.string().min(1).meta({ description: url, pattern: "^(?:https?|ssh)://" }),
    hosts: driver.fleet ? hosts().min(1) : driver.sharded ? () => shards().exactOptional() : noHosts,
    credential: driver.credential,
    ...(driver.fleet && { devices: () => devicesSchema.exactOptional() }),
    tls: () => (driver.converse ? overSsh.exactOptional() : tls.exactOptional()),
    limits: () => limits.exactOptional(),
    ...(through && { readVia: () => readVia(through).exactOptional() }),
    guards: () => guardsSchema.exactOptional(),
    changedSince: () => changedSinceSchema.exactOptional(),
    settings: () => driver.settings.optional(),
  };
}

function hosts() {
  return z
    .array(z.string().min(1))
    .describe("The device hosts to which the credential may be sent: CIDR, `.suffix` or name.");
}

function shards() {
  return z
    .array(z.string().min(1))
    .describe(
      "Further hosts of the service to which the credential may be sent: name or `.suffix`. Default: none.",
    );
}

function noHosts() {
  return hosts()
    .refine((list) => list.length === 0, "is only for targets with {host} in their URL")
    .exactOptional();
}

const git = z
  .strictObject({
    refs: z
      .string()
      .regex(
        /^refs\/(?!heads(?:\/|$)|remotes(?:\/|$))[A-Za-z0-9][A-Za-z0-9_-]*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*)*$/,
        "must look like refs/trueup or refs/tags/trueup, and must not be below refs/heads",
      )
      .exactOptional()
      .describe("The prefix of the refs' names. Default: refs/trueup."),
    remote: z
      .union([z.literal(false), z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, "must be a remote's name")])
      .exactOptional()
      .describe("The remote that also holds the refs; false for none. Default: origin, if it exists."),
    timeoutSeconds: z
      .number()
      .min(1)
      .max(600)
      .exactOptional()
      .describe("The timeout of each git process. Default: 30."),
    recordVersion: z
      .union([z.literal(1), z.literal(2)])
      .exactOptional()
      .describe("The format of apply records. 1 is for trueup 0.1.0, and has no memory. Default: 2."),
  })
  .describe("The Git refs that hold the record of what was applied.");

const history = z
  .strictObject({
    keep: z
      .int()
      .min(0)
      .max(1000)
      .describe("How many of the newest applies are kept; 0: no apply is added. Default: 200."),
  })
  .describe("The history of applies, which `trueup history` shows. It is stored in a Git ref of its own.");

const projectFields = {
  version: z.literal(1).describe("The version of this file's format: 1."),
  environment: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
      "must be at most 63 letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
    )
    .describe("The environment that this project describes. Its name is part of the Git refs' names."),
  desiredState: () => desiredStateSchema.exactOptional(),
  vars: () => varsSchema.exactOptional(),
  inputs: () => inputsSchema.exactOptional(),
  targets: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .describe("The targets (controllers and devices), by name."),
  credentials: () =>
    z
      .record(credentialName, z.record(z.string(), z.unknown()))
      .exactOptional()
      .describe(
        "Credentials by name, for single devices of a target; each has the form of a target's `credential`.",
      ),
  secrets: () =>
    z
      .strictObject({
        allow: z
          .array(z.string().regex(/^(?:env|file):/, "must start with env: or file:"))
          .describe("Globs of the secret references that desired state may use, such as `env:*_PSK`.")
          .default([]),
        fingerprintKey: z
          .strictObject({ secret: z.string().regex(/^(?:env|file):./, "must be env:NAME or file:PATH") })
          .exactOptional()
          .describe(
            "A key of at least 16 characters. With it, trueup detects a secret rotated under the same reference.",
          ),
      })
      .exactOptional()
      .describe("The secrets to which desired state may refer, only in fields that a kind marks as secret."),
  retryUnseen: () =>
    z
      .boolean()
      .exactOptional()
      .describe(
        "If true, `apply --retry-unseen` repeats a create that was accepted at least 24 hours ago if no list shows " +
          "the resource. Default: false.",
      ),
  prune: () =>
    z
      .boolean()
      .exactOptional()
      .describe(
        "If true, resources that are no longer declared are removed, as with --prune. Default: false.",
      ),
  ignore: () => ignoreSchema.exactOptional(),
  freeze: () => freezeSchema.exactOptional(),
  health: () => healthSchema.exactOptional(),
  waves: () => wavesSchema.exactOptional(),
  git: () => git.exactOptional(),
  history: () => history.exactOptional(),
  notify: () => notifySchema.exactOptional(),
  policies: () => policiesSchema.exactOptional(),
  serve: () => serveSchema.exactOptional(),
};

/** The whole file except for its targets, which are validated by the schemas of their interfaces. */
export const projectSchema = z.strictObject(shapeOfFields(projectFields)).describe("A trueup project.");

/** Returns only the part of the schema that this file needs. */
export function writtenProjectSchema(written: object): typeof projectSchema {
  return z.strictObject(shapeOfFields(projectFields, written));
}

const program = z.strictObject({ command: z.array(z.string()), env: z.array(z.string()).optional() });
const reference = z.strictObject({ secret: z.string() });
const printed = z
  .strictObject({ secret: program })
  .transform(({ secret }) => ({ secret: commandReference(secret) }));
const credential = z
  .object({ store: z.union([z.strictObject({ file: z.string() }), program]).optional() })
  .catchall(z.union([z.string(), reference, printed]));

/** Splits a validated credential into its fields and the store of its refresh token. */
export function credentialOf(value: unknown): {
  readonly fields: Readonly<Record<string, SecretReference | string>>;
  readonly store: StoreSettings | undefined;
} {
  const { store, ...fields } = credential.parse(value, { jitless: true });
  return { fields, store };
}
