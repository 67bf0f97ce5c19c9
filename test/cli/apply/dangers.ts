/**
 * One danger for each guard: a project, and a live state in which the danger exists. For each danger, one of the
 * addresses that it concerns is named.
 */

import type { GuardFinding } from "../../../src/model/plan/guard.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";

/** A danger that a guard finds. */
export interface Danger {
  readonly guard: GuardFinding["guard"];
  /** The file in `src/plan/guards` that detects it. */
  readonly file: string;
  readonly seed?: WorldSeed;
  readonly settings?: Partial<SimulatorSettings>;
  /** The declaration that was applied first. */
  readonly applied: string;
  /** The current declaration. Default: `applied`, so that every difference is drift. */
  readonly declared?: string;
  /** A declaration that is applied after `applied` and before `declared`, on the same day. */
  readonly earlier?: string;
  /** Additional text of the project file, including its policies. */
  readonly project?: string;
  readonly target?: (served: RunningSimulator) => string;
  readonly policies?: string;
  /** One of the addresses that the danger concerns. */
  readonly part: string;
  /** If true, the danger is a change in Git, and not drift. */
  readonly isOfGit?: true;
  /** If true, no consent allows the change. */
  readonly isFinal?: true;
  /** If true, the applied commit is not an ancestor of the planned one. */
  readonly isDoubted?: true;
}

const numbers = Array.from({ length: 12 }, (_, at) => at);
const cloud = (networks: readonly string[]) =>
  `target: cloud\norganization: Acme\nnetworks:${networks.length > 0 ? `\n${networks.join("")}` : " {}\n"}`;
const offices = (some: readonly number[], more = "") =>
  cloud(some.map((at) => `  n${at}: { name: Site ${at}${more} }\n`));
const live = (some: readonly number[]): WorldSeed => {
  const networks = some.map((at) => ({ name: `Site ${at}` }));
  return { organizations: [{ id: "O_1", name: "Acme", networks }] };
};
const router = (body: string) => `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
${body}`;
const policy = (about: string) => `- { name: own, ${about}, message: not so }\n`;
const drifted = offices([0, 1], ", tags: [declared]");

/** Dangers by name. Each guard detects at least one of them. */
export const dangers: Readonly<Record<string, Danger>> = {
  "a base in doubt": {
    ...{ guard: "base", file: "base.ts", part: "cloud/network/n0", isDoubted: true },
    ...{ seed: live([0, 1]), applied: drifted },
  },
  "a removal of what is protected": {
    ...{ guard: "protect", file: "protect.ts", part: "cloud/network/n1", isOfGit: true, isFinal: true },
    ...{ seed: live([0, 1]), applied: offices([0, 1], ", protect: true"), declared: offices([0]) },
  },
  "removals of all that there are, beside many that are new": {
    ...{ guard: "removals", file: "removals.ts", part: "cloud/network/n3", isOfGit: true },
    seed: live(numbers),
    applied: offices(numbers),
    declared: offices(Array.from({ length: 36 }, (_, at) => at + 100)),
  },
  "removals that are few, and many with those of the day": {
    ...{ guard: "removals", file: "removals-of-day.ts", part: "cloud/network/n8", isOfGit: true },
    seed: live(numbers),
    applied: offices(numbers),
    earlier: offices(numbers.slice(0, 9)),
    declared: offices(numbers.slice(0, 8)),
  },
  "all networks gone": {
    ...{ guard: "vanished", file: "removals.ts", part: "cloud/network/n3" },
    ...{ seed: live([]), applied: offices(numbers) },
  },
  "fields that go from an exclusive tree": {
    ...{ guard: "omission", file: "omission.ts", part: "routers/deviceInterface/*" },
    applied: router(
      "    interfaces: { GigabitEthernet 1/0/4: { description: spare, ownership: exclusive } }\n",
    ),
  },
  "the way in to a device": {
    ...{ guard: "lockout", file: "lockout.ts", part: "routers/deviceConfiguration/*" },
    applied: router(`    keys: { /Vendor-native:native/interface/Loopback: [name] }
    config:
      /Vendor-native:native/interface/Loopback: [{ name: "0", shutdown: true }]
`),
  },
  "the way in to a product": {
    ...{ guard: "lockout", file: "locked-out.ts", part: "dc/tenant/mgmt" },
    seed: {
      managedObjects: { "uni/tn-mgmt": { class: "fvTenant", attributes: { name: "mgmt", descr: "live" } } },
    },
    settings: { fabricMode: "apic" },
    applied: "target: dc\ntenants: { mgmt: { description: declared } }\n",
    target: ({ urls }) => `  dc:
    interface: fabric
    dialect: apic
    url: ${urls.fabric}
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
    limits: { requestsPerSecond: 1000 }
`,
  },
  "a room without a moderator": {
    ...{ guard: "moderators", file: "moderators.ts", part: "chat/member/*" },
    seed: { rooms: [{ name: "NOC", members: [{ email: "ann@example.net", moderator: true }] }] },
    applied: `target: chat
rooms: { noc: { name: NOC, members: { ann@example.net: { moderator: false } } } }
`,
    target: ({ urls }) => `  chat:
    interface: messaging
    url: ${urls.messaging}
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
    settings: { scope: "rooms:read rooms:write" }
    limits: { requestsPerSecond: 1000 }
`,
  },
  "a policy about each resource": {
    ...{ guard: "policy", file: "policies.ts", part: "cloud/network/n1" },
    ...{ seed: live([0, 1]), applied: drifted },
    policies: policy("about: { kind: network }, assert: resource.key == 'n0'"),
  },
  "a policy about many of which one is written": {
    ...{ guard: "policy", file: "policies.ts", part: "cloud/network/n1" },
    ...{ seed: live([0, 1]), applied: drifted },
    policies: policy("about: { kind: network }, assert: 'size(resources) < 2 ? [] : resources'"),
  },
  "a policy about two of which Git has renamed one": {
    ...{ guard: "policy", file: "policies.ts", part: "cloud/network/n0" },
    ...{ seed: live([0, 1]), applied: offices([0, 1], ", timeZone: Europe/Oslo") },
    declared: offices([0, 1], ", timeZone: Europe/Oslo").replace("Site 1", "Renamed"),
    policies: policy(`about: { kind: network }, assert: 'repeated(resources.map(r,
    {"address": r.address, "zone": r.fields.timeZone}), ["zone"])'`),
  },
  "a policy about plans": {
    ...{ guard: "policy", file: "policies.ts", part: "cloud/network/n1" },
    ...{ seed: live([0, 1]), applied: drifted },
    policies: policy("about: plan, assert: plan.updates == 0"),
  },
  "a policy about the time": {
    ...{ guard: "policy", file: "policies.ts", part: "cloud/network/n1" },
    ...{ seed: live([0, 1]), applied: drifted },
    policies: policy("about: plan, assert: run.time == 'never'"),
  },
  "a freeze": {
    ...{ guard: "freeze", file: "freeze.ts", part: "cloud/network/n1" },
    ...{ seed: live([0, 1]), applied: drifted },
    project: `freeze: [{ from: "2000-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z", reason: year end }]\n`,
  },
};
