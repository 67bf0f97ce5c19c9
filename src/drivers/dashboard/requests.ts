/** Makes the requests of the dashboard interface: paths, bodies, headers. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import { isSecretReference, type Secret, type SecretReference } from "../../model/secret.ts";
import type { WireJson, WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import { segment } from "../pages/path.ts";
import type { DashboardDialect } from "./dialects/dialect.ts";

/** What requests are made from. */
export interface Ground {
  /** The target's URL. */
  readonly url: string;
  readonly dialect: DashboardDialect;
  readonly secret: (reference: SecretReference) => Secret;
}

/** The request of a list's first page. */
export function listRequest(ground: Ground, request: ReadRequest): WireRequest {
  const of = segment(request.parentId ?? "");
  return { method: "GET", ...to(ground, listPath(request.collection, of), request.scope.organization) };
}

function listPath(collection: string, of: string): string {
  switch (collection) {
    case "organizations":
      return "/organizations";
    case "networks":
      return `/organizations/${of}/networks`;
    case "devices":
      return `/organizations/${of}/devices`;
    case "ssids":
      return `/networks/${of}/wireless/ssids`;
  }
  throw new Error(`the dashboard interface has no collection ${collection}`);
}

/** The request that carries out a write. */
export function writeRequest(ground: Ground, write: Write): WireRequest {
  const parent = segment(write.parentId ?? "");
  const organization = write.scope.organization;
  if (write.kind === "ssid") {
    const path = `/networks/${parent}/wireless/ssids/${segment(write.identity)}`;
    return withBody({ method: "PUT", ...to(ground, path, organization) }, ssidBody(ground, write));
  }
  if (write.operation === "create") {
    const request = {
      method: "POST",
      ...to(ground, `/organizations/${parent}/networks`, organization),
    } as const;
    return withBody(request, object(write.desired));
  }
  const path = `/networks/${segment(write.live?.id ?? "")}`;
  if (write.operation === "remove") return { method: "DELETE", ...to(ground, path, organization) };
  return withBody({ method: "PUT", ...to(ground, path, organization) }, networkBody(write));
}

/** Only the fields that differ; an object is sent whole, the declared part laid over the live one. */
function networkBody(write: Write): WireJson {
  const desired = object(write.desired);
  const live = object(write.live?.value);
  return Object.fromEntries(
    changedFields(write).map((field) => {
      const [declared, found] = [desired[field], live[field]];
      return [field, isObject(declared) && isObject(found) ? { ...found, ...declared } : (declared ?? null)];
    }),
  );
}

/** The declared fields by their wire names: all of them for a create, else those that differ. */
function ssidBody(ground: Ground, write: Write): WireJson {
  const desired = object(write.desired);
  const fields = write.operation === "create" ? Object.keys(desired) : changedFields(write);
  return Object.fromEntries(
    fields.map((field) => {
      const declared = desired[field] ?? null;
      return [
        wireName(ground.dialect, field),
        isSecretReference(declared) ? ground.secret(declared) : declared,
      ];
    }),
  );
}

function wireName(dialect: DashboardDialect, field: string): string {
  const names: Readonly<Record<string, string>> = { ...dialect.ssidFields };
  return names[field] ?? field;
}

function changedFields(write: Write): readonly string[] {
  const fields = write.differences.map(({ path }) => segments(path)[0]);
  return [...new Set(fields.filter((field) => field !== undefined))];
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function to(ground: Ground, path: string, organization: string | undefined): Omit<WireRequest, "method"> {
  const { basePath, budget } = ground.dialect;
  return {
    url: `${ground.url}${basePath}${path}`,
    headers: { accept: "application/json" },
    ...(budget === "organization" && organization !== undefined && { budget: organization }),
  };
}

function withBody(request: WireRequest, body: WireJson): WireRequest {
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}
