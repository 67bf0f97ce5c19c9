/**
 * A device that dies during a transaction and is unreachable for the rest of the run. The next run completes the
 * changes.
 */

import { describe, expect, test } from "vitest";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { edgeProject, routersProject } from "./projects.ts";
import { containerOf, native, states } from "./seen.ts";

const host = "10.20.0.1";
const seed: WorldSeed = {
  routers: {
    [host]: {
      data: {
        [native]: {
          hostname: "r",
          interface: { GigabitEthernet: [{ name: "1/0/1", description: "free" }] },
          ntp: { port: 123 },
        },
      },
      model: { [native]: { banner: { motd: "x" } } },
    },
  },
};
const files = {
  "edge.yaml": `target: edge
devices:
  r1:
    host: ${host}
    hostname: r1
    interfaces:
      GigabitEthernet 1/0/1: { description: up }
      GigabitEthernet 1/0/2: { description: new }
    config:
      /${native}/ntp: { port: 124 }
      /${native}/banner: { motd: hello }
`,
};
const changed = {
  hostname: "r1",
  interface: {
    GigabitEthernet: [
      { name: "1/0/1", description: "up" },
      { name: "1/0/2", description: "new" },
    ],
  },
  ntp: { port: 124 },
  banner: { motd: "hello" },
};
const hourMs = 3_600_000;

const dataOf = (on: Stage) => containerOf(on, host);
const asked = ({ network }: Stage) => network.log().map(({ method }) => method);

/** Returns a stage with one device, over RFC 8040 or NETCONF. */
const staged = (project: string) => stage({ project, seed, files, settings: { restconfMode: "rfc8040" } });

/** Returns how many requests of an apply come before its last write, and how many writes the apply sends. */
async function requestsOf(project: string, carrying: string) {
  const on = staged(project);
  const made = await on.plan();
  const planned = asked(on).length;
  await on.apply(made);
  const sent = asked(on).slice(planned);
  return { before: sent.lastIndexOf(carrying), carrying: sent.filter((each) => each === carrying).length };
}

describe.each([
  { over: "NETCONF", project: edgeProject(), name: "netconf", carrying: "commit" },
  { over: "RESTCONF", project: routersProject(), name: "restconf", carrying: "PATCH" },
  {
    over: "RESTCONF in a YANG Patch",
    project: routersProject("{ write: yang-patch }"),
    name: "restconf",
    carrying: "PATCH",
  },
] as const)("a device over $over that dies", ({ project, name, carrying }) => {
  describe.each([
    { when: "before it has carried out a transaction", kind: "lostBefore", left: 5 },
    { when: "after it, and says nothing of it", kind: "lostAfter", left: 0 },
  ] as const)("$when", ({ kind, left }) => {
    test("the next run finishes, and nothing is written twice", async () => {
      const usual = await requestsOf(project, carrying);
      const on = staged(project);
      const made = await on.plan();
      // The device dies at the last request of the write. Over NETCONF, the write takes two requests: a commit, and its
      // confirmation.
      const dying = { after: usual.carrying - 1, times: 1, effect: { kind } };
      on.network.fault({ interface: name, methods: [carrying], ...dying });
      const away = {
        after: usual.before - usual.carrying + 1,
        times: 1_000_000,
        forMs: hourMs,
        effect: { kind: "lostBefore" },
      } as const;
      const methods = [
        ...new Set([...asked(on), "GET", "PATCH", "get", "get-config", "lock", "edit-config"]),
      ];
      on.network.fault({ interface: name, methods: [...methods, "commit", "validate", "hello"], ...away });
      const result = await on.apply(made);
      expect(states(result)).toEqual(Array(5).fill("unknown"));
      await on.clock.run(on.clock.wait(hourMs));
      const sent = asked(on).length;
      const again = await on.plan();
      expect(again.plan.changes).toHaveLength(left);
      expect(states(await on.apply(again))).toEqual(Array(left).fill("applied"));
      const carried = asked(on)
        .slice(sent)
        .filter((method) => method === carrying);
      expect(carried).toHaveLength(left === 0 ? 0 : usual.carrying);
      expect(dataOf(on)).toEqual(changed);
      expect((await on.plan()).plan.changes).toEqual([]);
    });
  });
});
