/**
 * The pipelines for other hosts that pages show, and the jobs for GitLab. They are valid YAML, a shell can parse their
 * scripts, and their commands exist. Here they run with stub programs that record their arguments.
 */

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { keptFiles } from "../workflows/machine.ts";

/** Returns every text in a document, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test.each([
  ["bitbucket", 32_768],
  ["azure-devops", 150_000],
  ["gitea", undefined],
])("the pipeline of docs/%s.md can be read, and cuts comments below the host's limit", (name, limit) => {
  const page = readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8");
  const [, text = ""] = /```text\n(#[\s\S]*?)```/.exec(page) ?? [];
  const pipeline = z.record(z.string(), z.unknown()).parse(parse(text));
  const scripts = textsIn(pipeline).filter((one) => /trueup[ /]|curl /.test(one));
  expect(scripts.join("\n")).toContain("sh .trueup/install.sh");
  expect(scripts.join("\n")).toContain("trueup plan --config-from");
  for (const script of scripts)
    expect(spawnSync("bash", ["-n", "-c", script], { encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
  const [, cut] = /head --bytes=(\d+)/.exec(text) ?? [];
  if (limit !== undefined) expect(Number(cut)).toBeLessThan(limit);
});

const token = "canary-token-7";
const inBase64 = Buffer.from(`trueup:${token}`).toString("base64");

/** A job as the page shows it: its script, and the variables that the host sets for it. */
interface ShownJob {
  readonly script: string;
  readonly env?: Readonly<Record<string, string>>;
}

const scripted = z.object({ name: z.string().optional(), script: z.array(z.string()) });
const shell = z.object({ bash: z.string(), env: z.record(z.string(), z.coerce.string()).optional() });

/** By page, a function that reads the page's pipeline. It returns the jobs that the host runs, each in one shell. */
const jobsOf: Readonly<Record<string, (pipeline: unknown) => Readonly<Record<string, ShownJob>>>> = {
  bitbucket: (pipeline) => {
    const steps = z.object({ definitions: z.object({ steps: z.array(z.object({ step: scripted })) }) });
    const found = steps.parse(pipeline).definitions.steps;
    return Object.fromEntries(found.map(({ step }) => [step.name ?? "", { script: step.script.join("\n") }]));
  },
  "azure-devops": (pipeline) => {
    const { steps } = z.object({ steps: z.array(z.unknown()) }).parse(pipeline);
    const [install, ...rest] = steps.flatMap((step) => shell.safeParse(step).data ?? []);
    const setting = `PATH="$(printf '%s' "$said" | sed -n 's/^##vso.task.prependpath.//p'):$PATH"`;
    const before = `said=$(${install?.bash ?? "exit 1"})\n${setting}\n`;
    return Object.fromEntries(
      rest.map(({ bash, env }, at) => [
        at === 0 ? "plan" : "drift",
        { script: before + bash, ...(env && { env }) },
      ]),
    );
  },
  gitea: (pipeline) => {
    const job = z.object({
      jobs: z.object({ trueup: z.object({ steps: z.array(z.object({ run: z.string() })) }) }),
    });
    const script = job
      .parse(pipeline)
      .jobs.trueup.steps.map(({ run }) => run)
      .join("\n");
    return {
      plan: { script, env: { EVENT: "pull_request" } },
      planned: { script, env: { EVENT: "push" } },
      drift: { script, env: { EVENT: "schedule" } },
    };
  },
};

/**
 * Creates a folder with stub programs. They record their arguments, the input of curl, and the git settings that trueup
 * receives.
 */
