/** Makes the bodies of writes: declared fields only, by the names that the product gives them. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import { isSecretReference, type Secret, type SecretReference } from "../../model/secret.ts";
import type { WireJson } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { onWire, wireName } from "../described/fields.ts";
import { names } from "../described/paths.ts";
import type { PlacedWrite } from "../of-kind.ts";
import type { DashboardDialect } from "./dialects/dialect.ts";
import { withNetflow } from "./fields.ts";

/** A new network: all that is declared, what the product needs besides, and its organization where no path names it. */
export function newNetworkBody(dialect: DashboardDialect, write: PlacedWrite): WireJson {
  const isPlaced = names(dialect.paths.createNetwork, "organizationId");
  const placed = isPlaced ? {} : { [dialect.networkFields.organizationId]: write.parentId };
  return { ...placed, ...networkOnWire(dialect, object(write.desired)), ...dialect.newNetwork };
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
export function deviceBody({ deviceFields }: DashboardDialect, write: Write): WireJson {
  const desired = object(write.desired);
  const changed = changedFields(write).map((field) => {
    const id = write.referredIds?.[field];
    return id === undefined ? [field, desired[field] ?? null] : ["networkId", id];
  });
  return onWire(Object.fromEntries(changed), deviceFields);
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
  const isPlaced = write.operation !== "create" || names(dialect.paths.createSsid, "number");
  const placed = isPlaced ? {} : { [dialect.ssidFields.number]: Number(write.identity) };
  return { ...placed, ...Object.fromEntries(sent), ...flagged };
}

/** What differs, and what goes along with it. A secret never does: it is written where the plan says so. */
function together({ ssidTogether }: DashboardDialect, write: Write): readonly string[] {
  const changed = changedFields(write);
  const along = ssidTogether.filter((group) => group.some((field) => changed.includes(field))).flat();
  const desired = object(write.desired);
  const isSent = (field: string) =>
    desired[field] !== undefined && !isSecretReference(desired[field] ?? null);
  return [...new Set([...changed, ...along.filter(isSent)])];
}

function networkOnWire({ networkFields, netflowFields }: DashboardDialect, network: JsonObject): JsonObject {
  return onWire(
    withNetflow(network, (netflow) => onWire(netflow, netflowFields)),
    networkFields,
  );
}

function changedFields(write: Write): readonly string[] {
  const fields = write.differences.map(({ path }) => segments(path)[0]);
  return [...new Set(fields.filter((field) => field !== undefined))];
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
