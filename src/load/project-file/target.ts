/** Targets of the project file. A target is one endpoint, and is validated by the schema of its interface. */

import type { Driver } from "../../drivers/contract/contract.ts";
import { mappedName, resolveDriver } from "../../drivers/contract/resolve-driver.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { isHostPattern } from "../../model/listed/hosts.ts";
import type { Target, TlsSettings } from "../../model/project.ts";
import { isSecretReference } from "../../model/secret.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { type FileReading, keyPosition, note } from "../../yaml/issue-reporter.ts";
import { formsOf } from "../../yaml/schema-fields.ts";
import { explain, type SchemaIssue, shape, why } from "../../yaml/schema-issues.ts";
import { asJson } from "../../yaml/schema-output.ts";
import { formFault, referenceForm } from "../secret-references.ts";
import { catalogFolderSchema, folderName } from "./catalog-folders.ts";
import { deviceAccessOf, deviceFaults } from "./device-access.ts";
import { credentialOf, targetName, targetSchema } from "./project-schema.ts";
import { urlFault } from "./target-url.ts";

/** A target as written. */
export interface WrittenTarget {
  readonly name: string;
  readonly value: JsonObject;
  /** The absolute path to which paths in `ca` are relative. */
  readonly folder: string;
  readonly drivers: readonly Driver[];
}

type TargetSchema = ReturnType<typeof targetSchema>;

const schemas = new WeakMap<Driver, Map<string, TargetSchema>>();

/**
 * Returns the schema of a target, cached by driver and written fields: building a schema costs more than validating
 * many targets.
 */
function schemaOf(driver: Driver, written?: JsonObject): TargetSchema {
  const made = schemas.get(driver) ?? new Map<string, TargetSchema>();
  schemas.set(driver, made);
  const key = written === undefined ? "" : Object.keys(written).join(" ");
  const schema = made.get(key) ?? targetSchema(driver, undefined, written);
  made.set(key, schema);
  return schema;
}

/**
 * Validates a value with only the part of the schema that it needs. If there is an error, validates it again with the
 * complete schema, which finds all errors.
 */
function check(driver: Driver, value: JsonObject) {
  const checked = schemaOf(driver, value).safeParse(value, { jitless: true });
  return checked.success ? checked : schemaOf(driver).safeParse(value, { jitless: true });
}

/** Returns the validated target; undefined if it has an error, which is reported. */
export function target(reading: FileReading, of: WrittenTarget): Target | undefined {
  const { name, value, folder } = of;
  const path = ["targets", name];
  const found = driverOf(reading, of);
  const catalog = found && ownCatalogOf(found, value);
  const dialect = catalog === undefined ? textOf(value.dialect) : found?.ownCatalogs?.[catalog];
  // The errors of the catalog are reported at the catalog itself.
  if (catalog !== undefined && dialect === undefined) return undefined;
  const product = withMapping(found, dialect, value);
  const driver = found && product !== undefined ? resolveDriver(found, product) : found;
  const said: SchemaIssue[] = [...nameFaults(name)];
  if (!driver) {
    note(reading, path, said);
    return undefined;
  }
  const { credentials = null } = reading.value;
  const checked = check(driver, value);
  if (!checked.success) {
    const schema = schemaOf(driver);
    const issues = explain(checked.error.issues, { schema, value, title: `target \`${name}\``, beside: [] });
    said.push(...issues.map((each) => aboutCredential(each, value, driver)));
  }
  said.push(
    ...referenceFaults(value),
    ...urlFaults(value, driver),
    ...hostFaults(value),
    ...deviceFaults({ name, driver, target: value, credentials }),
    ...insecure(value, driver),
  );
  note(reading, path, said);
  if (!checked.success || said.some((each) => each.severity !== "warning")) return undefined;
  const { url, hosts = [], limits = {}, readVia, guards, changedSince, settings } = checked.data;
  const tls: TlsSettings = checked.data.tls ?? {};
  const at = keyPosition(reading, path);
  const { fields: credential, store } = credentialOf(checked.data.credential);
  const checkedSettings = asJson(settings ?? {});
  return {
    name,
    interface: driver.interface,
    dialect: product ?? "neutral",
    url: url.replace(/\/+$/, ""),
    hosts,
    credential,
    ...(value.devices !== undefined && { devices: deviceAccessOf(value.devices, credentials) }),
    ...(store && { store: "file" in store ? { file: besideFile(folder, store.file) } : store }),
    tls: tls.ca === undefined ? tls : { ...tls, ca: besideFile(folder, tls.ca) },
    limits,
    ...(typeof readVia === "string" && { readVia }),
    ...(guards && { guards }),
    ...(changedSince && { changedSince }),
    settings: isObject(checkedSettings) ? checkedSettings : {},
    at,
  };
}

/**
 * Returns the folder of the catalog that a target names. Undefined: it names none, or an invalid one, which the schema
 * reports.
 */
function ownCatalogOf({ ownCatalogs }: Driver, { catalog }: JsonObject): string | undefined {
  if (ownCatalogs === undefined) return undefined;
  const { success, data } = catalogFolderSchema.safeParse(catalog);
  return success ? folderName(data) : undefined;
}

