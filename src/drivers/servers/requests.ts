/** Makes the writes of the server-management interface. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { departure } from "../departure.ts";
import { onWire } from "../described/fields.ts";
import { filled } from "../described/paths.ts";
import { byId, madeFor, type OperationRow } from "../of-kind.ts";
import type { ServersDialect } from "./dialects/dialect.ts";

/** What requests are made from: the target's URL and its dialect. */
interface RequestContext {
  readonly url: string;
  readonly dialect: ServersDialect;
}

const headers = { accept: "application/json", "content-type": "application/json" };

const writes: Readonly<Record<"serverProfile", OperationRow<RequestContext, WireRequest>>> = {
  serverProfile: {
    create: (on, { desired }) => ({
      method: "POST",
      url: listOf(on),
      headers,
      body: onWire(declared(desired), on.dialect.fields),
    }),
    update: byId((on, write) => {
      const fields = declared(write.desired);
      const names = new Set(write.differences.flatMap(({ path }) => segments(path).slice(0, 1)));
      const body = Object.fromEntries([...names].map((name) => [name, fields[name] ?? null]));
      const { basePath, profilePath, updateMethod: method } = on.dialect;
      const url = `${on.url}${basePath}${filled(profilePath, { id: write.live.id })}`;
      return { method, url, headers, body: onWire(body, on.dialect.fields) };
    }),
  },
};

/** The request that carries out a write: all that is declared for a create, what differs for an update. */
export function writeRequest(url: string, dialect: ServersDialect, write: Write): WireRequest {
  return { ...madeFor(writes, { url, dialect }, write), ...departure(write) };
}

function listOf({ url, dialect }: RequestContext): string {
  return `${url}${dialect.basePath}${dialect.devicesPath}`;
}

function declared(desired: Json | undefined): JsonObject {
  return isObject(desired) ? desired : {};
}
