/** How products answer lists, writes and requests for missing records, according to recordings. */

import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { RecordHabits } from "./record-lists.ts";
import type { Answering } from "./served.ts";

/** The Firewall Management Center pages its lists by `offset` and `limit`. An empty list has no `items`. */
export const fmcHabits = (domain: string): RecordHabits => ({
  id: "id",
  list: (whole, { query }) => {
    const [offset, limit] = [Number(query.get("offset") ?? 0), Number(query.get("limit") ?? 25)];
    const items = whole.slice(offset, offset + limit);
    const paging = { offset, limit, count: whole.length, pages: Math.ceil(whole.length / limit) };
    return { body: { links: {}, ...(items.length > 0 && { items: [...items] }), paging } };
  },
  written: (record, method) => ({ status: method === "POST" ? 201 : 200, body: record ?? {} }),
  absent: fmcFault(404, "Not Found"),
  other: ({ path }) => {
    if (path.endsWith("/inheritancesettings")) return fmcFault(404, "Not Found");
    return path.startsWith("/api/fmc_platform/") ? { status: 204, headers: fmcTokens(domain) } : undefined;
  },
});

const fmcTokens = (domain: string) => ({
  "X-auth-access-token": "recorded-access-token",
  "X-auth-refresh-token": "recorded-refresh-token",
  DOMAIN_UUID: domain,
});

const fmcFault = (status: number, description: string) => ({
  status,
  body: { error: { category: "FRAMEWORK", messages: [{ description }], severity: "ERROR" } },
});

/** Webex returns everything in `items`. A next page would be a link. */
export const webexHabits: RecordHabits = {
  id: "id",
  list: (whole, { path, query }) => ({
    body: {
      items: whole.filter(
        ({ roomId }) => path !== "/v1/memberships" || [null, roomId].includes(query.get("roomId")),
      ),
    },
  }),
  written: (record) => (record ? { body: record } : { status: 204 }),
  absent: { status: 404, body: { message: "The requested resource could not be found.", errors: [] } },
};

/** Returns a filter for OData's `Member.Member eq 'text'`. Any other filter text selects everything. */
function selectedBy(filter: string | null): (record: JsonObject) => boolean {
  const [, path = "", wanted] = /^([\w.]+) eq '([^']*)'$/.exec(filter ?? "") ?? [];
  return (record) => {
    let at: Json | undefined = record;
    for (const name of path.split(".")) at = isObject(at) ? at[name] : undefined;
    return wanted === undefined || at === wanted;
  };
}

/** Intersight returns `Results` with their `Count`. */
export const intersightHabits: RecordHabits = {
  id: "Moid",
  list: (whole, { query }) => {
    const from = Number(query.get("$skip") ?? 0);
    const found = whole.filter(selectedBy(query.get("$filter")));
    const Results: Json[] = found.slice(from, from + Number(query.get("$top") ?? 100));
    return { body: { ObjectType: "mo.DocumentCount.List", Count: found.length, Results } };
  },
  written: (record, method) => ({ status: method === "POST" ? 201 : 200, body: record ?? {} }),
  absent: { status: 404, body: { code: "InvalidUrl", message: "Not found", messageId: "", traceId: "" } },
  other: ({ path }) =>
    path.endsWith("/iam/token")
      ? { body: { access_token: "recorded-token", expires_in: 600, token_type: "Bearer" } }
      : undefined,
};

/** The recorded values of a Catalyst Center, by type. */
export interface CampusRecording {
  readonly sites: readonly Json[];
  readonly credentials: JsonObject;
  readonly policies: readonly Json[];
  readonly transits: readonly Json[];
  readonly users: readonly Json[];
  readonly roles: readonly Json[];
  readonly virtualNetworks: readonly Json[];
}

/** Catalyst Center returns everything in a `response`. Each write is a task that has succeeded by the first poll. */
export function campusAnswering(recording: CampusRecording): Answering {
  const lists = new Map<string, Json>([
    ["/dna/intent/api/v1/sites", [...recording.sites]],
    ["/dna/intent/api/v1/sda/extranetPolicies", [...recording.policies]],
    ["/dna/intent/api/v1/sda/transitNetworks", [...recording.transits]],
    ["/dna/intent/api/v1/sda/layer3VirtualNetworks", [...recording.virtualNetworks]],
    ["/dna/intent/api/v2/global-credential", structuredClone(recording.credentials)],
    ["/dna/system/api/v1/user", { users: [...recording.users] }],
    ["/dna/system/api/v1/roles", { roles: [...recording.roles] }],
  ]);
  return ({ method, path, query, body }) => {
    if (path.endsWith("/auth/token")) return { body: { Token: "recorded-token" } };
    if (/\/task\//.test(path))
      return { body: { response: { isError: false, endTime: 1, progress: "done", id: "task-1" } } };
    if (/\/tasks\//.test(path)) return { body: { response: { status: "SUCCESS", id: "task-1" } } };
    if (path.endsWith("/sites/count"))
      return { body: { response: { count: recording.sites.length }, version: "1.0" } };
    const held = lists.get(path);
    if (method === "GET") {
      const from = Number(query.get("offset") ?? 1);
      return {
        body: {
          response: isArray(held) ? (from > 1 ? held.slice(from - 1) : held) : (held ?? []),
          version: "1.0",
        },
      };
    }
    const changes = isArray(body) ? body : [body];
    if (isArray(held))
      lists.set(
        path,
        held.map((each) => changedBy(each, changes)),
      );
    return {
      status: 202,
      body: { response: { taskId: "task-1", url: "/api/v1/task/task-1" }, version: "1.0" },
    };
  };
}

/** Returns a record after the changes that have its id. */
function changedBy(record: Json, changes: readonly Json[]): Json {
  const change = changes.find((each) => isObject(each) && isObject(record) && each.id === record.id);
  return isObject(record) && change !== undefined && isObject(change) ? { ...record, ...change } : record;
}
