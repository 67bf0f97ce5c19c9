/** Makes the bodies of writes: declared fields only, by the names that the product gives them. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import { isSecretReference, type Secret, type SecretReference } from "../../model/secret.ts";
import type { WireJson } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import type { DashboardDialect } from "./dialects/dialect.ts";
import { onWire, wireName, withNetflow } from "./fields.ts";

/** A new network: all that is declared, and what the product needs besides. */
export function newNetworkBody(dialect: DashboardDialect, write: Write): WireJson {
  return { ...networkOnWire(dialect, object(write.desired)), ...dialect.newNetwork };
}

/** Only the fields that differ; an object is sent whole, the declared part laid over the live one. */
export function networkBody(dialect: DashboardDialect, write: Write): WireJson {
  const desired = object(write.desired);
  const live = object(write.live?.value);
  const changed = changedFields(write).map((field) => {
    const [declared, found] = [desired[field], live[field]];
    return [field, isObject(declared) && isObject(found) ? { ...found, ...declared } : (declared ?? null)];
  });
  return networkOnWire(dialect, Object.fromEntries(changed));
}

/** The fields of a device that differ; its network by the id. */
export function deviceBody(write: Write): WireJson {
  const desired = object(write.desired);
  const changed = changedFields(write).map((field) => {
    const id = write.referredIds?.[field];
    return id === undefined ? [field, desired[field] ?? null] : ["networkId", id];
  });
  return Object.fromEntries(changed);
}

/** All that is declared of a network's netflow: the product takes it as one. */
export function netflowBody({ netflowFields }: DashboardDialect, write: Write): WireJson {
  return onWire(object(write.desired), netflowFields);
}

/** All that is declared for a create, else what differs and what is sent together with it; secrets opened. */
export function ssidBody(
  dialect: DashboardDialect,
  write: Write,
  secret: (reference: SecretReference) => Secret,
): WireJson {
  const desired = object(write.desired);
  const fields = write.operation === "create" ? Object.keys(desired) : together(dialect, write);
  const sent = fields.map((field): [string, WireJson] => {
    const declared = desired[field] ?? null;
    return [wireName(dialect.ssidFields, field), isSecretReference(declared) ? secret(declared) : declared];
  });
  const { vlanFlag } = dialect;
  const flagged = vlanFlag !== undefined && fields.includes("vlan") ? { [vlanFlag]: true } : {};
  return { ...Object.fromEntries(sent), ...flagged };
}

function together({ ssidTogether }: DashboardDialect, write: Write): readonly string[] {
  const changed = changedFields(write);
  const along = ssidTogether.filter((group) => group.some((field) => changed.includes(field))).flat();
  const desired = object(write.desired);
  return [...new Set([...changed, ...along.filter((field) => desired[field] !== undefined)])];
}

function networkOnWire({ netflowFields }: DashboardDialect, network: JsonObject): JsonObject {
  return withNetflow(network, (netflow) => onWire(netflow, netflowFields));
}

function changedFields(write: Write): readonly string[] {
  const fields = write.differences.map(({ path }) => segments(path)[0]);
  return [...new Set(fields.filter((field) => field !== undefined))];
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
