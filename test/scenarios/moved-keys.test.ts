/** One commit changes a parent's key and removes one of its children from Git: the whole engine in virtual time. */

import { expect, test } from "vitest";
import { leftBehind } from "../../src/apply/incomplete.ts";
import { byKey } from "../../src/model/compare.ts";
import type { Desired } from "../../src/model/desired.ts";
import { stage } from "../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  chat:
    interface: messaging
    url: https://chat.example.net
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
    settings: { scope: "rooms:read rooms:write" }
`;

const file = (rooms: object) => ({
  "desired-state/rooms.yaml": `target: chat\nrooms: ${JSON.stringify(rooms)}\n`,
});

const member = { "alice@example.net": { moderator: true } };
const seed = { rooms: [{ name: "NOC", members: [{ email: "alice@example.net", moderator: true }] }] };
const was = "chat/member/noc.alice@example.net";

const moved = () => {
  const on = stage({ project, seed, files: file({ night: { name: "NOC" } }) });
  return { on, base: on.load(file({ noc: { name: "NOC", members: member } })) };
};

test("what went from a parent whose key changed with the same commit is removed", async () => {
  const { on, base } = moved();
  const made = await on.plan({ base, prune: true });
  expect(made.plan.unknown).toEqual([]);
  expect(made.plan.steps.map(({ id }) => id)).toEqual([`remove ${was}`]);
  const { settled } = await on.apply(made);
  expect(settled).toMatchObject([{ outcome: { state: "applied" } }]);
  expect([...on.network.world.messaging.rooms.values()]).toMatchObject([{ name: "NOC", members: new Map() }]);
});

test("or kept, and still known to be so after every apply, until a run prunes it", async () => {
  const { on, base } = moved();
  const { desired } = on.context;
  let known = base;
  for (const _ of ["first", "second", "third"]) {
    const made = await on.plan({ base: known });
    expect(made.plan).toMatchObject({ unknown: [], steps: [], kept: [was] });
    const left = leftBehind({
      ...{ desired, committed: desired, base: { desired: known, commitOf: () => "before" } },
      ...{ plan: made.plan, snapshot: made.snapshot, settled: [] },
    });
    known = composed(desired, base, left);
  }
  const { plan } = await on.plan({ base: known, prune: true });
  expect(plan.steps.map(({ id }) => id)).toEqual([`remove ${was}`]);
});

/**
 * Composes the base as `recordedBase` does, from the applied commit. Resources that were left behind come from older
 * versions.
 */
function composed(applied: Desired, before: Desired, left: ReturnType<typeof leftBehind>): Desired {
  const resources = new Map(applied.resources);
  for (const { address, commit } of left) {
    const resource = commit === null ? undefined : before.resources.get(address);
    if (resource) resources.set(address, resource);
    else resources.delete(address);
  }
  return { resources: new Map([...resources].sort(byKey)), locate: () => undefined };
}
