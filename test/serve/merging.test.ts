/** Merges are applied automatically if the project allows it, and otherwise wait for a person. */

import { describe, expect, test } from "vitest";
import { networks, projectFile, stage } from "./stage.ts";

const onMerge = projectFile("serve: { apply: onMerge }\n");
const berlin = networks({ berlin: "Europe/Berlin" });

describe("with apply: onMerge", () => {
  test("what is merged is applied with the plan's own fingerprint, recorded, and looked at again", async () => {
    const at = await stage({ files: { "trueup.yaml": onMerge, "desired-state/a.yaml": berlin } });
    const first = await at.until(({ state }) => state === "inSync");
    expect(at.live()).toEqual({ berlin: "Europe/Berlin" });
    expect(first.runs).toMatchObject([
      { why: "merge", by: "trueup serve", ended: "applied", steps: { all: 1, applied: 1, failed: 0 } },
    ]);
    const commit = at.merge({
      "desired-state/a.yaml": networks({ berlin: "Europe/Paris", oslo: "Europe/Oslo" }),
    });
    const begun = at.clock.now();
    const next = await at.until(({ state, applied }) => state === "inSync" && applied?.commit === commit);
    expect(at.clock.now() - begun).toBeLessThan(10_000);
    expect(at.live()).toEqual({ berlin: "Europe/Paris", oslo: "Europe/Oslo" });
    expect(next.applied).toMatchObject({ commit, by: "trueup serve" });
    expect(next.runs).toHaveLength(2);
    expect(next.runs[0]?.events.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["locked", expect.stringMatching(/^planned: 2 steps/), "every step has ended"]),
    );
  });

  test("drift stays where selfHeal is not true, also when something else is merged", async () => {
    const at = await stage({ files: { "trueup.yaml": onMerge, "desired-state/a.yaml": berlin } });
    await at.until(({ state }) => state === "inSync");
    at.network.change({ interface: "dashboard", network: "berlin", set: { timeZone: "Asia/Tokyo" } });
    const drifted = await at.until(({ state }) => state === "drifted");
    expect(drifted.reasons).toMatchObject([{ because: "selfHealOff" }]);
    expect([...drifted.since]).toEqual([
      ["cloud/network/berlin", { cause: "drift", at: expect.any(String) }],
    ]);
    const commit = at.merge({
      "desired-state/a.yaml": networks({ berlin: "Europe/Berlin", oslo: "Europe/Oslo" }),
    });
    const next = await at.until(
      ({ look, applied, run }) => applied?.commit === commit && look?.plan.steps.length === 1 && !run,
    );
    expect(at.live()).toEqual({ berlin: "Asia/Tokyo", oslo: "Europe/Oslo" });
    expect(next).toMatchObject({ state: "drifted", reasons: [{ because: "selfHealOff" }] });
    expect(next.since.get("cloud/network/berlin")?.at).toBe(drifted.since.get("cloud/network/berlin")?.at);
  });

  test("what cannot be written is tried once, and again when something changes or somebody asks", async () => {
    const at = await stage({ files: { "trueup.yaml": onMerge, "desired-state/a.yaml": berlin } });
    await at.until(({ state }) => state === "inSync");
    const refused = { kind: "answer", status: 400, body: "{}" } as const;
    at.network.fault({ interface: "dashboard", methods: ["PUT", "POST"], forMs: 1e9, effect: refused });
    at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Paris" }) });
    const failed = await at.until(({ reasons }) => reasons.some(({ because }) => because === "lastFailed"));
    expect(failed).toMatchObject({ state: "blocked", runs: [{ ended: "failed" }, { ended: "applied" }] });
    const writes = at.writes();
    await at.pass(7_200_000);
    expect(at.writes()).toBe(writes);
    const fingerprint = at.see()?.look?.plan.fingerprint ?? "";
    expect(await at.ask({ do: "apply", environment: "net/test", fingerprint })).toMatchObject({
      is: "accepted",
    });
    await at.until(({ runs }) => runs.length === 3);
    expect(at.writes()).toBeGreaterThan(writes);
    at.network.world = { ...at.network.world, faults: [] };
    at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Rome" }) });
    await at.until(({ state }) => state === "inSync");
    expect(at.live()).toEqual({ berlin: "Europe/Rome" });
  });

  test("a guard waits for a consent, and nothing consents by itself", async () => {
    const all = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`n${at}`, "Europe/Berlin"]));
    const prune = projectFile("prune: true\nserve: { apply: onMerge }\n");
    const at = await stage({ files: { "trueup.yaml": prune, "desired-state/a.yaml": networks(all) } });
    await at.until(({ state }) => state === "inSync");
    at.merge({ "desired-state/a.yaml": networks({ n0: "Europe/Berlin" }) });
    const held = await at.until(({ reasons }) => reasons.some(({ because }) => because === "consentNeeded"));
    expect(held.state).toBe("blocked");
    await at.pass(7_200_000);
    expect(at.network.world.dashboard.networks.size).toBe(12);
    const fingerprint = held.look?.plan.fingerprint ?? "";
    const consents = [`removals@${fingerprint}`];
    await at.ask({ do: "apply", environment: "net/test", fingerprint, consents }, "bob");
    const done = await at.until(({ state }) => state === "inSync");
    expect(at.live()).toEqual({ n0: "Europe/Berlin" });
    expect(done.runs[0]).toMatchObject({ why: "asked", by: "bob", ended: "applied" });
    expect(done.applied).toMatchObject({ by: "bob" });
  });
});

