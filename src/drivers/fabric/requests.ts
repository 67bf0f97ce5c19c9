/** Makes the requests of the fabric controller interface: paths and bodies of managed objects. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { departure } from "../departure.ts";
import { filled } from "../described/paths.ts";
import { demanded, ofKind } from "../of-kind.ts";
import { segment } from "../pages/path.ts";
import type { FabricDialect, FabricKind } from "./dialects/dialect.ts";
import { pathSegments } from "./kinds/path.ts";

const headers = { accept: "application/json" };

/** The request that reads the object at a path. */
export function readRequest(url: string, dialect: FabricDialect, path: string): WireRequest {
  return { method: "GET", url: objectUrl(url, dialect, path), headers };
}

/** The request that reads all objects of a class. */
export function classRequest(url: string, dialect: FabricDialect, name: string): WireRequest {
  return { method: "GET", url: `${url}${filled(dialect.paths.class, { class: name })}`, headers };
}

/** The request that carries out a write: what is declared is sent to create or to change; the rest stays. */
export function writeRequest(url: string, dialect: FabricDialect, write: Write): WireRequest {
  const bodyOf = ofKind(bodies, write.kind);
  const to = objectUrl(url, dialect, write.identity);
  if (write.operation === "remove") return { method: "DELETE", url: to, headers, ...departure(write) };
  const body = bodyOf(dialect, write.identity, object(write.desired));
  const typed = { ...headers, "content-type": "application/json" };
  const { createObject, updateObject } = dialect.methods;
  const method = write.operation === "create" ? createObject : updateObject;
  return { method, url: to, headers: typed, body, ...departure(write) };
}

const bodies: Readonly<Record<FabricKind, typeof tenantBody>> = {
  tenant: tenantBody,
  managedObject: (_dialect, _path, desired) => objectBody(desired),
};

function tenantBody(dialect: FabricDialect, path: string, desired: JsonObject): JsonObject {
  const attributes = {
    [dialect.nameAttribute]: path.slice("uni/tn-".length),
    ...(desired.description !== undefined && { [dialect.descriptionAttribute]: desired.description }),
    ...object(desired.attributes),
  };
  return { [dialect.tenantClass]: { attributes } };
}

function objectBody(desired: JsonObject): JsonObject {
  return { [String(desired.class)]: { attributes: object(desired.attributes) } };
}

/** Each part of the object's path is a segment. */
function objectUrl(url: string, dialect: FabricDialect, path: string): string {
  demanded(path, "an object is asked for without its path");
  const parts = pathSegments(path).map(segment).join("/");
  return `${url}${dialect.paths.object.replaceAll("{path}", () => parts)}`;
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
