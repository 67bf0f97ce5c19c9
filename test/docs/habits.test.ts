/**
 * Files in this repository that code hosts and contributors' tools read: issue forms, package updates, editor settings.
 */

import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const listed = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
const paths = listed.filter((path) => path !== "" && existsSync(path));
/** The YAML files of this version. Files in `test/upgrade` were written by earlier versions, and stay as they are. */
const yaml = paths.filter((path) => /\.ya?ml$/.test(path) && !path.startsWith("test/upgrade/"));
const read = (path: string) => readFileSync(path, "utf8");
const json = (path: string): unknown => JSON.parse(read(path));

/** The format of GitHub's issue forms. GitHub does not show a form that contains anything else. */
const question = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("markdown"), attributes: z.strictObject({ value: z.string().min(1) }) }),
  ...(["input", "textarea", "dropdown"] as const).map((type) =>
    z.strictObject({
      type: z.literal(type),
      id: z.string().regex(/^[\w-]+$/),
      attributes: z.strictObject({
        label: z.string().min(1),
        description: z.string().optional(),
        ...(type === "input" && { placeholder: z.string().optional() }),
        ...(type === "textarea" && { render: z.string().optional() }),
        ...(type === "dropdown" && { options: z.array(z.string()).min(2) }),
      }),
      validations: z.strictObject({ required: z.boolean() }).optional(),
    }),
  ),
]);
const form = z.strictObject({
  name: z.string().min(3),
  description: z.string().min(3),
  labels: z.array(z.string()),
  body: z.array(question),
});

test.each(["bug", "feature"])("the form of a %s is one that the host shows", (name) => {
  const { body } = form.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)));
  const questions = body.flatMap((each) => ("id" in each ? [each] : []));
  const labels = questions.map(({ attributes }) => attributes.label);
  expect(labels).toEqual([...new Set(labels)]);
  expect(questions.map(({ id }) => id)).toEqual([...new Set(questions.map(({ id }) => id))]);
  expect(questions.some(({ validations }) => validations?.required)).toBe(true);
});

test("a vulnerability is led away from issues, which are public, and to no address that somebody made up", () => {
  const { blank_issues_enabled, contact_links } = z
    .strictObject({
      blank_issues_enabled: z.boolean(),
      contact_links: z.array(z.strictObject({ name: z.string(), url: z.url(), about: z.string() })),
    })
    .parse(parse(read(".github/ISSUE_TEMPLATE/config.yml")));
  expect(blank_issues_enabled).toBe(false);
  expect(contact_links.map(({ about }) => about).join()).toContain("SECURITY.md");
  const texts = ["SECURITY.md", "CODE_OF_CONDUCT.md", ".github/ISSUE_TEMPLATE/config.yml"].map(read);
  expect(texts.join().match(/[\w.+-]+@[\w-]+\.\w+|mailto:/)).toBeNull();
  expect(texts[0]).toContain("(docs/security.md)");
});

const renovate = z.object({
  extends: z.array(z.string()),
  "github-actions": z.object({ managerFilePatterns: z.array(z.string()) }),
});

/** Renovate's default paths of GitHub actions. */
const ownPatterns = [
  /(^|\/)(workflow-templates|\.(?:github|gitea|forgejo)\/(?:workflows|actions))\/.+\.ya?ml$/,
  /(^|\/)action\.ya?ml$/,
];

test("renovate looks into every file that pins an action, and keeps its hash", () => {
  const config = renovate.parse(json("renovate.json"));
  expect(config.extends).toEqual(
    expect.arrayContaining(["helpers:pinGitHubActionDigests", "docker:pinDigests"]),
  );
  const patterns = [
    ...ownPatterns,
    ...config["github-actions"].managerFilePatterns.map((text) => new RegExp(text.slice(1, -1))),
  ];
  const pinned = yaml.filter((path) => /uses: \S+@[0-9a-f]{40}/.test(read(path)));
  expect(pinned.length).toBeGreaterThan(8);
  expect(pinned.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
});

test("every hash has its version behind it, which is what an update reads", () => {
  const bare = yaml.flatMap((path) => {
    return read(path).match(/uses: \S+@[0-9a-f]{40}(?! # v\d+\.\d+\.\d+)/g) ?? [];
  });
  expect(bare).toEqual([]);
});

const settings = z.object({ "yaml.schemas": z.record(z.string(), z.array(z.string())) });

test("an editor has the schema of each file, also of one whose first line names none", () => {
  const { "yaml.schemas": schemas } = settings.parse(json(".vscode/settings.json"));
  for (const [schema, globs] of Object.entries(schemas)) {
    expect(existsSync(schema), schema).toBe(true);
    const files = globs.flatMap((glob) => globSync(glob));
    expect(files.length, schema).toBeGreaterThan(0);
    for (const file of files) {
      const [, named] = /^# yaml-language-server: \$schema=[./]*(\S+)/.exec(read(file)) ?? [];
      expect([undefined, schema.slice(2)], file).toContain(named);
    }
  }
});

test("an editor that keeps .editorconfig changes no line that it was not asked to change", () => {
  const isText = (path: string) => !read(path).includes("\0") && !path.startsWith("test/upgrade/");
  const faults = paths.filter(isText).filter((path) => {
    const text = read(path);
    return text !== "" && (!text.endsWith("\n") || /\r$|[ \t]$/m.test(text));
  });
  expect(faults).toEqual([]);
});
