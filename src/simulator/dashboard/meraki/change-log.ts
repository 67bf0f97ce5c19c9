/**
 * The change log of the mode `meraki`, and its pages. The log says who changed which object and when. Its entries are
 * made from differences between two states.
 */

import type { Json, JsonObject } from "../../../model/json.ts";
import { json } from "../../wire/message.ts";
import { type Answer, type Call, type Route, splitQuery } from "../../wire/route.ts";
import { type DashboardState, networkRecord } from "../state.ts";
import { notFound, wrong } from "./answers.ts";
import { type ChangeEntry, type ChangeLog, freshMeraki } from "./state.ts";

const path = "/api/v1/organizations/{organizationId}/configurationChanges";
const yearSeconds = 365 * 24 * 3600;
const smallestPage = 3;
const largestPage = 5000;

/** The route of the log. */
export const changeLogRoutes: readonly Route<DashboardState>[] = [{ method: "GET", path, answer: listed }];

/** Who made a change, when (on the simulator's clock), and through which interface. */
export type ChangeAuthor = Pick<ChangeEntry, "at" | "adminId" | "adminName" | "page" | "label">;

/**
 * Returns the later state with further entries in its log: one for each network, SSID, device or NetFlow setting that
 * differs from the earlier state. Secrets are never shown.
 */
export function withChangesTold(
  before: DashboardState,
  after: DashboardState,
  author: ChangeAuthor,
): DashboardState {
  const found = [...networkDifferences(before, after), ...deviceDifferences(before, after)];
  if (found.length === 0) return after;
  const { meraki = freshMeraki } = after;
  const changes = found.reduce<ChangeLog | undefined>(
    (log, each) => ({ entry: { ...each, ...author, number: (log?.entry.number ?? 0) + 1 }, before: log }),
    meraki.changes,
  );
  return { ...after, meraki: { ...meraki, changes } };
}

type Difference = Omit<ChangeEntry, keyof ChangeAuthor | "number">;

/** Returns the keys whose values differ. Keys that still exist come before removed keys. */
function changedKeys<V>(before: ReadonlyMap<string, V>, after: ReadonlyMap<string, V>): readonly string[] {
  const keys: string[] = [];
  for (const [key, value] of after) if (before.get(key) !== value) keys.push(key);
  for (const key of before.keys()) if (!after.has(key)) keys.push(key);
  return keys;
}

function networkDifferences(before: DashboardState, after: DashboardState): readonly Difference[] {
  if (before.networks === after.networks) return [];
  return changedKeys(before.networks, after.networks).flatMap((id): readonly Difference[] => {
    const [old, now] = [before.networks.get(id), after.networks.get(id)];
    const known = now ?? old;
    if (known === undefined) return [];
    const of = {
      organizationId: known.organizationId,
      networkId: id,
      networkName: String(known.fields.name ?? ""),
    };
    const shown = (network: typeof known | undefined): JsonObject | undefined =>
      network && { ...networkRecord(id, network), netflow: network.fields.netflow ?? {} };
    const whole = difference(shown(old), shown(now));
    const numbers = new Set([...(old?.ssids.keys() ?? []), ...(now?.ssids.keys() ?? [])]);
    const slots = [...numbers].flatMap((ssidNumber) => {
      const [oldSlot, slot] = [old?.ssids.get(ssidNumber), now?.ssids.get(ssidNumber)];
      if (oldSlot === slot || old === undefined || now === undefined) return [];
      const values = difference(oldSlot?.fields ?? {}, slot?.fields ?? {});
      if (values === undefined && oldSlot?.password === slot?.password) return [];
      const ssidName = String(slot?.fields.name ?? "");
      return [{ ...of, ...(values ?? nothingShown), ssidNumber, ssidName }];
    });
    return [...(whole === undefined ? [] : [{ ...of, ...whole }]), ...slots];
  });
}

function deviceDifferences(before: DashboardState, after: DashboardState): readonly Difference[] {
  if (before.devices === after.devices) return [];
  return changedKeys(before.devices, after.devices).flatMap((serial) => {
    const [old, now] = [before.devices.get(serial), after.devices.get(serial)];
    const known = now ?? old;
    if (known === undefined) return [];
    const record = (device: typeof known | undefined): JsonObject | undefined =>
      device && {
        serial,
        name: device.seed.name,
        tags: device.seed.tags ?? [],
        networkId: device.networkId,
      };
    const values = difference(record(old), record(now));
    if (values === undefined) return [];
    const networkId = known.networkId ?? old?.networkId ?? null;
    const network = (after.networks.get(networkId ?? "") ?? before.networks.get(networkId ?? ""))?.fields;
    const networkName = network === undefined ? null : String(network.name);
    return [{ organizationId: known.organizationId, networkId, networkName, ...values }];
  });
}

const nothingShown = { oldValue: "{}", newValue: "{}" };

/**
 * Returns the differing members of both states, as texts. If the object does not exist in a state, the text of this
 * state is empty. Returns undefined if there is no difference.
 */
