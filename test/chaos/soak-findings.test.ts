/**
 * How a soak reports its findings: one finding per cause, with a minimal case, and one issue for all of them in the
 * repository.
 */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { issueOf } from "../../scripts/soak/issue-text.ts";
import { type Finding, findingsFile, Soaked } from "../../scripts/soak/soaked.ts";
import { startAsked, startOf } from "../../scripts/soak/start.ts";
import { folder } from "../cli/command.ts";

const script = fileURLToPath(new URL("../../scripts/soak-issues.ts", import.meta.url));
const failure = (seed: number, line: string, world = "") => ({
  ...{ kind: "decisions" as const, seed, name: `decisions-${seed}`, trace: "", world },
  ...{ replay: `npm run simulate:decisions -- --seed ${seed} --trace`, lines: [`seed ${seed}: ${line}`] },
});

describe("the seed from which a soak starts", () => {
  test("is decided by a commit's hash, always the same and another one for others", () => {
    const [one, other] = ["a".repeat(40), `b${"a".repeat(39)}`].map(startOf);
    expect(startOf("a".repeat(40))).toBe(one);
    expect(other).not.toBe(one);
    for (const seed of [one, other, startOf("0".repeat(40)), startOf("f".repeat(64))]) {
      expect(seed).toBeGreaterThanOrEqual(1_000_000);
      expect(seed).toBeLessThan(100_000_000);
    }
    expect(() => startOf("main")).toThrow("no hash of a commit");
  });

  test("is the one asked for, or that of the checkout, and it is said which commit that is", () => {
    expect(startAsked("55", ".")).toEqual({ seed: 55, because: "" });
    const { seed, because } = startAsked("commit", ".");
    const [, commit = ""] = /^, which commit ([0-9a-f]{40}) decides$/.exec(because) ?? [];
    expect(seed).toBe(startOf(commit));
    expect(startAsked("commit+30000", ".").seed).toBe(seed + 30_000);
    expect(() => startAsked("soon", ".")).toThrow('--from is a whole number, and not "soon"');
  });
});

describe("what a soak finds", () => {
  test("is one finding by the words of a judge, with its seeds and the least world that is known", async () => {
    const keep = join(await folder(), "kept");
    const soaked = new Soaked(keep, "seed 7");
    const line = (seed: number) => `after trouble: world: too much: room Room ${seed}`;
    for (let seed = 1; seed <= 30; seed += 1) {
      const before = soaked.known(failure(seed, line(seed)));
      expect(before).toEqual({
        findings: Math.min(seed - 1, 1),
        seeds: seed - 1,
        world: seed > 2 ? "few" : "",
      });
      soaked.keep(failure(seed, line(seed), seed === 2 ? "few" : ""));
    }
    soaked.keep(failure(31, "again: another plan of the same: {}"));
    soaked.save();
    expect(soaked.summary()).toContain("31 broken; kept in");
    expect(soaked.summary()).toMatch(
      /^ +30 decisions: after trouble: world: too much: room … \(1 2 3 .* 20 …\)$/m,
    );
    const { start, findings } = JSON.parse(readFileSync(join(keep, findingsFile), "utf8"));
    expect(start).toBe("seed 7");
    expect(findings).toHaveLength(2);
    expect(findings[0]).toMatchObject({ kind: "decisions", seed: 2, world: "few", seeds: { length: 30 } });
    expect(findings[0].key).toMatch(/^soak-decisions-[0-9a-f]{12}$/);
    expect(findings[0].key).not.toBe(findings[1].key);
  });
});

const finding: Finding = {
  ...{ key: "soak-decisions-0123456789ab", kind: "decisions", words: "world: too much: room …" },
  ...{ seeds: [7, 9], seed: 7, replay: "npm run simulate:decisions -- --seed 7 --trace" },
  ...{
    lines: ["seed 7: world: too much: room Room 3"],
    world: "48 parts are 2\n--seed 7 --with course,room-3",
  },
};

