/** Tests the judges (checks) of the other contents of a plan: each notices a false plan. */

import { describe, test } from "vitest";
import type { GuardFinding } from "../../src/model/plan/guard.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { decide } from "./decisions/decide.ts";
import type { Lie } from "./decisions/play.ts";
import { noticing } from "./lies/noticing.ts";

/** Runs seeds until a check reports the expected fault. */
function expecting(lie: Lie, text: RegExp, seeds = 150): Promise<void> {
  return noticing(async (seed) => (await decide(seed, lie)).broken, text, { to: seeds });
}

test("the simulation notices files that say something else", () =>
  expecting(
    { files: (text) => text.replaceAll('"Europe/Berlin"', '"Europe/Paris"') },
    /^change: too much: update cloud\/network\/.*timeZone/,
  ));

const saying = (change: (plan: Plan) => Partial<Plan>): Lie => ({
  plan: (plan) => ({ ...plan, ...change(plan) }),
});

/** Returns a planted fault that falsifies the findings of a plan's guards. */
const findings = (change: (one: GuardFinding) => readonly GuardFinding[]) =>
  saying(({ guards }) => ({ guards: guards.flatMap(change) }));

const guards = ["protect", "vanished", "omission", "lockout", "removals", "moderators"];

describe("the simulation of decisions notices", () => {
  test.each(guards)("a plan whose guards say nothing of %s", (guard) =>
    expecting(
      findings((one) => (one.guard === guard ? [] : [one])),
      new RegExp(`^guard: missing: ${guard} `),
      400,
    ),
  );

  test("a danger that is none, and one that is about something else too", async () => {
    const more = { guard: "lockout", message: "", addresses: [], hint: "" } as const;
    await expecting(
      saying(({ guards }) => ({ guards: [...guards, more] })),
      /^guard: too much: lockout/,
    );
    await expecting(
      findings((one) => [{ ...one, addresses: [...one.addresses, "cloud/network/other"] }]),
      /^guard: too much: .*cloud\/network\/other/,
    );
  });

  test("a consent that lets pass what it does not name, and what nothing may let pass", async () => {
    const any = `removals@${"0".repeat(64)}`;
    await expecting(
      findings((one) => [{ ...one, consent: any }]),
      /^consent to another plan: missing: /,
    );
    await expecting(
      saying(({ guards, fingerprint }) => ({
        guards: guards.map((one) => ({ ...one, consent: `protect@${fingerprint}` })),
      })),
      /^consent to all: missing: protect/,
    );
  });

  test.each(["reads", "writes", "verification"] as const)("a cost with other %s than arrive", (what) =>
    expecting(
      saying(({ cost }) => ({ cost: cost.map((row) => ({ ...row, [what]: row[what] + 3 })) })),
      new RegExp(`^cost: \\d+ ${what} at .*, and \\d+ arrived`),
    ),
  );

  test("a step that is marked as irreversible though it is not, and one that is not", async () => {
    const marked = (mark: boolean) =>
      saying(({ steps }) => ({
        steps: steps.map(({ irreversible: _, ...step }) => (mark ? { ...step, irreversible: "no" } : step)),
      }));
    await expecting(marked(true), /^irreversible: too much: /);
    await expecting(marked(false), /^irreversible: missing: /);
  });
});

describe("the simulation of decisions notices, of what comes first,", () => {
  test("a step that waits for nothing", () =>
    expecting(
      saying(({ steps }) => ({ steps: steps.map((step) => ({ ...step, after: [] })) })),
      /^after: .* does not wait for /,
    ));

  test("a device that does not wait for the network that it names", () =>
    expecting(
      saying(({ steps }) => ({
        steps: steps.map((step) => (step.kind === "dashboardDevice" ? { ...step, after: [] } : step)),
      })),
      /^after: update cloud\/dashboardDevice\/.* does not wait for create cloud\/network/,
      400,
    ));

  test("a name that was edited too early, of which nothing is said", () =>
    expecting(
      saying(() => ({ perhapsRenamed: [] })),
      /^perhaps renamed: missing: .* from (?:Office|Room) /,
      300,
    ));

  test("a step that goes with another wave, and waves in another order", async () => {
    await expecting(
      saying(({ waves }) => ({ waves: waves.map((wave) => ({ ...wave, name: waves[0]?.name ?? "" })) })),
      /^ring: too much: /,
    );
    await expecting(
      saying(({ waves }) => ({ waves: waves.toReversed() })),
      /^ring: out of order/,
    );
  });
});

/** Planted faults that take many seeds to notice. */
const seldom: Readonly<Record<string, () => Promise<void>>> = {
  "a plan of something else that has the same fingerprint": () =>
    expecting(
      { again: (plan, { fingerprint }) => ({ ...plan, fingerprint }) },
      /^again: the same fingerprint, though Git was changed: /,
      400,
    ),
  "a consent to go on although a site is ill, after which nothing goes": () =>
    expecting(
      saying(() => ({ changes: [] })),
      /^anyway: change: missing: /,
      600,
    ),
  "a base in doubt of which nothing is said, and no consent is asked": async () => {
    await expecting(
      saying(() => ({ baseDoubt: undefined })),
      /^doubted: doubt: (?:ahead|apart|unknown) is said to be undefined/,
      300,
    );
    await expecting(
      findings((one) => (one.guard === "base" ? [] : [one])),
      /^doubted: doubt: guard: missing: consent/,
      300,
    );
  },
  "a part that is said to be brought by the other side": () =>
    expecting(
      saying(({ changes }) => ({
        changes: changes.map((change) =>
          change.action === "remove" ? { ...change, broughtBy: "main" } : change,
        ),
      })),
      /^brought: too much: remove .* by main/,
      300,
    ),
};

describe("the simulation of decisions notices, of plans that are made beside,", () => {
  test.each(Object.entries(seldom))("%s", (_, notice) => notice());

  test("a way in that would be cut off, and one that would not", async () => {
    await expecting({ wayIn: () => false }, /^way in: missed: /);
    await expecting({ wayIn: () => true }, /^way in: found: /);
  });

  test("steps in another order than that of their waves", () =>
    expecting(
      saying(({ steps }) => ({ steps: steps.toReversed() })),
      /^ring: steps are out of order/,
    ));

  test("a freeze that holds nothing", () => expecting({ held: () => [] }, /^frozen: missing: /));

  test("drift that is not taken back", () =>
    expecting(
      saying(() => ({ changes: [] })),
      /^taking back: /,
      300,
    ));

  test("drift that is taken back in answers alone", () => {
    const done = { outcome: "answered", status: 204, headers: {}, text: "" } as const;
    const drift: Lie["drift"] = (wire) => ({
      send: async (request, signal) =>
        request.method === "GET" || request.url.endsWith("/token") ? wire.send(request, signal) : done,
    });
    return expecting({ drift }, /^taking back: world: /, 300);
  });

  test("a consent that writes nothing", () =>
    expecting(
      saying(() => ({ secretsTakenOver: [], changes: [] })),
      /^consented: change: missing: /,
      600,
    ));
});
