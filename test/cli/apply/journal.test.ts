import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyCompany } from "../../../src/simulator/company.ts";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { folder, projectFor, simulator, trueup, trueupProcess, write } from "../command.ts";

const networks = Array.from({ length: 12 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
const cloud = `target: cloud\norganization: Acme\nnetworks:\n${networks}`;

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

/** Creates a project. A test can act at the server's first request, and at the first request after its first write. */
async function project(options: { readonly latencyMs: number }) {
  const on: { first?: () => void; writing?: () => void } = {};
  const once = (name: "first" | "writing") => {
    on[name]?.();
    delete on[name];
  };
  const now = () => {
    once("first");
    if (served.world().log?.last.write) once("writing");
    return performance.now();
  };
  const served: RunningSimulator = await simulator({ seed: emptyCompany(), settings: options, now });
  const cwd = await folder({ "trueup.yaml": projectFor(served), "desired-state/cloud.yaml": cloud });
  return { served, cwd, on, journal: join(cwd, ".trueup/test.journal") };
}

describe("a signal", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    // When a terminal is closed, the signal is sent twice.
    ["SIGHUP", 129],
  ] as const)(
    "%s ends an apply in good order with %i, and what had left is waited for",
    async (signal, code) => {
      const { served, cwd, on, journal } = await project({ latencyMs: 150 });
      let child: ChildProcess | undefined;
      on.writing = () => {
        child?.kill(signal);
        if (signal === "SIGHUP") setTimeout(() => child?.kill(signal), 20);
      };
      const started = (one: ChildProcess) => {
        child = one;
      };
      const ended = await trueupProcess(["apply", "--yes"], { cwd, started });
      expect(ended.status).toBe(code);
      expect(ended.err).toContain("Interrupted: trueup sends no more, and waits");
      const sent = writes(served);
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(12);
      expect(ended.out).toContain(`Interrupted: ${sent} applied`);
      expect(existsSync(journal.replace("journal", "lock"))).toBe(false);
      // The created resource is not visible yet. The next apply knows this, and reports nothing.
      expect(existsSync(journal)).toBe(true);
      served.edit((world) => ({ ...world, settings: { ...world.settings, latencyMs: 0 } }));
      const next = await trueup(["apply", "--yes"], { cwd });
      expect(next.err).not.toContain("The last run was interrupted");
      expect(served.world().dashboard.networks.size).toBe(12);
      expect(existsSync(journal)).toBe(false);
    },
  );

  test("sent twice stops it at once, and the next apply says what that left open and finishes", async () => {
    const { served, cwd, on, journal } = await project({ latencyMs: 3000 });
    let child: ChildProcess | undefined;
    on.writing = () => child?.kill("SIGINT");
    const started = (one: ChildProcess) => {
      child = one;
      one.stderr?.on("data", (text: string) => {
        if (text.includes("Interrupt again to stop at once")) one.kill("SIGINT");
      });
    };
    const ended = await trueupProcess(["apply", "--yes"], { cwd, started });
    expect(ended.status).toBe(130);
    expect(ended.out).not.toContain("Interrupted:");
    const text = await readFile(journal, "utf8");
    expect(text).toContain('"kind":"intent"');
    expect(text).not.toContain("simulated-api-key");
    const sent = writes(served);
    served.edit((world) => ({ ...world, settings: { ...world.settings, latencyMs: 0 } }));
    const next = await trueup(["apply", "--yes"], { cwd });
    expect(next.status).toBe(0);
    expect(next.err).toMatch(
      /The last run was interrupted: it is unknown whether \d+ writes? took effect: .*\. trueup now reads the live/,
    );
    expect(next.err.match(/^ {2}create cloud\/network\/n\d+: applied/gm)).toHaveLength(sent);
    expect(served.world().dashboard.networks.size).toBe(12);
    expect(existsSync(journal)).toBe(false);
  });
});

describe("two applies", () => {
  test("at once: the second is refused with 4, and sends nothing", async () => {
    const { cwd, on } = await project({ latencyMs: 300 });
    let second: ReturnType<typeof trueupProcess> | undefined;
    let child: ChildProcess | undefined;
    on.first = () => {
      // The first run is stopped until the second has ended, so the first holds the lock even on a slow machine.
      child?.kill("SIGSTOP");
      second = trueupProcess(["apply", "--yes"], { cwd }).finally(() => child?.kill("SIGCONT"));
    };
    const started = (one: ChildProcess) => {
      child = one;
    };
    const first = await trueupProcess(["apply", "--yes"], { cwd, started });
    expect(first.status).toBe(0);
    const refused = await second;
    expect(refused?.status).toBe(4);
    expect(refused?.err).toMatch(/Refused: another apply to test is running here: process \d+ holds \S/);
    expect(refused?.err).toContain(join(cwd, ".trueup/test.lock"));
  });

  test("the lock of a process that is gone is taken over", async () => {
    const { cwd } = await project({ latencyMs: 0 });
    await write(cwd, ".trueup/test.lock", "4194304999\n");
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  });
});

describe("a journal", () => {
  test("that cannot be written ends the run before anything is sent", async () => {
    const { served, cwd } = await project({ latencyMs: 0 });
    await write(cwd, ".trueup", "a file where the folder should be\n");
    const ended = await trueup(["apply", "--yes"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("journal-unwritable");
    expect(writes(served)).toBe(0);
  });

  test("that is damaged is ignored with a warning", async () => {
    const { cwd, journal } = await project({ latencyMs: 0 });
    await write(cwd, ".trueup/test.journal", "nonsense\n");
    const ended = await trueup(["apply", "--yes"], { cwd });
    expect(ended.status).toBe(0);
    expect(ended.err).toContain("journal-ignored");
    expect(existsSync(journal)).toBe(false);
    expect(await readFile(join(cwd, ".trueup/.gitignore"), "utf8")).toContain("/*.journal\n");
  });
});
