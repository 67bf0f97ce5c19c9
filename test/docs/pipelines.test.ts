/** The pipelines of other hosts that pages show: YAML, whose scripts a shell can read, with commands that exist. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

/** Every text in a document, however deep. */
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