function stage() {
  const root = mkdtempSync(join(tmpdir(), "trueup-pipeline-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (name: string) => join(root, name);
  for (const name of ["programs", "work/.trueup", "tmp"]) mkdirSync(at(name), { recursive: true });
  const program = (path: string, text: string) => {
    writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "\${0##*/} $*" >> "${at("started")}"\n${text}\n`);
    chmodSync(path, 0o755);
  };
  program(at("programs/git"), "");
  program(at("programs/curl"), `cat >> "${at("read")}"`);
  program(at("programs/base64"), 'exec "$(command -v -p base64)" "$@"');
  const trueup = `env | grep '^GIT_CONFIG' >> "${at("settings")}"; touch plan.md plan.json plan.html; exit 0`;
  program(at("programs/trueup-itself"), trueup);
  const install = `folder=$(mktemp -d) && mkdir "$folder/bin" && cp "${at("programs/trueup-itself")}" "$folder/bin/trueup" && echo "$folder"`;
  writeFileSync(at("work/.trueup/install.sh"), install);
  return {
    /** Returns the current content of a file, or an empty text if there is no such file. */
    text: (name: string) => (existsSync(at(name)) ? readFileSync(at(name), "utf8") : ""),
    files: () => [...keptFiles(at("work")), ...keptFiles(at("tmp"))],
    run: ({ script, env = {} }: ShownJob) =>
      spawnSync("bash", ["-eo", "pipefail", "-c", script], {
        cwd: at("work"),
        encoding: "utf8",
        env: {
          PATH: [at("programs"), process.env.PATH ?? ""].join(delimiter),
          HOME: root,
          TMPDIR: at("tmp"),
          AGENT_TEMPDIRECTORY: at("tmp"),
          SERVER: "https://git.example.net",
          REPOSITORY: "acme/network",
          TOKEN: token,
          COMMENT_TOKEN: token,
          ...Object.fromEntries(
            Object.entries(env).map(([name, value]) => [
              name,
              value
                .replace("$(System.AccessToken)", token)
                .replace("$(System.CollectionUri)", "https://dev.azure.example/acme/"),
            ]),
          ),
        },
      }),
  };
}

/** Returns the pipeline that a page shows. */
function shownPipeline(name: string): unknown {
  const page = readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8");
  const [, text = ""] = /```text\n(#[\s\S]*?)```/.exec(page) ?? [];
  return parse(text);
}

describe.each(Object.entries(jobsOf))("the jobs of docs/%s.md", (name, read) => {
  const jobs = Object.entries(read(shownPipeline(name)));

  test.each(jobs)(
    "%s: trueup is run from a new folder, and a token reaches no disk and no arguments",
    (job, shown) => {
      const { run, text, files } = stage();
      const { status, stderr } = run(shown);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(text("started")).toMatch(/^trueup (?:plan|apply|drift)/m);
      for (const secret of [token, inBase64, inBase64.replaceAll("=", "")]) {
        expect(text("started")).not.toContain(secret);
        expect(files().filter((file) => file.text.includes(secret))).toEqual([]);
      }
      if (job === "plan")
        expect(text("read")).toMatch(new RegExp(`^Authorization: (?:Bearer|token) ${token}$`, "m"));
      if (name !== "bitbucket")
        expect(text("settings")).toMatch(/^GIT_CONFIG_KEY_0=http\.https:\/\/.*\.extraHeader$/m);
    },
  );
});

test("the apply for GitLab hands its token to git alone, beside what git is already told", () => {
  const gitlab = readFileSync(new URL("../../action/gitlab.yml", import.meta.url), "utf8");
  const jobs = z.record(
    z.string(),
    z.object({ before_script: z.array(z.string()).default([]), script: z.array(z.string()).default([]) }),
  );
  const { ".trueup": before, "trueup:apply": apply } = jobs.parse(parse(gitlab));
  const script = [...(before?.before_script ?? []), ...(apply?.script ?? [])].join("\n");
  const { run, text, files } = stage();
  const env = {
    CI_PROJECT_URL: "https://gitlab.example.net/acme/network",
    TRUEUP_PUSH_TOKEN: token,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "safe.directory",
    GIT_CONFIG_VALUE_0: "*",
  };
  expect(run({ script, env })).toMatchObject({ status: 0, stderr: "" });
  expect(text("settings").trim().split("\n").sort()).toEqual([
    "GIT_CONFIG_COUNT=2",
    "GIT_CONFIG_KEY_0=safe.directory",
    "GIT_CONFIG_KEY_1=http.https://gitlab.example.net/acme/network.git.extraHeader",
    "GIT_CONFIG_VALUE_0=*",
    `GIT_CONFIG_VALUE_1=Authorization: Basic ${inBase64}`,
  ]);
  expect(text("started")).not.toContain(token);
  expect(files().filter((file) => file.text.includes(token) || file.text.includes(inBase64))).toEqual([]);
  // The job must have removed the folder that it created.
  expect(
    files()
      .map(({ path }) => path)
      .filter((path) => path.includes("/tmp/tmp.")),
  ).toEqual([]);
});
