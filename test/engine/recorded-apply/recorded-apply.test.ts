/** `recordedApply` of the library uses lock, journal, record and approval as the command line does. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type ApplyEvent,
  type RecordedApplyOptions,
  readProject,
  recordedApply,
} from "../../../src/index.ts";
import { emptyCompany } from "../../../src/simulator/company.ts";
import { logReport } from "../../../src/simulator/log.ts";
import { projectFor, simulator, trueup } from "../../cli/command.ts";
import { git, put, repository } from "../../git/repositories.ts";
import { isLong } from "../../long-forms.ts";

const log = { level: "warn", format: "json", write: () => {} } as const;
const env = { DASHBOARD_API_KEY: "simulated-api-key", OFFICE_PSK: "canary-corp-psk-1" };
const otherFingerprint = "0123456789abcdef".repeat(4);

/** Creates a repository that declares new networks. Returns a function that runs the library in its folder. */
async function office({ networks = 2, latencyMs = 0, more = "" } = {}) {
  const served = await simulator({ seed: emptyCompany(), settings: { latencyMs } });
  const names = Array.from({ length: networks }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
  const cwd = repository({
    "trueup.yaml": projectFor(served),
    ".gitignore": ".trueup/\n",
    "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${names}${more}`,
  });
  const events: ApplyEvent[] = [];
  const apply = async (options: Partial<RecordedApplyOptions>) => {
    events.length = 0;
    const own = { env, log, approval: { anyPlan: true }, signal: new AbortController().signal } as const;
    const on = (event: ApplyEvent) => {
      events.push(event);
      options.on?.(event);
    };
    return recordedApply(await readProject(cwd), { ...own, ...options, on });
  };
  return {
    ...{ served, cwd, apply, events },
    types: () => events.map(({ type }) => type),
    eventOf: <T extends ApplyEvent["type"]>(type: T) =>
      events.find((one): one is Extract<ApplyEvent, { readonly type: T }> => one.type === type),
    writes: () => Number(logReport(served.world().log).writes),
    fingerprint: async () => {
      const planned = await trueup(["plan", "--format", "json"], { cwd });
      return String(JSON.parse(planned.out).fingerprint);
    },
    refs: () => git(cwd, "for-each-ref", "--format=%(refname)", "refs/trueup"),
    own: (name: string) => join(cwd, ".trueup", `test.${name}`),
  };
}

describe("an approved plan", () => {
  test("is applied under both locks, and recorded: plan, applied and apply of the command line see it", async () => {
    const at = await office();
    const fingerprint = await at.fingerprint();
    const held: unknown[] = [];
    const ending = await at.apply({
      approval: { fingerprint },
      actor: { account: "release-bot", run: "https://ci.example.net/7" },
      on: ({ type }) => {
        if (type !== "journalOpened") return;
        const lock = git(at.cwd, "cat-file", "-p", "refs/trueup/test/lock");
        held.push(existsSync(at.own("lock")), existsSync(at.own("journal")), lock);
      },
    });
    expect(ending).toMatchObject({ is: "applied", status: 0, plan: { fingerprint } });
    expect(held).toEqual([true, true, expect.stringContaining("release-bot, https://ci.example.net/7")]);
    expect(at.types()).toEqual([
      ...["journalRead", "lockTaken", "opened", "interruptedFound", "planned", "journalOpened"],
      ...["settled", "recorded", "ended"],
    ]);
    expect([at.refs(), existsSync(at.own("lock")), existsSync(at.own("journal"))]).toEqual([
      "refs/trueup/test/applied",
      false,
      false,
    ]);
    const applied = JSON.parse((await trueup(["applied", "--format", "json"], { cwd: at.cwd })).out);
    const head = git(at.cwd, "rev-parse", "HEAD");
    expect(applied).toMatchObject({ commit: head, record: { actor: "release-bot", fingerprint } });
    expect(applied.record.counts).toMatchObject({ applied: 2, failed: 0 });
    expect(ending).toMatchObject({ recorded: { ref: "refs/trueup/test/applied", commit: head } });
    const plan = await trueup(["plan"], { cwd: at.cwd });
    expect(plan.out).toContain("nothing to do");
    expect(plan.err).toMatch(
      new RegExp(`^Last applied state: ${head.slice(0, 12)}, applied \\S+ by release-bot\\.$`, "m"),
    );
    const [writes, again] = [at.writes(), await trueup(["apply", "--yes"], { cwd: at.cwd })];
    expect([again.status, at.writes()]).toEqual([0, writes]);
    expect(await at.apply({})).toMatchObject({ is: "nothingToDo", status: 0, recorded: { commit: head } });
  });

  if (isLong)
    test("leaves the same record as the command line, but for the time and who it was", async () => {
      const [library, commandLine] = [await office(), await office()];
      const digitsOf = async ({ cwd }: typeof library) =>
        JSON.parse((await trueup(["plan", "--format", "json"], { cwd })).out).fingerprint;
      const planned = [await digitsOf(library), await digitsOf(commandLine)];
      const recordOf = async ({ cwd }: typeof library) => {
        const { record } = JSON.parse((await trueup(["applied", "--format", "json"], { cwd })).out);
        return { ...record, time: "", actor: "" };
      };
      await library.apply({});
      expect((await trueup(["apply", "--yes"], { cwd: commandLine.cwd })).status).toBe(0);
      const [one, other] = [await recordOf(library), await recordOf(commandLine)];
      // The two projects use servers with different ports, so the plan of one project approves nothing in the other.
      expect([one.fingerprint, other.fingerprint]).toEqual(planned);
      expect(planned[0]).not.toBe(planned[1]);
      expect({ ...one, fingerprint: "" }).toEqual({ ...other, fingerprint: "" });
    });

  test("may be confirmed by a function, which gets the plan; nothing asks it where there is nothing to do", async () => {
    const at = await office();
    const asked: number[] = [];
    const confirm = async (plan: { readonly steps: readonly unknown[] }) => {
      asked.push(plan.steps.length);
      return asked.length === 1 ? "not today" : undefined;
    };
    const refused = await at.apply({ approval: { confirm } });
    expect(refused).toMatchObject({
      is: "refused",
      refusal: { because: "notConfirmed", message: "not today" },
    });
    expect([at.types().includes("approvalNeeded"), at.writes(), at.refs()]).toEqual([true, 0, ""]);
    expect(await at.apply({ approval: { confirm } })).toMatchObject({ is: "applied" });
    expect(await at.apply({ approval: { confirm } })).toMatchObject({ is: "nothingToDo" });
    expect(asked).toEqual([2, 2]);
  });
});

describe("what is refused, or failed, sends nothing and leaves no lock", () => {
  test.each([
    ["a plan that is not the approved one", { approval: { fingerprint: otherFingerprint } }, "notApproved"],
    ["half a fingerprint", { approval: { fingerprint: "0123456789ab" } }, "approvesNothing"],
    ["a preview", { approval: { fingerprint: `preview-${otherFingerprint}` } }, "approvesNothing"],
    ["a consent to other secrets", { consents: [`secrets@${otherFingerprint}`] }, "otherPlan"],
  ] as const)("%s", async (_, options, because) => {
    const at = await office();
    expect(await at.apply(options)).toMatchObject({ is: "refused", refusal: { because } });
    expect(at.eventOf("ended")?.ending).toMatchObject({ is: "refused", refusal: { because } });
    expect([at.writes(), at.refs(), existsSync(at.own("lock"))]).toEqual([0, "", false]);
  });

  test("what a guard found needs a consent that names the plan, whatever approves it", async () => {
    const at = await office({ networks: 12 });
    await at.apply({});
    const sent = at.writes();
    put(at.cwd, { "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: {}\n" });
    git(at.cwd, "commit", "-qam", "fewer");
    const refused = await at.apply({ prune: true });
    if (refused.is !== "refused" || refused.refusal.because !== "consentMissing")
      throw new Error(`not refused by a guard: ${JSON.stringify(refused)}`);
    expect([at.writes(), refused.plan?.steps.length]).toEqual([sent, 12]);
    const consents = refused.refusal.findings.flatMap(({ consent }) => consent ?? []);
    expect(consents).toContain(`removals@${refused.plan?.fingerprint}`);
    expect(await at.apply({ prune: true, consents })).toMatchObject({ is: "applied", status: 0 });
  });

  test("what is not committed; with allowDirty it is applied, and left behind in the record", async () => {
    const at = await office();
    put(at.cwd, {
      "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks:\n  n0: { name: Another }\n",
    });
    const address = "cloud/network/n0";
    const refused = await at.apply({});
    expect(refused).toMatchObject({ refusal: { because: "uncommitted" } });
    expect([refused.is === "refused" && refused.plan, at.writes()]).toEqual([undefined, 0]);
    expect(await at.apply({ allowDirty: true })).toMatchObject({
      is: "applied",
      recorded: { leftBehind: expect.arrayContaining([{ address, because: "uncommitted", commit: null }]) },
    });
  });

  test("a project with an error, a secret that is missing, a consent that names no guard", async () => {
    const at = await office();
    const codesOf = async (options: Partial<RecordedApplyOptions>) => {
      const ending = await at.apply(options);
      return ending.is === "failed" ? [ending.at, ...ending.problems.map(({ code }) => code)] : ending;
    };
    expect(await codesOf({ env: {} })).toEqual(["project", "missing-secret"]);
    const consents = [`removal@${otherFingerprint}`];
    expect(await codesOf({ consents })).toEqual(["consents", "unknown-consent"]);
    put(at.cwd, { "desired-state/a.yaml": "target: nowhere\nnetworks: {}\n" });
    expect(await codesOf({})).toEqual(["project", "unknown-target"]);
    expect([at.writes(), at.refs(), existsSync(at.own("lock"))]).toEqual([0, "", false]);
  });
});

describe("a run that is cancelled", () => {
  test("waits for what has left and records it, and the next run goes on", async () => {
    const at = await office({ networks: 12, latencyMs: 100 });
    const stop = new AbortController();
    const ending = await at.apply({
      signal: stop.signal,
      listener: (event) => event.type === "stepSettled" && stop.abort(),
    });
    expect(ending).toMatchObject({ is: "applied", status: 3, result: { interrupted: true } });
    const sent = at.writes();
    expect(sent).toBeLessThan(12);
    expect([at.refs(), existsSync(at.own("lock"))]).toEqual(["refs/trueup/test/applied", false]);
    expect(await at.apply({})).toMatchObject({ is: "applied", status: 0 });
    expect(at.served.world().dashboard.networks.size).toBe(12);
  });

  if (isLong)
    test("and cut off, leaves a journal, which the next run of the command line reads", async () => {
      const at = await office({ networks: 1, latencyMs: 300 });
      const [stop, cut] = [new AbortController(), new AbortController()];
      const ending = await at.apply({
        signal: stop.signal,
        cut: cut.signal,
        listener: (event) => {
          if (event.type !== "request" || event.method !== "POST") return;
          stop.abort();
          setTimeout(() => cut.abort(), 50);
        },
      });
      expect(ending).toMatchObject({
        is: "applied",
        result: { settled: [{ outcome: { state: "unknown" } }] },
      });
      expect(readFileSync(at.own("journal"), "utf8")).toContain("create cloud/network/n0");
      at.served.edit((world) => ({ ...world, settings: { ...world.settings, latencyMs: 0 } }));
      const next = await trueup(["apply", "--yes"], { cwd: at.cwd });
      expect(next.err).toContain(
        "The last run ended with unknown outcomes: it is unknown whether 1 write took effect",
      );
      expect(next.status).toBe(0);
      expect([at.served.world().dashboard.networks.size, existsSync(at.own("journal"))]).toEqual([1, false]);
    });

  test("before it has sent anything ends as cancelled, and has given its locks back", async () => {
    const at = await office();
    const stop = new AbortController();
    const ending = await at.apply({
      signal: stop.signal,
      on: ({ type }) => type === "lockTaken" && stop.abort(),
    });
    expect(ending).toEqual({ is: "cancelled" });
    expect([at.writes(), at.refs(), existsSync(at.own("lock"))]).toEqual([0, "", false]);
  });

  test.each([false, true])(
    "by a listener that throws is recorded before it rejects; aborted too: %s",
    async (too) => {
      const at = await office();
      const stop = new AbortController();
      const failing = at.apply({
        signal: stop.signal,
        on: ({ type }) => {
          if (type !== "settled") return;
          if (too) stop.abort();
          throw new Error("a listener's mistake");
        },
      });
      await expect(failing).rejects.toThrow("a listener's mistake");
      expect([at.writes(), existsSync(at.own("lock")), at.refs()]).toEqual([
        2,
        false,
        "refs/trueup/test/applied",
      ]);
    },
  );
});

describe("several runs in one process", () => {
  test("of one environment in one folder: one applies, the other is refused, and so is the command line", async () => {
    const at = await office({ latencyMs: 100 });
    const others: Promise<unknown>[] = [];
    const signal = new AbortController().signal;
    const again = async () =>
      recordedApply(await readProject(at.cwd), { env, log, approval: { anyPlan: true }, signal });
    let beside: Promise<unknown> | undefined;
    const ending = await at.apply({
      on: ({ type }) => {
        if (type === "journalOpened") beside = trueup(["apply", "--yes"], { cwd: at.cwd });
      },
      listener: (event) => {
        if (event.type === "stepStarted") others.push(again());
      },
      approval: { anyPlan: true },
    });
    expect(ending).toMatchObject({ is: "applied", status: 0 });
    expect(await beside).toMatchObject({ status: 4, err: expect.stringContaining(`process ${process.pid}`) });
    const by = String(process.pid);
    for (const other of await Promise.all(others))
      expect(other).toMatchObject({ is: "refused", refusal: { because: "running", by } });
    expect([others.length > 0, at.writes()]).toEqual([true, 2]);
  });

  if (isLong)
    test("of two folders go on side by side, each with its own record", async () => {
      const [one, other] = [await office({ latencyMs: 50 }), await office({ latencyMs: 50, networks: 3 })];
      const endings = await Promise.all([one.apply({}), other.apply({})]);
      expect(endings).toMatchObject([{ is: "applied" }, { is: "applied" }]);
      expect([one.writes(), other.writes(), one.refs(), other.refs()]).toEqual([
        2,
        3,
        "refs/trueup/test/applied",
        "refs/trueup/test/applied",
      ]);
    });
});

test("no event holds a secret that was opened, also where live or desired state repeats it", async () => {
  const psk = `  guests:
    name: canary-corp-psk-1 for guests
    ssids:
      1: { name: Guests, password: { secret: env:OFFICE_PSK } }
`;
  const at = await office({ more: psk });
  const ending = await at.apply({});
  expect(ending).toMatchObject({ is: "applied" });
  const said = JSON.stringify([at.events, ending], (_, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...value] : value,
  );
  expect(said).toContain("[secret] for guests");
  expect(said).not.toContain("canary-corp-psk-1");
  expect(said).not.toContain("simulated-api-key");
});
