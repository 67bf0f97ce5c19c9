/** Makes the writes of the server-management interface. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { byId, madeFor, type OperationRow } from "../of-kind.ts";
import { segment } from "../pages/path.ts";
import { sentOnce } from "../sent-once.ts";
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
      body: wireNames(on.dialect, declared(desired)),
    }),
    update: byId((on, write) => {
      const fields = declared(write.desired);
      const names = new Set(write.differences.flatMap(({ path }) => segments(path).slice(0, 1)));
      const body = Object.fromEntries([...names].map((name) => [name, fields[name] ?? null]));
      const url = `${listOf(on)}/${segment(write.live.id)}`;
      return { method: "PUT", url, headers, body: wireNames(on.dialect, body) };
    }),
  },
};

/** The request that carries out a write: all that is declared for a create, what differs for an update. */
export function writeRequest(url: string, dialect: ServersDialect, write: Write): WireRequest {
  return { ...madeFor(writes, { url, dialect }, write), ...sentOnce(write) };
}

function listOf({ url, dialect }: RequestContext): string {
  return `${url}${dialect.basePath}${dialect.devicesPath}`;
}

function declared(desired: Json | undefined): JsonObject {
  return isObject(desired) ? desired : {};
}

function wireNames({ fields }: ServersDialect, of: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [fields[name] ?? name, value]));
}