describe("the issue of a finding", () => {
  test("says what the judge says, of which seeds, what shows it again, and the least world", () => {
    const { title, text } = issueOf(finding, "seed 5");
    expect(title).toBe("Soak: decisions: world: too much: room ...");
    for (const part of ["`seed 5`", "Seeds: `7 9`", `\`${finding.replay}\``, ...finding.lines, finding.world])
      expect(text).toContain(part);
  });

  test("is bounded, and nothing of a run is Markdown", () => {
    const hostile = "```\n@team ![](https://evil.example.org) ::error::x";
    const long = Array.from({ length: 5000 }, () => hostile);
    const { title, text } = issueOf(
      {
        ...finding,
        words: "a".repeat(500),
        seeds: long.map((_, at) => at),
        lines: long,
        world: long.join("\n"),
      },
      "seed 5",
    );
    expect(title.length).toBeLessThan(140);
    expect(text.length).toBeLessThan(40_000);
    expect(text).toContain(" and 4960 more");
    expect(text.split("\n").filter((line) => line.startsWith("````")).length).toBe(4);
    expect(text).not.toContain("\n::error");
  });
});

/** A host of issues, and the requests to it. */
async function fakeHost() {
  const issues: { number: number; title: string; body: string; user: { login: string } }[] = [];
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const { method = "", url = "" } = request;
    asked.push(`${method} ${url.split("?")[0]}`);
    const answer = (status: number, json: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    };
    if (url === "/user") return answer(403, {});
    if (method === "GET") return answer(200, issues);
    const given = JSON.parse(body);
    const number = Number(/\/(\d+)$/.exec(url)?.[1]);
    const known = issues.find((one) => one.number === number);
    if (known) return answer(200, Object.assign(known, given));
    issues.push({ number: issues.length + 1, user: { login: "github-actions[bot]" }, ...given });
    answer(201, issues.at(-1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { issues, asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function report(url: string, folders: readonly string[], ...more: readonly string[]) {
  const child = spawn(process.execPath, [script, ...folders, ...more], {
    env: { ...process.env, GITHUB_API_URL: url, GITHUB_REPOSITORY: "acme/trueup", GITHUB_TOKEN: "t0ken" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, out };
}

const kept = async (findings: readonly Finding[]) => {
  const at = join(await folder(), "kept");
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, findingsFile), JSON.stringify({ start: "seed 5", findings }));
  return at;
};

describe("the script that keeps issues", { timeout: 120_000 }, () => {
  test("opens one for each finding, and keeps it up to date the next time", async () => {
    const { issues, url, asked } = await fakeHost();
    const other = { ...finding, key: "soak-faults-0123456789ab", kind: "faults" } as const;
    const first = await report(url, [await kept([finding]), await kept([other]), "/nothing/was/found"]);
    expect(first.out).toContain("2 findings, 0 without an issue\n");
    expect(first.status).toBe(0);
    expect(issues.map(({ title }) => title)).toEqual([
      "Soak: decisions: world: too much: room ...",
      "Soak: faults: world: too much: room ...",
    ]);
    expect(issues[0]?.body).toContain("--seed 7 --with course,room-3");
    await report(url, [await kept([{ ...finding, seeds: [7, 9, 11] }])]);
    expect(issues).toHaveLength(2);
    expect(issues[0]?.body).toContain("`7 9 11`");
    expect(asked.filter((one) => one.startsWith("P"))).toEqual([
      "POST /repos/acme/trueup/issues",
      "POST /repos/acme/trueup/issues",
      "PATCH /repos/acme/trueup/issues/1",
    ]);
  });

  test("opens no more than it may, and says of which there is none", async () => {
    const { issues, url } = await fakeHost();
    const many = [1, 2, 3].map((seed) => ({ ...finding, key: `soak-decisions-${seed}`, seed }));
    const { out, status } = await report(url, [await kept(many)], "--most", "2");
    expect(issues).toHaveLength(2);
    expect(out).toContain("no issue for decisions, seed 3: there are 2 already\n");
    expect(status).toBe(0);
  });

  test("ends with 1 where the host refuses", async () => {
    const { out, status } = await report("http://127.0.0.1:1", [await kept([finding])]);
    expect(out).toContain("1 findings, 1 without an issue\n");
    expect(status).toBe(1);
  });
});
