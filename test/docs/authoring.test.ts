/**
 * docs/authoring.md, step by step. The files up to each step must load, and must give the result that the page
 * describes.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { drivers } from "../../src/project/drivers.ts";

const page = readFileSync(new URL("../../docs/authoring.md", import.meta.url), "utf8");
const steps = [...page.matchAll(/^## \d+\. (.*)\n([\s\S]*?)(?=^## )/gm)];
const projectText = (text: string) =>
  /```yaml\n# project: staging\.yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
const { project, problems: wrong } = loadProject({
  file: { path: "staging.yaml", text: projectText(page) },
  folder: "/example",
  drivers,
});

/** Returns the files as they are after this number of steps. */
function filesAfter(count: number): ReadonlyMap<string, string> {
  const blocks = steps
    .slice(0, count)
    .flatMap(([, , text = ""]) => [
      ...text.matchAll(/`(\S+)`:\n\n```csv\n([\s\S]*?)```|```yaml\n(# example: (\S+)\n[\s\S]*?)```/g),
    ]);
  return new Map(blocks.map(([, csv, rows, text, path]) => [csv ?? path ?? "", rows ?? text ?? ""] as const));
}

function declaredAfter(count: number, vars: "none" | "staging" = "none") {
  if (!project) throw new Error("the project file of the page is not in order");
  const { desiredBelow: _, vars: given, ...rest } = project;
  const own = { ...rest, desiredState: "desired-state", ...(vars === "staging" && given && { vars: given }) };
  const files = [...filesAfter(count)].map(([path, text]) => ({ path, text }));
  return load({ project: own, files, drivers });
}

test("there are seven steps, and the project file is in order", () => {
  expect(steps).toHaveLength(7);
  expect(wrong).toEqual([]);
  expect(project?.desiredBelow).toEqual(["common"]);
});

test.each(steps.map(([, title = ""], index) => [title, index + 1] as const))("%s", (_, count) => {
  const { problems, desired } = declaredAfter(count);
  expect(problems).toEqual([]);
  expect(desired.resources.get("cloud/ssid/oslo.0")?.value).toEqual({ name: "Acme", vlan: 102 });
  expect(desired.resources.get("cloud/network/oslo")?.value).toMatchObject({ timeZone: "Europe/Oslo" });
});

test("the last step gives what the page says of rows, exceptions, groups and environments", () => {
  const { desired } = declaredAfter(6);
  const value = (key: string) => desired.resources.get(`cloud/network/${key}`)?.value;
  expect(value("berlin")).toMatchObject({
    tags: ["branch", "head-office"],
    netflow: { collectorIp: "10.0.1.9", collectorPort: 9995 },
  });
  expect(value("oslo")).toMatchObject({ tags: ["branch", "north"] });
  expect(value("rome")).toMatchObject({ tags: ["branch"], netflow: { collectorPort: 2055 } });
  expect(desired.resources.get("cloud/network/berlin")?.protect).toBe(true);
  expect(desired.resources.get("cloud/ssid/berlin.1")?.value).toEqual({ name: "Acme Board", vlan: 300 });
  const staging = declaredAfter(6, "staging").desired.resources.get("cloud/network/rome")?.value;
  expect(staging).toMatchObject({ netflow: { collectorIp: "10.9.1.9" } });
});