/** Returns the dialect. If the target's settings name a known mapping, the dialect includes the mapping. */
function withMapping(
  driver: Driver | undefined,
  dialect: string | undefined,
  { settings }: JsonObject,
): string | undefined {
  const mapping = isObject(settings) ? textOf(settings.mapping) : undefined;
  const isKnown = mapping !== undefined && driver?.mappings?.includes(mapping);
  return isKnown ? mappedName(dialect ?? "neutral", mapping) : dialect;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function driverOf(reading: FileReading, of: WrittenTarget): Driver | undefined {
  const { value, name, drivers } = of;
  const found = drivers.find((driver) => driver.interface === value.interface);
  if (found) return found;
  const known = drivers.map((driver) => driver.interface);
  const written = value.interface;
  const path = ["interface"];
  if (written === undefined) {
    const message = `target \`${name}\` needs \`interface\``;
    note(
      reading,
      ["targets", name],
      [{ code: "missing-field", message, hint: `Known: ${known.join(", ")}.`, path, at: "key" }],
    );
    return undefined;
  }
  const message =
    typeof written === "string"
      ? `there is no interface \`${written}\``
      : `\`interface\` must be text, not ${shape(written)}`;
  const hint = meant(typeof written === "string" ? written : "", known);
  note(reading, ["targets", name], [{ code: "unknown-interface", message, hint, path, at: "value" }]);
  return undefined;
}

function nameFaults(name: string): readonly SchemaIssue[] {
  const checked = targetName.safeParse(name);
  if (checked.success) return [];
  return [
    {
      code: "invalid-key",
      message: `\`${name}\` cannot be a target's name: ${why(checked.error.issues)}`,
      path: [],
      at: "key",
    },
  ];
}

/**
 * Returns an issue in a credential, with the allowed forms as its hint. If a secret is written in plain text, the
 * message says so.
 */
function aboutCredential(said: SchemaIssue, value: JsonObject, driver: Driver): SchemaIssue {
  const [first, field] = said.path;
  if (first !== "credential") return said;
  const { credential = null } = value;
  const written: Json = isObject(credential) && field !== undefined ? (credential[field] ?? null) : null;
  if (said.code === "wrong-type" && said.path.length === 2 && typeof written === "string") {
    const message = `\`credential.${field}\` must be a secret reference, never the secret itself`;
    const hint = `Write \`${field}: ${referenceForm}\`, and change the secret if this file was ever committed.`;
    return { code: "plain-text-secret", message, hint, path: said.path, at: "value" };
  }
  const forms = formsOf(driver.credential).map((names) => {
    const fields = names.filter((name) => name !== "store").map((name) => `${name}: ${referenceForm}`);
    return `{ ${fields.join(", ")} }`;
  });
  return { ...said, hint: `It takes ${forms.join(" or ")}.` };
}

function referenceFaults(value: JsonObject): readonly SchemaIssue[] {
  const { credential = null } = value;
  return Object.entries(isObject(credential) ? credential : {}).flatMap(([field, written]): SchemaIssue[] => {
    const fault = isSecretReference(written) ? formFault(written.secret) : undefined;
    return fault ? [{ ...fault, path: ["credential", field], at: "value" }] : [];
  });
}

function urlFaults(value: JsonObject, driver: Driver): readonly SchemaIssue[] {
  const { url, hosts = null, tls = null } = value;
  if (typeof url !== "string") return [];
  const fault = urlFault({
    url,
    fleet: driver.fleet,
    hosts: texts(hosts),
    insecure: isObject(tls) && tls.insecure === true,
    over: driver.converse ? "ssh" : "http",
  });
  return fault ? [{ ...fault, path: ["url"], at: "value" }] : [];
}

function texts(value: Json): readonly string[] {
  return isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function hostFaults(value: JsonObject): readonly SchemaIssue[] {
  return texts(value.hosts ?? null).flatMap((host, index): SchemaIssue[] => {
    if (isHostPattern(host)) return [];
    const message = `\`hosts.${index}\` is not an address, range, \`.suffix\` or name`;
    return [
      {
        code: "invalid-value",
        message,
        hint: /:\d+$/.test(host)
          ? "Omit the port: hosts use the port of the url."
          : "For example 10.20.0.0/16 or .routers.example.net.",
        path: ["hosts", String(index)],
        at: "value",
      },
    ];
  });
}

function insecure(value: JsonObject, driver: Driver): readonly SchemaIssue[] {
  const { tls = null } = value;
  if (!isObject(tls) || tls.insecure !== true) return [];
  const what = driver.converse ? "host keys" : "certificates";
  const message = `${what} of this target are not verified: anyone on the network path can read its credential`;
  const hint = driver.converse
    ? "Give the devices' keys in settings.hostKeys instead."
    : "Give its certificate authority in tls.ca instead.";
  return [{ severity: "warning", code: "insecure-tls", message, hint, path: ["tls", "insecure"], at: "key" }];
}

/** Makes a path absolute that is relative to the project file. `.` and `..` are resolved. */
export function besideFile(folder: string, path: string): string {
  if (/^(?:\/|[A-Za-z]:[\\/])/.test(path)) return path;
  const parts = folder.replace(/\/+$/, "").split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
