/** Reads what targets report about sites and devices. A failed read is a separate problem and hides nothing else. */

import type { Item, OpenTarget, ReadReply, ReadRequest } from "../drivers/contract/contract.ts";
import { isObject, type Json } from "../model/json.ts";
import type { Problem } from "../model/problem.ts";
import type { InterfaceName } from "../model/project.ts";
import type { DeviceStatusReport, TargetStatus } from "../model/status.ts";
import { readPending } from "./health.ts";

/** What to read. */
export interface StatusRequest {
  /** The time range for the health of sites; undefined for their current health. */
  readonly range: TimeRange | undefined;
  /**
   * If it is set, each device's own report is read too. It is called before these reads, with the target, the number of
   * reads, and the seconds that they take at the rate limit.
   */
  readonly before?: ((target: string, requests: number, seconds: number) => void) | undefined;
}

/** A time range, in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

interface Shown {
  readonly sites?: ReadRequest | undefined;
  readonly devices?: ReadRequest | undefined;
  /**
   * Reads the list of the devices' parents. The devices are then read once per parent. Absent: one read shows all
   * devices.
   */
  readonly within?: ReadRequest;
}

const list = (collection: string): ReadRequest => ({ collection, scope: {}, wanted: [] });

/** The lists of sites and devices that each interface can report. */
const shown: Readonly<Record<InterfaceName, Shown>> = {
  controller: { sites: list("sites"), devices: list("devices") },
  dashboard: { devices: list("devices"), within: list("organizations") },
  servers: { devices: list("devices") },
  sdwan: { devices: list("devices") },
  firewall: { devices: list("devices") },
  fabric: {},
  restconf: {},
  netconf: {},
  messaging: {},
  rest: {},
};

/** True if targets with this interface can report anything. */
export function hasStatus(name: InterfaceName): boolean {
  return shown[name].devices !== undefined;
}

/** A target's report. Rejects only on abort. */
export async function readStatus(
  open: OpenTarget,
  request: StatusRequest,
  signal: AbortSignal,
): Promise<TargetStatus> {
  const { target } = open;
  const siteList = open.driver.health && shown[target.interface].sites;
  const [sites, devices, pending] = await Promise.all([
    siteList && open.session.read({ ...siteList, scope: scopeOf(request) }, signal),
    readDevices(open, signal),
    readPending(open, signal),
  ]);
  const items = devices.flatMap((reply) => (reply.state === "whole" ? reply.items : []));
  const isWhole = devices.every(({ state }) => state === "whole");
  const { before } = request;
  const reports = before && (await readReports(open, { items, before }, signal));
  return {
    target: target.name,
    interface: target.interface,
    sites: sites?.state === "whole" ? sites.items.map(({ value }) => value) : undefined,
    devices: isWhole ? items.map(({ value }) => value) : undefined,
    reports: reports?.found,
    ...(pending && { pending }),
    problems: [
      ...(pending?.problem ? [pending.problem] : []),
      ...problemsOf([...(sites ? [sites] : []), ...devices]),
      ...(reports?.problems ?? []),
    ],
  };
}

/** Returns the reports of these devices about themselves, if the target lists the devices. Nothing else is read. */
export async function readNamed(
  open: OpenTarget,
  devices: readonly string[],
  signal: AbortSignal,
): Promise<TargetStatus> {
  const { target } = open;
  const asked = devices.map((device) => {
    const item: Item = { kind: "device", identity: device, id: device, value: {} };
    return { item, of: reportsOf(open, item) };
  });
  const { found, problems } = await reported(open, asked, signal);
  return { target: target.name, interface: target.interface, reports: found, problems };
}

function scopeOf({ range }: StatusRequest): ReadRequest["scope"] {
  return range ? { startTime: String(range.from), endTime: String(range.to) } : {};
}

/**
 * Reads each list of devices and returns one reply for each. If the list of their parents cannot be read, returns only
 * the reply of this list.
 */
async function readDevices(open: OpenTarget, signal: AbortSignal): Promise<readonly ReadReply[]> {
  const { devices, within } = shown[open.target.interface];
  // A product may not have a list of devices that other products of its interface have.
  if (!devices || !isListed(open, devices)) return [];
  if (!within) return [await open.session.read(devices, signal)];
  const outer = await open.session.read(within, signal);
  if (outer.state !== "whole") return [outer];
  return Promise.all(
    outer.items.map(async ({ id = "", identity }): Promise<ReadReply> => {
      const scope = { organization: identity };
      const reply = await open.session.read({ ...devices, scope, parentId: id }, signal);
      if (reply.state !== "whole") return reply;
      return {
        ...reply,
        items: reply.items.map((item) => ({ ...item, value: inside(item.value, identity) })),
      };
    }),
  );
}

function isListed({ driver }: OpenTarget, { collection }: ReadRequest): boolean {
  return driver.kinds.some((kind) => kind.collection.name === collection);
}

function inside(value: Json, organization: string): Json {
  return isObject(value) ? { organization, ...value } : value;
}

interface StatusRead {
  readonly item: Item;
  readonly of: readonly ReadRequest[];
}

function reportsOf({ driver }: OpenTarget, item: Item): readonly ReadRequest[] {
  return driver.reports?.(item) ?? [];
}

async function readReports(
  open: OpenTarget,
  {
    items,
    before,
  }: { readonly items: readonly Item[]; readonly before: NonNullable<StatusRequest["before"]> },
  signal: AbortSignal,
) {
  const asked = items.map((item) => ({ item, of: reportsOf(open, item) }));
  const requests = asked.reduce((sum, each) => sum + each.of.length, 0);
  const { target, dialect } = open;
  const rate =
    (target.limits.requestsPerSecond ?? dialect.limits.requestsPerSecond) * (target.limits.share ?? 1);
  if (requests > 0) before(target.name, requests, Math.ceil(requests / rate));
  return reported(open, asked, signal);
}

async function reported(open: OpenTarget, asked: readonly StatusRead[], signal: AbortSignal) {
  const each = asked.flatMap(({ item, of }) => of.map((request) => ({ item, request })));
  const replies = await Promise.all(
    each.map(async ({ item, request }) => ({
      item,
      request,
      reply: await open.session.read(request, signal),
    })),
  );
  const found = replies.flatMap(({ item, request, reply }): readonly DeviceStatusReport[] => {
    if (reply.state !== "whole" || reply.items.length === 0) return [];
    const name = isObject(item.value) ? item.value.name : undefined;
    const records = reply.items.map(({ value }) => value);
    const { collection: report } = request;
    return [{ device: item.identity, name: typeof name === "string" ? name : undefined, report, records }];
  });
  return { found, problems: problemsOf(replies.map(({ reply }) => reply)) };
}

function problemsOf(replies: readonly ReadReply[]): readonly Problem[] {
  return replies.flatMap((reply) => (reply.state === "unknown" ? [reply.problem] : []));
}
