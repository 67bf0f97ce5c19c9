/** Makes the writes of the server-management interface. Pure. */

import { isObject, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { segment } from "../pages/path.ts";
import { sentOnce } from "../sent-once.ts";
import type { ServersDialect } from "./dialects/dialect.ts";

/** The request that carries out a write: all that is declared for a create, what differs for an update. */
export function writeRequest(url: string, dialect: ServersDialect, write: Write): WireRequest {
  const list = `${url}${dialect.basePath}${dialect.devicesPath}`;
  const headers = { accept: "application/json", "content-type": "application/json" };
  const { operation, live, desired = {} } = write;
  const declared: JsonObject = isObject(desired) ? desired : {};
  switch (operation) {
    case "create":
      return { method: "POST", url: list, headers, body: wireNames(dialect, declared), ...sentOnce(write) };
    case "update": {
      const names = new Set(write.differences.flatMap(({ path }) => segments(path).slice(0, 1)));
      const body = Object.fromEntries([...names].map((name) => [name, declared[name] ?? null]));
      return {
        method: "PUT",
        url: `${list}/${segment(live?.id ?? "")}`,
        headers,
        body: wireNames(dialect, body),
        ...sentOnce(write),
      };
    }
    case "remove":
      throw new Error("no dialect of server management removes a profile");
  }
}

function wireNames({ fields }: ServersDialect, of: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [fields[name] ?? name, value]));
}