describe("with apply: asked", () => {
  const files = { "trueup.yaml": projectFile(), "desired-state/a.yaml": berlin };

  test("what is merged waits, says so, and is applied once somebody asks for this plan", async () => {
    const at = await stage({ files });
    const seen = await at.until(({ look }) => look !== undefined);
    expect(seen).toMatchObject({ state: "pending", reasons: [{ because: "approvalNeeded" }], runs: [] });
    expect(seen.look?.plan.steps.map(({ id }) => id)).toEqual(["create cloud/network/berlin"]);
    expect(seen.targets).toMatchObject([
      { name: "cloud", interface: "dashboard", origin: "https://cloud.example.net" },
    ]);
    await at.pass(14_400_000);
    expect(at.writes()).toBe(0);
    const environment = "net/test";
    const other = "0".repeat(64);
    expect(await at.ask({ do: "apply", environment, fingerprint: other })).toMatchObject({ is: "refused" });
    expect(await at.ask({ do: "apply", environment: "net/no", fingerprint: other })).toMatchObject({
      is: "unknown",
    });
    const fingerprint = at.see()?.look?.plan.fingerprint ?? "";
    const asked = [1, 2].map(() => at.running().ask({ do: "apply", environment, fingerprint }, "ada"));
    const [answer, again] = await at.clock.run(Promise.all(asked));
    expect(answer).toMatchObject({ is: "accepted", run: expect.any(String) });
    // A second request for the same plan joins the first run.
    expect(again).toEqual({ ...answer, message: "This plan is already being applied." });
    const done = await at.until(({ state }) => state === "inSync");
    const run = answer?.is === "accepted" ? answer.run : undefined;
    expect(done.runs).toMatchObject([{ id: run, why: "asked", by: "ada", fingerprint, ended: "applied" }]);
    expect(done.reasons).toEqual([]);
  });

  test("what is asked for and does not begin is a run that says why", async () => {
    const at = await stage({ files });
    const { look } = await at.until((seen) => seen.look !== undefined);
    const fingerprint = look?.plan.fingerprint ?? "";
    const ask = (consents?: readonly string[]) =>
      at.running().ask({ do: "apply", environment: "net/test", fingerprint, consents }, "ada");
    // The first request lacks the consent of the second one, so the second request cannot join its run.
    const answers = await at.clock.run(Promise.all([ask(), ask([`removals@${fingerprint}`])]));
    const done = await at.until(({ runs }) => runs.length === 2);
    expect(done.runs).toMatchObject([
      { ended: "refused", message: expect.stringContaining("made or applied meanwhile") },
      { ended: "applied" },
    ]);
    expect(answers).toMatchObject(done.runs.map(({ id }) => ({ is: "accepted", run: id })).reverse());
  });

  test("drift is set back alone when somebody asks for it", async () => {
    const at = await stage({ files });
    const { look } = await at.until((seen) => seen.look !== undefined);
    await at.ask({ do: "apply", environment: "net/test", fingerprint: look?.plan.fingerprint ?? "" });
    await at.until(({ state }) => state === "inSync");
    at.network.change({ interface: "dashboard", network: "berlin", set: { timeZone: "Asia/Tokyo" } });
    at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Berlin", oslo: "Europe/Oslo" }) });
    const both = await at.until((seen) => seen.look?.plan.steps.length === 2);
    const fingerprint = both.look?.plan.fingerprint ?? "";
    await at.ask({ do: "setBack", environment: "net/test", fingerprint });
    const back = await at.until((seen) => seen.look?.plan.steps.length === 1);
    expect(at.live()).toEqual({ berlin: "Europe/Berlin" });
    expect(back).toMatchObject({ state: "pending", runs: [{ why: "asked", ended: "applied" }, {}] });
  });
});
