/**
 * `trueup history`: the entries of applies in their order, for people and machines. Nothing in an entry can be
 * executed.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { commitAll, git, remoteOf, repository, shallowClone } from "../../git/repositories.ts";
import { isLong } from "../../long-forms.ts";
import { folder, projectFor, simulator, trueup } from "../command.ts";

const ref = "refs/trueup-history/test";

const offices = (zone: string, more = "") => ({
  "desired-state/a.yaml":
    "target: cloud\norganization: Acme\nnetworks:\n" +
    `  berlin: { name: Berlin Office, timeZone: ${zone} }\n${more}`,
});

function projectIn(served: RunningSimulator, more = ""): string {
  return repository({
    "trueup.yaml": `${projectFor(served)}${more}`,
    ".gitignore": ".trueup/\n",
    ...offices("Europe/Paris"),
  });
}

async function refuses(served: RunningSimulator): Promise<void> {
  const fault = { effect: { kind: "answer", status: 403 }, interface: "dashboard", methods: ["PUT"] };
  await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
}

async function documentIn(cwd: string, ...args: readonly string[]) {
  return JSON.parse((await trueup(["history", ...args, "--format", "json"], { cwd })).out);
}

describe("trueup history", () => {
  test("says that nothing is kept yet, then who applied what when, and how it ended, the newest first", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const { url } = remoteOf(cwd);
    const none = await trueup(["history"], { cwd });
    expect(none).toEqual({
      status: 0,
      out: "No apply is recorded yet: the next apply is the first.\n",
      err: "",
    });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    const first = git(cwd, "rev-parse", "HEAD");
    commitAll(cwd, offices("Europe/Madrid", "  oslo: { name: Oslo Branch, timeZone: Europe/Oslo }\n"));
    const env = { GITHUB_ACTOR: "ada", CI_JOB_URL: "https://ci.example.net/7" };
    expect((await trueup(["apply", "--yes"], { cwd, env })).status).toBe(0);
    // There is nothing to do and no new commit, so no entry is added.
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    commitAll(cwd, offices("Europe/Rome", "  oslo: { name: Oslo Branch, timeZone: Europe/Oslo }\n"));
    await refuses(served);
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(1);

    const more =
      "  oslo: { name: Oslo Branch, timeZone: Europe/Oslo }\n  ulm: { name: Ulm Branch, timeZone: Europe/Berlin }\n";
    commitAll(cwd, offices("Europe/Rome", more));
    await refuses(served);
    expect((await trueup(["apply", "--yes", "--rollback-on-failure"], { cwd })).status).toBe(1);

    const { entries: all, ...rest } = await documentIn(cwd);
    const [back, ...entries] = all.map(({ back: number, ...entry }: { back: number }) => ({
      back: number - 1,
      ...entry,
    }));
    expect(back).toMatchObject({
      ending: "takenBack",
      changes: [
        { address: "cloud/network/berlin", outcome: "failed" },
        { address: "cloud/network/ulm", action: "create", outcome: "takenBack" },
      ],
    });
    expect(rest).toEqual({ format: "trueup.history", version: 1, environment: "test", older: 0, broken: 0 });
    expect(entries).toMatchObject([
      {
        ...{
          back: 0,
          ending: "failed",
          commit: git(cwd, "rev-parse", "HEAD~1"),
          leftBehind: 1,
          approval: "nobody",
        },
        changes: [
          { address: "cloud/network/berlin", action: "update", fields: ["/timeZone"], outcome: "failed" },
        ],
      },
      {
        ...{ back: 1, ending: "applied", before: first, actor: "ada", url: "https://ci.example.net/7" },
        changes: [
          { address: "cloud/network/berlin", fields: ["/timeZone"], outcome: "applied" },
          { address: "cloud/network/oslo", action: "create", outcome: "applied" },
        ],
      },
      { back: 2, ending: "applied", commit: first },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Madrid|Rome|Oslo Branch/);

    // Another clone shows the same history, which only this command fetches.
    const clone = shallowClone(url);
    expect((await trueup(["applied"], { cwd: clone })).status).toBe(0);
    expect(git(clone, "for-each-ref", "refs/trueup-history")).toBe("");
    const text = await trueup(["history"], { cwd: clone });
    expect(text.out).toMatch(
      /^0 .* {2}failed, and rolled back {2}by .*\n.*create network ulm \(rolled back\)$/m,
    );
    expect(text.out).toMatch(
      /^1 .* {2}failed {2}by .*\n.*1 failed: update network berlin: timeZone \(failed\)$/m,
    );
    expect(text.out).toMatch(
      /^2 .* {2}applied {2}by ada\n.*: update network berlin: timeZone; create network oslo$/m,
    );
    const markdown = await trueup(["history", "--format", "markdown", "--limit", "2"], { cwd: clone });
    expect(markdown.out).toContain("## Applies to `test`\n");
    expect(markdown.out).toMatch(
      /^\| 1 \| .*\| failed \| `[^`]+` \| 1 failed<br>update `network berlin`: `timeZone`/m,
    );
    expect(markdown.out).toContain("2 older applies not shown: ");
  });

  if (isLong)
    test("shows one apply whole, by how far back it is, its run or its commit; what is not there is refused", async () => {
      const served = await simulator();
      const cwd = projectIn(served);
      await trueup(["apply", "--yes"], { cwd });
      const first = git(cwd, "rev-parse", "HEAD");
      commitAll(cwd, offices("Europe/Madrid"));
      const plan = JSON.parse((await trueup(["plan", "--format", "json"], { cwd })).out);
      await trueup(["apply", "--approved", plan.fingerprint], { cwd });
      const { entries } = await documentIn(cwd);
      const whole = await trueup(["history", "0"], { cwd });
      expect(whole.out).toContain(`${plan.fingerprint}, approved by its fingerprint`);
      expect(whole.out).toContain(`previously   ${first}`);
      for (const name of ["1", "~1", first, first.slice(0, 7), entries[1].run.slice(0, 8)])
        expect((await documentIn(cwd, name)).entries).toEqual([entries[1]]);
      for (const name of ["2", "beef", "main", "--", "-1"]) {
        const refused = await trueup(["history", "--", name], { cwd });
        expect(refused).toMatchObject({ status: 1, out: "", err: expect.stringContaining("unknown-apply") });
        expect(refused.err).toContain(`1 (${first.slice(0, 12)})`);
        expect(refused.err).not.toContain("\\u{");
      }
      for (const chosen of [
        ["--only", "cloud/*"],
        ["--since", "1h"],
      ]) {
        const refused = await trueup(["history", "1", ...chosen], { cwd });
        expect(refused).toMatchObject({ status: 1, out: "", err: expect.stringContaining("options-unfit") });
      }
      expect((await trueup(["history"], { cwd })).out).toMatch(/^0 {4}\S+ \d\d:\d\d:\d\d UTC {2}/m);
      const only = await documentIn(cwd, "--only", "cloud/network/oslo");
      expect(only.entries).toEqual([]);
      expect((await documentIn(cwd, "--only", "*berlin*", "--since", "1h")).entries).toHaveLength(2);
    });

  test("has an empty list where there is no repository, and where it has no commit yet", async () => {
    const served = await simulator();
    const cwd = await folder({ "trueup.yaml": projectFor(served) });
    for (const make of [() => undefined, () => git(cwd, "init", "-q")]) {
      make();
      expect((await documentIn(cwd)).entries).toEqual([]);
      const { status, out, err } = await trueup(["history"], { cwd });
      expect([status, out]).toEqual([0, "No apply is recorded yet: the next apply is the first.\n"]);
      expect(err).toContain("each apply from a Git repository leaves an entry");
      expect((await trueup(["history", "0"], { cwd })).status).toBe(1);
    }
  });

  if (isLong)
    test("keeps as many as the project says, and none where that is 0", async () => {
      const served = await simulator();
      const cwd = projectIn(served, "history: { keep: 1 }\n");
      for (const zone of ["Europe/Paris", "Europe/Rome"]) {
        commitAll(cwd, offices(zone));
        expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
      }
      expect((await documentIn(cwd)).entries).toHaveLength(1);
      commitAll(cwd, {
        ...offices("Europe/Madrid"),
        "trueup.yaml": `${projectFor(served)}history: { keep: 0 }\n`,
      });
      expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
      expect(git(cwd, "ls-tree", "--name-only", ref).split("\n")).toHaveLength(1);
    });

  test("a host that refuses this ref alone fails no apply, and an apply killed before it is known by its record", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const bare = remoteOf(cwd);
    const hook = join(bare.path, "hooks/update");
    const refusing = '#!/bin/sh\ncase "$1" in refs/trueup-history/*) exit 1;; esac\n';
    writeFileSync(hook, refusing, { mode: 0o755 });
    const refused = await trueup(["apply", "--yes"], { cwd });
    expect(refused).toMatchObject({ status: 0, err: expect.stringContaining("history-not-kept") });
    expect(refused.err).toContain("Recorded: ");
    expect((await documentIn(cwd)).entries).toMatchObject([{ back: 0, onlyHere: true }]);
    git(cwd, "remote", "set-url", "origin", "file:///nowhere/at/all.git");
    expect(await trueup(["history"], { cwd })).toMatchObject({
      status: 0,
      out: expect.stringContaining("\n0    "),
    });
    const elsewhere = shallowClone(bare.url);
    git(elsewhere, "remote", "set-url", "origin", "file:///nowhere/at/all.git");
    const away = await trueup(["history"], { cwd: elsewhere });
    expect(away).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("error[remote-unreachable]"),
    });
    git(cwd, "remote", "set-url", "origin", bare.url);
    // A kill right after the record is written leaves no entry, locally or on the remote.
    git(cwd, "update-ref", "-d", ref);
    writeFileSync(hook, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const first = git(cwd, "rev-parse", "HEAD");
    commitAll(cwd, offices("Europe/Madrid"));
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    const { entries } = await documentIn(cwd);
    expect(entries).toMatchObject([
      { ending: "applied", before: first },
      { ending: "unknown", commit: first, changes: [], omitted: 1 },
    ]);
    expect((await trueup(["history", "1"], { cwd })).out).toContain("only its record is known");
  });

  test("shows nothing that acts of what anyone may have pushed, and says how many entries are none", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    await trueup(["apply", "--yes"], { cwd });
    const [file = ""] = git(cwd, "ls-tree", "--name-only", ref).split("\n");
    const own = JSON.parse(git(cwd, "show", `${ref}:${file}`));
    const actor = "Eve \u001b[2J\u202e<img src=x> | [click](https://evil.example) @admin ::error::";
    const address = "cloud/network/x\u001b]0;pwned\u0007`|<script>";
    const evil = {
      ...{ ...own, actor, run: "eeeeeeee-1111", tool: "\u2066", only: ["\u001b[31m"] },
      changes: [{ address, action: "update", outcome: "applied", fields: ["/\u202ea|b\n::set-output::"] }],
    };
    const files = { "00000002-eeeeeeee-1111.json": JSON.stringify(evil), "00000003-ffffffff.json": "[[[[" };
    const lines = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(cwd, ".git/evil"), text);
      return `100644 blob ${git(cwd, "hash-object", "-w", ".git/evil")}\t${name}\n`;
    });
    writeFileSync(join(cwd, ".git/evil"), lines.join(""));
    const tree = git(cwd, "-c", "alias.mk=!git mktree < .git/evil", "mk");
    git(cwd, "update-ref", ref, git(cwd, "commit-tree", "-m", "evil", tree));
    for (const args of [
      [],
      ["0"],
      ["--format", "markdown"],
      ["0", "--format", "markdown"],
      ["--format", "json"],
    ]) {
      const { out, status } = await trueup(["history", ...args], { cwd });
      expect(status).toBe(0);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2066]/);
      expect(out).not.toMatch(/^::/m);
      if (!args.includes("markdown")) continue;
      const bare = out.replace(/(`+)[^\n]*?[^`]\1(?!`)/g, "");
      expect(bare).not.toMatch(/<img|<script|\]\(|@admin/);
    }
    expect((await documentIn(cwd)).broken).toBe(1);
    expect((await trueup(["history"], { cwd })).out).toContain(
      "1 entry was left out, because this version cannot read the format",
    );
    const back = await trueup(["rollback", "0", "--dry-run"], { cwd });
    expect(back.out).not.toContain("\u001b");
  });
});