function difference(
  old: JsonObject | undefined,
  now: JsonObject | undefined,
): Pick<ChangeEntry, "oldValue" | "newValue"> | undefined {
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
  const changed = [...names].filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(now?.[name]));
  if (changed.length === 0) return undefined;
  const told = (from: JsonObject | undefined) => {
    const members = changed.flatMap((name): [string, Json][] =>
      from?.[name] === undefined ? [] : [[name, from[name]]],
    );
    return from === undefined ? "" : JSON.stringify(Object.fromEntries(members));
  };
  return { oldValue: told(old), newValue: told(now) };
}

function listed(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return notFound(state);
  const span = spanOf(call);
  if ("fault" in span) return wrong(state, span.fault);
  const sent = call.query.get("perPage");
  const size = sent === null ? call.settings.dashboardPageSize || largestPage : Number(sent);
  if (!Number.isInteger(size) || (sent !== null && size < smallestPage) || size > largestPage) {
    return wrong(state, `'perPage' must be between ${smallestPage} and ${largestPage}`);
  }
  const wanted = { networkId: call.query.get("networkId"), adminId: call.query.get("adminId") };
  const items = newestFirst(state.meraki?.changes).filter(
    (each) =>
      each.organizationId === organizationId &&
      each.at >= span.from &&
      each.at <= span.to &&
      (wanted.networkId ?? each.networkId) === each.networkId &&
      (wanted.adminId ?? each.adminId) === each.adminId,
  );
  return { state, reply: page(items, call, size) };
}

/** Returns the page after or before a cursor. A cursor is the number of an entry. */
function page(items: readonly ChangeEntry[], call: Call, size: number) {
  const after = call.query.get("startingAfter");
  const until = call.query.get("endingBefore");
  const older = items.filter(({ number }) => after === null || number < Number(after));
  const newer = items.filter(({ number }) => until !== null && number > Number(until));
  const shown = until === null ? older.slice(0, size) : newer.slice(-size);
  const [first, last] = [shown.at(0), shown.at(-1)];
  const links = [
    link(call, "first"),
    ...(first !== undefined && first !== items.at(0) ? [link(call, "prev", { endingBefore: first })] : []),
    ...(last !== undefined && last !== items.at(-1) ? [link(call, "next", { startingAfter: last })] : []),
  ];
  const isLinked = call.settings.variants.perPageLinks;
  return json(200, shown.map(record), isLinked ? { link: links.join(", ") } : {});
}

function link(
  { request }: Call,
  relation: string,
  cursor: Readonly<Record<string, ChangeEntry>> = {},
): string {
  const { path: own, query } = splitQuery(request.path);
  query.delete("startingAfter");
  query.delete("endingBefore");
  for (const [name, { number }] of Object.entries(cursor)) query.set(name, String(number));
  return `<${request.origin}${own}${query.size === 0 ? "" : `?${query}`}>; rel=${relation}`;
}

/** Returns the requested time span, which is `t0` to `t1`, or the last `timespan` seconds. The default is a year. */
function spanOf({
  query,
  now,
}: Call): { readonly from: number; readonly to: number } | { readonly fault: string } {
  const [t0, t1, timespan] = ["t0", "t1", "timespan"].map((name) => query.get(name) ?? undefined);
  if (timespan !== undefined) {
    if (t0 !== undefined || t1 !== undefined)
      return { fault: "'timespan' cannot be given with 't0' or 't1'" };
    const seconds = Number(timespan);
    return seconds >= 0 && seconds <= yearSeconds
      ? { from: now - seconds * 1000, to: now }
      : { fault: `'timespan' must be between 0 and ${yearSeconds}` };
  }
  const to = t1 === undefined ? now : Date.parse(t1);
  const from = t0 === undefined ? to - yearSeconds * 1000 : Date.parse(t0);
  if (Number.isNaN(from) || Number.isNaN(to)) return { fault: "'t0' and 't1' must be times" };
  const isFar = to - from > yearSeconds * 1000 || (t0 !== undefined && now - from > yearSeconds * 1000);
  return isFar ? { fault: "'t0' can be 365 days before 't1' and now at most" } : { from, to };
}

function newestFirst(log: ChangeLog | undefined): readonly ChangeEntry[] {
  const entries: ChangeEntry[] = [];
  for (let each = log; each !== undefined; each = each.before) entries.push(each.entry);
  return entries;
}

function record(entry: ChangeEntry): JsonObject {
  const { at, adminId, adminName, networkId, networkName, page: on, label, oldValue, newValue } = entry;
  return {
    ts: new Date(at).toISOString(),
    adminName,
    adminEmail: `${adminId}@example.net`,
    adminId,
    networkName,
    networkId,
    ssidName: entry.ssidName ?? null,
    ssidNumber: entry.ssidNumber ?? null,
    page: on,
    label,
    oldValue,
    newValue,
  };
}
