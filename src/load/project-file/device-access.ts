/**
 * How single devices of a fleet are reached: `devices:` of a target, and `credentials:` by name. Both exist only in the
 * project file, so that the declarations in a pull request can choose neither a credential nor the host to which it is
 * sent.
 */

import { z } from "zod";
import type { Driver } from "../../drivers/contract/contract.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { DeviceAccess } from "../../model/project.ts";
import { isSecretReference } from "../../model/secret.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { formsOf } from "../../yaml/schema-fields.ts";
import type { SchemaIssue } from "../../yaml/schema-issues.ts";
import { hostFault } from "../desired/fleet-hosts.ts";
import { formFault, referenceForm } from "../secret-references.ts";
import { credentialOf } from "./project-schema.ts";

/** A fleet target as written, and the file's credentials. */
interface WrittenFleet {
  readonly name: string;
  readonly driver: Driver;
  readonly target: JsonObject;
  readonly credentials: Json;
}

const written = z.record(
  z.string(),
  z.object({ port: z.int().optional(), credential: z.string().optional() }),
);

const texts = z.array(z.string());

/** Returns the errors in `devices:` of a target. If the target's schema already reports some, returns none. */
export function deviceFaults(fleet: WrittenFleet): readonly SchemaIssue[] {
  const { target, driver } = fleet;
  const devices = written.safeParse(target.devices);
  const url = typeof target.url === "string" ? target.url : "";
  const hosts = texts.safeParse(target.hosts);
  if (!devices.success || !hosts.success || !driver.fleet) return [];
  return Object.entries(devices.data).flatMap(([host, { port, credential }]): SchemaIssue[] => {
    const path = ["devices", host];
    const fault = hostFault(host, { name: fleet.name, url, hosts: hosts.data });
    const found: SchemaIssue[] = fault ? [{ ...fault, path, at: "key" }] : [];
    if (port !== undefined && !/^[a-z]+:\/\/[^/]*\{host\}/.test(url))
      found.push({
        code: "invalid-value",
        message: "`port` is only for targets whose url has {host} as its host",
        hint: "Remove `port`: devices behind one address are reached at the port of the url.",
        path: [...path, "port"],
        at: "value",
      });
    if (credential !== undefined) found.push(...credentialFaults(fleet, credential, [...path, "credential"]));
    return found;
  });
}

function credentialFaults(
  { driver, credentials }: WrittenFleet,
  name: string,
  path: readonly string[],
): readonly SchemaIssue[] {
  const all = isObject(credentials) ? credentials : {};
  if (!Object.hasOwn(all, name)) {
    const message = `there is no credential \`${name}\``;
    const hint = meant(name, Object.keys(all)) ?? "Write it under `credentials:` in this file.";
    return [{ code: "unknown-credential", message, hint, path, at: "value" }];
  }
  const fields = all[name] ?? null;
  const fault = Object.values(isObject(fields) ? fields : {}).flatMap((field) => {
    const found = isSecretReference(field) ? formFault(field.secret) : undefined;
    return found ? [found] : [];
  })[0];
  if (fault) return [{ ...fault, path, at: "value" }];
  if (driver.credential.safeParse(fields, { jitless: true }).success) return [];
  const forms = formsOf(driver.credential).map((names) => {
    const members = names.map((each) => `${each}: ${referenceForm}`);
    return `{ ${members.join(", ")} }`;
  });
  const message = `\`credentials.${name}\` is not a credential that this target accepts`;
  return [{ code: "invalid-value", message, hint: `It takes ${forms.join(" or ")}.`, path, at: "value" }];
}

/** Returns the access to the devices of a validated target. */
export function deviceAccessOf(devices: Json, credentials: Json): Readonly<Record<string, DeviceAccess>> {
  const all = isObject(credentials) ? credentials : {};
  const read = Object.entries(written.parse(devices)).map(([host, { port, credential }]) => {
    const fields = credential === undefined ? undefined : credentialOf(all[credential]).fields;
    return [host, { ...(port !== undefined && { port }), ...(fields && { credential: fields }) }] as const;
  });
  return Object.fromEntries(read);
}
