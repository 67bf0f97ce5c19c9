/**
 * The plan after an apply. It does not read again what the log has verified, and it equals the plan of a complete read.
 */

import { describe, expect, test } from "vitest";
import { takenText } from "../../../src/report/plan/plan-text.ts";
import { count, declared, honest, type LogLies, staged } from "./staged.ts";
import { saysSame, wholePlan } from "./whole-plan.ts";

type Staged = ReturnType<typeof staged>;
const hour = 3_600_000;
const made = 20;
/** The names of networks that do not exist yet. */
const more = Array.from({ length: made }, (_, at) => `new-${at}`);
const withMore = `${declared()}${more
  .map((each) => `  ${each}: { name: ${each}, ssids: { 0: { name: ${each}-0, enabled: true } } }\n`)
  .join("")}`;
const renamed = declared((network, slot) => (slot === 0 ? `${network}-new` : `${network}-${slot}`));

async function later(on: Staged, ms = hour): Promise<void> {
  await on.clock.run(on.clock.wait(ms));
}

/** Returns a stage after an apply. The apply creates networks, or renames networks that the plan has read. */
async function applied(text: string, lies: LogLies = honest(), before?: (on: Staged) => void) {
  const on = staged(lies, text);
  const first = await on.plan();
  before?.(on);
  const result = await on.apply(first, { after: 0 });
  return { on, first, result };
}

async function nextPlan(on: Staged) {
  const before = on.ssidReads();
  const next = await on.plan();
  return { next, reads: on.ssidReads() - before };
}

function change(on: Staged, network: string, ssid: number, name = "Theirs"): void {
  on.network.change({ interface: "dashboard", network, ssid, set: { name } } as never);
}

/** Returns the live id of a network that the apply has created. */
function idOf(on: Staged, name: string): string {
  const [id = ""] =
    [...on.network.world.dashboard.networks].find(([, one]) => one.fields.name === name) ?? [];
  return id;
}

type Made = Awaited<ReturnType<Staged["plan"]>>;

/** Checks that both plans mean the same, and count the same undeclared resources. */
function sameAll(one: Made, other: Made): void {
  saysSame(one, other);
  expect(one.plan.unmanaged).toEqual(other.plan.unmanaged);
}

const takenOf = ({ plan }: Made) => plan.cost[0]?.taken;

