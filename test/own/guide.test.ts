/** docs/bring-your-own.md, followed line by line: its files are written, its commands run, and they say what it shows. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { begun } from "../../src/simulator/openapi/begin.ts";
import { serveOpenApi } from "../../src/simulator/serve-openapi.ts";
import { trueup } from "../cli/command.ts";

const page = readFileSync(new URL("../../docs/bring-your-own.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/```(yaml|sh|text)\n([\s\S]*?)```/g)].map(([, is = "", text = ""]) => ({
  is,
  text,
}));

/** The port that the page serves the description at. */
const written = "http://127.0.0.1:4801";

class Follower {
  readonly #cwd: string;
  readonly #env: Record<string, string> = {};
  #url = written;
  /** What the commands of the last block said. */
  said = "";

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  write(text: string): void {
    const [, path = ""] = /^# (\S+)\n/.exec(text) ?? [];
    mkdirSync(dirname(join(this.#cwd, path)), { recursive: true });
    const own = text.slice(text.indexOf("\n") + 1);
    writeFileSync(join(this.#cwd, path), own.replaceAll(written, this.#url));
  }

  /** The description is served before the page says it, since a file has its address. */
  async serve(): Promise<void> {
    const state = begun({ description: parse(readFileSync(join(this.#cwd, "ipam.yaml"), "utf8")) });
    if ("problems" in state) throw new Error(state.problems.join());
    const served = await serveOpenApi({ state });
    onTestFinished(() => served.close());
    this.#url = new URL(served.admin).origin;
  }

  async run(line: string): Promise<void> {
    const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) this.#env[name] = value;
    else if (line.endsWith("&"))
      expect(line).toContain("trueup simulate --openapi ipam.yaml --port-base 4801");
    else if (line.startsWith("trueup ")) {
      const { status, out, err } = await trueup(line.split(" ").slice(1), { cwd: this.#cwd, env: this.#env });
      this.said += out + err;
      const file = /--out (plan\.md)/.exec(line)?.[1];
      if (file !== undefined) this.said += readFileSync(join(this.#cwd, file), "utf8");
      expect(status, `${line}\n${out}${err}`).toBe(0);
    } else {
      const env = { ...process.env, GIT_AUTHOR_NAME: "t", GIT_AUTHOR_EMAIL: "t@t.example" };
      const committer = { GIT_COMMITTER_NAME: "t", GIT_COMMITTER_EMAIL: "t@t.example" };
      execFileSync("sh", ["-c", line], { cwd: this.#cwd, env: { ...env, ...committer } });
    }
  }
}

test("from a description to a plan in a pull request, as the page has it", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "trueup-guide-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const follower = new Follower(cwd);
  const shown: string[] = [];
  for (const { is, text } of blocks) {
    if (is === "yaml") follower.write(text);
    if (is === "yaml" && text.startsWith("# ipam.yaml")) await follower.serve();
    if (is === "sh") {
      follower.said = "";
      for (const line of text.trim().split("\n")) await follower.run(line);
    }
    if (is !== "text") continue;
    for (const line of text.trimEnd().split("\n")) expect(follower.said).toContain(line);
    shown.push(text);
  }
  expect(shown.length).toBeGreaterThan(5);
}, 60_000);
