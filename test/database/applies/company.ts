/** The company of the chaos of applies: what each merge declares, and what has come of it. */

import { networkRecord } from "../../../src/simulator/dashboard/state.ts";
import { entriesOf, type LogEntry } from "../../../src/simulator/log.ts";
import type { World, WorldSeed } from "../../../src/simulator/world.ts";

/** How many organizations there are, and how many networks each has at the beginning. */
const [organizations, networks] = [8, 5];

/** The limit of an organization, in requests per second: of the simulator, and of the project file. */
const perSecond = 3;

/** The settings of the simulator. */
export const settings = {
  dashboardMode: "meraki",
  dashboardRequestsPerSecond: perSecond,
  latencyMs: 20,
  readinessMs: 0,
} as const;

/** The seed: organizations without networks. */
export const seed: WorldSeed = {
  organizations: Array.from({ length: organizations }, (_, at) => ({
    ...{ id: `${at}`, name: `org-${at}`, networks: [] },
  })),
};

/** The project file. Batches are off, so that each write is a request of its own. */
export function projectText(url: string, requestsPerSecond: number = perSecond): string {
  return `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: ${url}
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
    limits: { requestsPerSecond: ${requestsPerSecond}, createVisibleSeconds: 1 }
    settings: { batches: 'off' }
serve: { apply: onMerge }
`;
}

/**
 * The files of a merge, from 0. Each organization changes five names of SSIDs and three time zones, and two
 * organizations in turn get two networks more.
 */
export function declaredIn(merge: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: organizations }, (_, at) => [
      `desired-state/org-${at}.yaml`,
      `target: cloud\norganization: org-${at}\nnetworks:\n${networksOf(at, merge).join("")}`,
    ]),
  );
}

function networksOf(organization: number, merge: number): readonly string[] {
  const turns = Array.from({ length: merge }, (_, at) => (2 * (at + 1)) % organizations);
  const more = turns.filter((turn) => turn === organization || turn + 1 === organization).length * 2;
  return Array.from({ length: networks + more }, (_, at) => {
    const zone = at < 3 && (merge + at) % 2 === 1 ? "Europe/Berlin" : "Europe/Oslo";
    const ssids = at < networks ? `, ssids: { 0: { name: corp-${merge} } }` : "";
    return `  n${organization}x${at}: { name: net-${at}, timeZone: ${zone}${ssids} }\n`;
  });
}

/** How many networks the organizations get by a merge. */
function createdBy(merge: number): number {
  return merge === 0 ? organizations * networks : 4;
}

/** Every network with its SSIDs, in an order that does not depend on ids. */
export function stateOf({ dashboard }: World): readonly string[] {
  return [...dashboard.networks]
    .map(([id, network]) => {
      const { id: _, url: __, ...fields } = networkRecord(id, network);
      const ssids = [...network.ssids].map(([number, ssid]) => [number, ssid.fields]);
      return JSON.stringify({ ...fields, ssids });
    })
    .sort();
}

/** The organization of a request; undefined if it has none. */
export function organizationOf({ dashboard }: World, { path }: LogEntry): string | undefined {
  const [, list, id = ""] = /^\/api\/v1\/(\w+)\/([^/?]+)/.exec(path) ?? [];
  return list === "organizations" ? id : dashboard.networks.get(id)?.organizationId;
}

/** The most requests that one organization may get within ten seconds: its rate, and its bucket. */
export const mostInTenSeconds = 10 * perSecond + perSecond;

/** The most requests that one organization has got within ten seconds. */
export function largestInTenSeconds(world: World): number {
  const times = new Map<string, number[]>();
  let largest = 0;
  for (const entry of entriesOf(world.log)) {
    const organization = organizationOf(world, entry) ?? "";
    const recent = (times.get(organization) ?? []).filter((at) => at > entry.at - 10_000);
    times.set(organization, [...recent, entry.at]);
    largest = Math.max(largest, recent.length + 1);
  }
  return largest;
}

/** The accepted writes between two moments. */
export function writesBetween(world: World, from: number, to: number): readonly LogEntry[] {
  return entriesOf(world.log).filter(
    ({ at, write, status }) => write && status < 300 && at >= from && at < to,
  );
}

/** How many accepted writes of a merge were sent again: updates of the same object, and creates above those declared. */
export function doubledIn(writes: readonly LogEntry[], merge: number): number {
  const updates = writes.filter(({ method }) => method !== "POST").map(({ path }) => path);
  const creates = writes.length - updates.length;
  return updates.length - new Set(updates).size + Math.max(0, creates - createdBy(merge));
}
