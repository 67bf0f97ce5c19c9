import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exampleProject, folder, projectFor, simulator, trueup, trueupProcess, write } from "./command.ts";

const project = (url: string) => `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "${url}", credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }
`;
const berlin = "target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin Office } }\n";

describe("bad input is answered with what, where and what to do", () => {
  test("no project", async () => {
    const ended = await trueup(["plan"], { cwd: await folder() });
    expect(ended).toMatchObject({ status: 1, out: "" });
    expect(ended.err).toContain("error[no-project]: there is no trueup.yaml in");
    expect(ended.err).toContain("trueup init");
  });

  test("every fault of every file at once, each with its place, an excerpt and a hint", async () => {
    const cwd = await folder({
      "trueup.yaml": project("https://dashboard.example.net"),
      "desired-state/a.yaml": "target: clod\norganization: Acme\nnetworks: {}\n",
      "desired-state/b.yaml":
        "target: cloud\norganization: Acme\nnetworks:\n  berlin: { name: Berlin, timezone: Europe/Berlin }\n",
      "desired-state/c.yaml": "target: cloud\norganization: Acme\nnetworks:\n  paris: { name: 12 }\n",
      "desired-state/d.yaml": "target: cloud\nnetworks: [\n",
    });
    const ended = await trueup(["validate"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("desired-state/a.yaml:1:9");
    expect(ended.err).toContain("hint: Did you mean `cloud`?");
    expect(ended.err).toContain("hint: Did you mean `timeZone`?");
    expect(ended.err).toMatch(/c\.yaml:4:\d+/);
    expect(ended.err).toContain("desired-state/d.yaml:");
    expect(ended.err).toContain("4 errors");
  });

  test("at most 50 problems with the count of the others; what they follow from comes first", async () => {
    const broken = Array.from({ length: 80 }, (_, at) => `  n${at}: { nme: N }\n`).join("");
    const cwd = await folder({
      "trueup.yaml": project("https://dashboard.example.net"),
      "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${broken}`,
      "desired-state/z.yaml": "target: cloud\nnetworks: [\n",
      "desired-state/OLD.YAML": "target: cloud\n",
      "desired-state/emptied.yaml": "\n",
    });
    const { err } = await trueup(["validate"], { cwd });
    expect(err).toMatch(/^error\[yaml-syntax\]/);
    expect(err.match(/^(?:error|warning)\[/gm)).toHaveLength(50);
    expect(err).toMatch(/and 113 more: .*1 ignored-file.*\n/);
    expect(err).toContain("161 errors, 2 warnings");
  });

  test("the project file by its own name, wherever it is mentioned", async () => {
    const cwd = await folder({
      "production.yaml": project("https://dashboard.example.net").replace("dashboard,", "dashbord,"),
      "desired-state/a.yaml": "target: clod\n",
    });
    const wrong = await trueup(["validate", "--project", "production.yaml"], { cwd });
    expect(wrong.err).toContain("--> production.yaml:4:");
    await write(cwd, "production.yaml", project("https://dashboard.example.net"));
    const unknown = await trueup(["validate", "--project", "production.yaml"], { cwd });
    expect(unknown.err).toContain("production.yaml has no target `clod`");
    expect(wrong.err + unknown.err).not.toContain("trueup.yaml");
    const gone = await trueup(["validate", "--project", "staging.yaml"], { cwd });
    expect(gone.err).toContain("there is no project file staging.yaml, but there is ./production.yaml\n");
  });

  test("a missing credential is named with its line, before anything is sent", async () => {
    const served = await simulator();
    const cwd = await folder({
      "trueup.yaml": project(served.urls.dashboard),
      "desired-state/a.yaml": berlin,
    });
    const ended = await trueup(["plan"], { cwd, env: { DASHBOARD_API_KEY: "" } });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("DASHBOARD_API_KEY");
    expect(ended.err).toMatch(/trueup\.yaml:4:\d+/);
    expect(served.world().log).toBeUndefined();
  });

  test("a host where nobody listens", async () => {
    const cwd = await folder({
      "trueup.yaml": project("http://127.0.0.1:9"),
      "desired-state/a.yaml": berlin,
    });
    const ended = await trueup(["plan"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.out).toMatch(/error\[(unreachable|circuit-open)\]: cloud: .*127\.0\.0\.1:9/);
    expect(ended.out).toContain("hint:");
    expect(ended.out).not.toContain("to create");
  });

  test("a wrong key: 401", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const ended = await trueup(["apply", "--yes", "--only", "cloud/*"], {
      cwd,
      env: { DASHBOARD_API_KEY: "wrong-key-canary" },
    });
    expect(ended.status).toBe(1);
    expect(ended.out).toContain("error[unauthorized]");
    expect(ended.out + ended.err).not.toContain("wrong-key-canary");
  });

  test("a key without permission on one endpoint: 403 is named with it, and the rest goes on", async () => {
    const permissions = [{ interface: "dashboard", path: "*/wireless/ssids", lacks: "endpoint" }] as const;
    const served = await simulator({ settings: { permissions } });
    const cwd = await exampleProject(served);
    const ended = await trueup(["apply", "--yes", "--only", "cloud/*"], { cwd });
    expect(ended.status).toBe(3);
    expect(ended.out).toContain("error[forbidden]");
    expect(ended.out).toMatch(/GET \/api\/v1\/networks\/N_0000\d\d\/wireless\/ssids/);
    expect(ended.out).toContain("applied");
  });

  test("a body that is not JSON is unknown, never absent", async () => {
    const served = await simulator();
    const fault = { interface: "dashboard", path: "*/networks", effect: { kind: "notJson" }, times: 99 };
    expect((await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) })).ok).toBe(
      true,
    );
    const cwd = await exampleProject(served);
    const ended = await trueup(["plan", "--only", "cloud/*"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.out).toContain("error[not-json]");
    expect(ended.out).toContain("Plan: nothing that can be written");
  });

  test("a server that speaks no TLS where https is declared", async () => {
    const server = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const cwd = await folder({
      "trueup.yaml": project(`https://127.0.0.1:${port}`),
      "desired-state/a.yaml": berlin,
    });
    const ended = await trueup(["plan"], { cwd });
    server.close();
    expect(ended.status).toBe(1);
    expect(ended.out).toMatch(/TLS/);
  });

  test("control characters from a live system never reach the terminal raw", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const evil = "Europe/\u001b[2J\u202eBerlin";
    const change = { interface: "dashboard", network: "Berlin Office", set: { timeZone: evil } };
    await fetch(`${served.admin}/change`, { method: "POST", body: JSON.stringify(change) });
    const { out } = await trueup(["plan", "--only", "cloud/network/*"], { cwd });
    expect(out).toContain("\\u{202e}");
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test("an option that does not exist, a command that does not exist", async () => {
    const cwd = await folder();
    const option = await trueup(["plan", "--formt", "json"], { cwd });
    expect(option.status).toBe(1);
    expect(option.err).toContain("Did you mean --format?");
    const command = await trueup(["plam"], { cwd });
    expect(command.status).toBe(1);
    expect(command.err).toContain("Did you mean plan?");
  });
});

describe("help", () => {
  test("completion has commands, products and targets; its script can be sourced twice", async () => {
    const { out, status } = await trueupProcess(["complete", "bash"], { cwd: await folder() });
    expect(status).toBe(0);
    expect(out).toContain("trueup");
    execFileSync("bash", ["-euc", 'source "$1"; source "$1"', "-", await scriptOf(out)]);
    const candidates = await trueupProcess(["complete", "--", "pl"], { cwd: await folder() });
    expect(candidates.out).toContain("plan");
    const cwd = await folder({ "trueup.yaml": "targets: { sky: {}, 'a;b': {} }\n" });
    const asked = async (...words: string[]) =>
      (await trueupProcess(["complete", "--", ...words], { cwd })).out;
    expect(await asked("import", "s")).toMatch(/^sky\t/);
    expect(await asked("import", "")).not.toContain("a;b");
    expect(await asked("kinds", "mer")).toMatch(/^meraki\t/);
    expect(await asked("init", "--dialect", "ap")).toMatch(/^apic\t/);
  });
});

async function scriptOf(text: string): Promise<string> {
  return join(await folder({ "complete.sh": text }), "complete.sh");
}

test("the project file of these tests is itself without a fault", async () => {
  const served = await simulator();
  const cwd = await folder({ "trueup.yaml": projectFor(served), "desired-state/a.yaml": berlin });
  expect(await trueup(["validate"], { cwd })).toMatchObject({ status: 0, err: "" });
});

test("--only that matches nothing is a mistake, not an empty plan", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  for (const command of ["plan", "drift", "observe"]) {
    const ended = await trueup([command, "--only", "clod/*"], { cwd });
    expect(ended, command).toMatchObject({ status: 1, out: "" });
    expect(ended.err).toContain("error[matches-nothing]: clod/* matches no declared address");
  }
  for (const named of [
    ["plan", "--only", "berlin"],
    ["drift", "--only", "cloud/network/berlni"],
    ["render", "--only", "berlin"],
    ["adopt", "berlin"],
  ]) {
    const { err } = await trueup(named, { cwd });
    expect(err).toContain(`]: ${named.at(-1)} matches no declared address`);
    expect(err).toContain("hint: Did you mean `cloud/network/berlin`?");
  }
});
