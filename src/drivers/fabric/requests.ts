/** Makes the requests of the fabric controller interface: paths and bodies of managed objects. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { demanded, ofKind } from "../of-kind.ts";
import { segment } from "../pages/path.ts";
import { sentOnce } from "../sent-once.ts";
import type { FabricDialect, FabricKind } from "./dialects/dialect.ts";
import { pathSegments } from "./kinds/path.ts";

const headers = { accept: "application/json" };

/** The request that reads the object at a path. */
export function readRequest(url: string, path: string): WireRequest {
  return { method: "GET", url: objectUrl(url, path), headers };
}

/** The request that reads all objects of a class. */
export function classRequest(url: string, name: string): WireRequest {
  return { method: "GET", url: `${url}/api/class/${segment(name)}.json`, headers };
}

/** The request that carries out a write: a POST of what is declared creates or changes; the rest stays. */
export function writeRequest(url: string, dialect: FabricDialect, write: Write): WireRequest {
  const bodyOf = ofKind(bodies, write.kind);
  const to = objectUrl(url, write.identity);
  if (write.operation === "remove") return { method: "DELETE", url: to, headers, ...sentOnce(write) };
  const body = bodyOf(dialect, write.identity, object(write.desired));
  const typed = { ...headers, "content-type": "application/json" };
  return { method: "POST", url: to, headers: typed, body, ...sentOnce(write) };
}

const bodies: Readonly<Record<FabricKind, typeof tenantBody>> = {
  tenant: tenantBody,
  managedObject: (_dialect, _path, desired) => objectBody(desired),
};

function tenantBody(dialect: FabricDialect, path: string, desired: JsonObject): JsonObject {
  const attributes = {
    name: path.slice("uni/tn-".length),
    ...(desired.description !== undefined && { [dialect.descriptionAttribute]: desired.description }),
    ...object(desired.attributes),
  };
  return { [dialect.tenantClass]: { attributes } };
}

function objectBody(desired: JsonObject): JsonObject {
  return { [String(desired.class)]: { attributes: object(desired.attributes) } };
}

function objectUrl(url: string, path: string): string {
  demanded(path, "an object is asked for without its path");
  return `${url}/api/mo/${pathSegments(path).map(segment).join("/")}.json`;
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