describe("networks that an apply has made", () => {
  test("are not read by the plan after it, which says whose lists nobody has read", async () => {
    const { on, result } = await applied(withMore);
    expect(new Set(result.settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
    const { next, reads } = await nextPlan(on);
    expect([next.plan.changes, next.plan.unknown]).toEqual([[], []]);
    // Read are the lists of the verification, and the list whose last read is the oldest: that list is always read.
    expect(reads).toBeLessThanOrEqual(3);
    const { unlisted = 0, ...rest } = takenOf(next) ?? { read: 0, resources: 0 };
    expect(unlisted).toBeGreaterThanOrEqual(made - 2);
    expect(takenText({ ...rest, unlisted })).toContain(`(the rest of ${unlisted} lists was not read)`);
    saysSame(next, await wholePlan(on));
    await later(on);
    // If a list was read within two minutes of a change of it, the list is read once more.
    await nextPlan(on);
    expect((await nextPlan(on)).reads).toBe(1);
  });

  test.each([
    [0, ["cloud/ssid/new-7.0"]],
    [5, []],
  ])(
    "are read where somebody changes slot %i: what is declared is drift, what is not is counted",
    async (slot, drift) => {
      const { on } = await applied(withMore);
      change(on, idOf(on, "new-7"), slot);
      await later(on);
      const { next, reads } = await nextPlan(on);
      expect(next.plan.changes.map(({ address }) => address)).toEqual(drift);
      expect(reads).toBeLessThanOrEqual(4);
      sameAll(next, await wholePlan(on));
    },
  );

  test("are read where somebody changes them while the apply is under way", async () => {
    for (let ms = 0; ms < 8000; ms += 500)
      for (const slot of [0, 5]) {
        const { on } = await applied(withMore, honest(), (stage) => {
          void stage.clock.wait(ms).then(() => {
            const id = idOf(stage, "new-3");
            if (id !== "") change(stage, id, slot);
          });
        });
        await later(on, 10_000);
        sameAll(await on.plan(), await wholePlan(on));
      }
  });

  test("are read where the declaration has a field more", async () => {
    const { on } = await applied(withMore);
    const wider = withMore.replace(
      "name: new-4-0, enabled: true",
      "name: new-4-0, enabled: true, visible: false",
    );
    const { makePlan } = await import("../../../src/engine/reconcile.ts");
    const context = { ...on.context, desired: on.load({ "a.yaml": wider }) };
    const next = await on.clock.run(makePlan(context, {}, new AbortController().signal));
    expect(next.plan.changes.map(({ address }) => address)).toEqual(["cloud/ssid/new-4.0"]);
  });
});

describe("networks that were there", () => {
  test("are not read again after their SSIDs were written, and their lists are known", async () => {
    const { on, result } = await applied(renamed);
    expect(result.settled).toHaveLength(count);
    const { next, reads } = await nextPlan(on);
    expect(next.plan.changes).toEqual([]);
    expect(reads).toBeLessThanOrEqual(2);
    expect(takenOf(next)?.unlisted).toBeUndefined();
    sameAll(next, await wholePlan(on));
  });

  test("are read where somebody wrote before or after, even into another slot", async () => {
    for (const ms of [0, 1000, 2000, 3000, 4000, 6000])
      for (const slot of [0, 1, 9]) {
        const { on } = await applied(renamed, honest(), (stage) => {
          void stage.clock.wait(ms).then(() => change(stage, "N_2", slot));
        });
        await later(on, 10_000);
        const { next } = await nextPlan(on);
        sameAll(next, await wholePlan(on));
      }
  });
});

describe("all that was written is read by the next plan", () => {
  const cases: readonly (readonly [string, (lies: LogLies) => void])[] = [
    ["is late", (lies) => Object.assign(lies, { lateMs: 200_000 })],
    ["cannot be read", (lies) => Object.assign(lies, { failing: 0 })],
    ["lacks the entries of the writes", (lies) => Object.assign(lies, { lost: () => true })],
    ["has another clock", (lies) => Object.assign(lies, { skewMs: 90_000 })],
    ["shows nothing", (lies) => Object.assign(lies, { shows: () => "" })],
  ];

  test.each(cases)("if the log %s", async (_, lie) => {
    const lies = honest();
    lie(lies);
    const { on } = await applied(withMore, lies);
    Object.assign(lies, honest(), { shows: undefined });
    const { next, reads } = await nextPlan(on);
    expect(reads).toBeGreaterThanOrEqual(made);
    saysSame(next, await wholePlan(on));
  });

  test("if the log hides what somebody made of it before verification, and a read shows that", async () => {
    const lies = honest();
    let isDone = false;
    const { on } = await applied(withMore, lies, (stage) => {
      lies.lost = (label) => {
        if (!isDone) for (const each of more) change(stage, idOf(stage, each), 0);
        isDone = true;
        return label === "Network";
      };
    });
    const { next, reads } = await nextPlan(on);
    expect([isDone, next.plan.changes.length]).toEqual([true, made]);
    expect(reads).toBeGreaterThanOrEqual(made);
    saysSame(next, await wholePlan(on));
  });

  test("if the apply was killed, at any moment", async () => {
    for (const turns of [5, 20, 40, 60, 80, 100]) {
      const on = staged(honest(), withMore);
      const first = await on.plan();
      await on.apply(first, { after: 0, turns }).catch(() => undefined);
      await later(on, 60_000);
      saysSame(await on.plan(), await wholePlan(on));
    }
  });
});

describe("somebody changes things before, in and after applies, and the log lies", () => {
  /** Applies and plans in turn. Meanwhile somebody changes networks and SSIDs at drawn times. */
  async function simulated(seed: number, isSaid = false): Promise<number> {
    let state = seed * 2654435761 + 1;
    const draw = (below: number) => {
      state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
      return state % below;
    };
    const on = staged(honest(), withMore, { limits: seed % 2 === 0 ? "{}" : "{ logLateSeconds: 0 }" });
    let taken = 0;
    for (let round = 0; round < 5; round += 1) {
      for (let left = draw(4); left > 0; left -= 1) {
        const [ms, slot, name] = [draw(12_000), draw(3), `n${draw(3)}`];
        void on.clock.wait(ms).then(() => {
          const ids = [...on.network.world.dashboard.networks.keys()];
          change(on, ids[draw(ids.length)] ?? "N_0", slot, name);
        });
      }
      on.lies.lateMs = isSaid ? 0 : ([0, 0, 5000, 200_000][draw(4)] ?? 0);
      on.lies.failing = draw(5) === 0 ? 0 : undefined;
      on.lies.skewMs = [0, 0, 30_000, -30_000, 90_000][draw(5)] ?? 0;
      const made = await on.plan();
      await on
        .apply(made, { after: draw(2) * 7000, ...(draw(4) === 0 && { turns: 20 + draw(200) }) })
        .catch(() => {});
      // Entries that a late log does not show after a short wait appear in a later round.
      await later(on, draw(2) === 0 ? 15_000 : 400_000);
      on.lies.lateMs = 0;
      const next = await on.plan();
      sameAll(next, await wholePlan(on));
      taken += next.plan.cost[0]?.taken?.unlisted ?? 0;
    }
    return taken;
  }

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    "and every plan is that of a whole read: seed %i",
    async (seed) => {
      await simulated(seed);
    },
    30_000,
  );

  test("and what applies have made is known without a read", async () => {
    let taken = 0;
    for (const seed of [11, 12, 13]) taken += await simulated(seed, true);
    expect(taken).toBeGreaterThan(0);
  }, 30_000);
});
