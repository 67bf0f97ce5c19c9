/** Bugs in planning. */

import type { HiddenBug } from "./bug.ts";

/** The bugs in `src/plan/`. */
export const plan: readonly HiddenBug[] = [
  {
    name: "an update that lets go of something does not come before its removal",
    file: "src/plan/order.ts",
    find: "referred(desired, change.live.value)",
    put: "referred(desired, desired.value)",
  },
  {
    name: "two removals of kinds that come one after the other go in any order",
    file: "src/plan/order.ts",
    find: `      if (sorted[other]?.action === "remove") return [{ before: rank, after: other }];
      return change.action === "remove" ? [] : [{ before: other, after: rank }];`,
    put: `      if (change.action === "remove") return [];
      const isGoing = sorted[other]?.action === "remove";
      return isGoing ? [{ before: rank, after: other }] : [{ before: other, after: rank }];`,
  },
  {
    name: "a removal is not of the wave of its parent when that goes from Git too",
    file: "src/plan/waves.ts",
    find: "parent && (sides.desired.resources.get(parent) ?? sides.base?.resources.get(parent))",
    put: "parent && sides.desired.resources.get(parent)",
  },
  {
    name: "a weekly freeze that lasts a whole day never holds",
    file: "src/plan/guards/freeze.ts",
    find: "if (from < to) return begins && time < to;",
    put: "if (from <= to) return begins && time < to;",
  },
  {
    name: "an interface that has its address by DHCP may be changed without a consent",
    file: "src/plan/guards/lockout.ts",
    find: "isAbout(part, holderOf(host)) || isByDhcp(part.live) || isByDhcp(part.desired)",
    put: "isAbout(part, holderOf(host)) || isByDhcp(part.desired)",
  },
  {
    name: "what base and desired state both declare counts twice, so more may be removed at once",
    edits: [
      {
        file: "src/plan/guards/removals.ts",
        find: "function objectsIn({ base, recorded = base }: GuardInput)",
        put: "function objectsIn({ base, recorded = base, desired }: GuardInput)",
      },
      {
        file: "src/plan/guards/removals.ts",
        find: "of recorded?.resources.values() ?? []) {",
        put: "of [...(recorded?.resources.values() ?? []), ...desired.resources.values()]) {",
      },
    ],
  },
  {
    name: "a site whose health is just at the bound counts as not well",
    file: "src/plan/health/health-finding.ts",
    find: "return lowest < bound ?",
    put: "return lowest <= bound ?",
  },
  {
    name: "what a rollback makes again has what Git declared instead of what was live",
    file: "src/plan/inverse-change.ts",
    find: "[name, was[name] ?? own]",
    put: "[name, own ?? was[name] ?? null]",
  },
  {
    name: "a write that replaces a whole object is not read for right before where a field in it differs",
    file: "src/plan/beyond-write.ts",
    find: " || path.startsWith(`$" + "{replaced}/`)",
    put: "",
  },
  {
    name: "the removal of another live thing with the same values has the fingerprint that was approved",
    file: "src/plan/fingerprint.ts",
    find: "return { action, address, scope, id: change.live.id ?? null, live };",
    put: "return { action, address, scope, live };",
  },
];
