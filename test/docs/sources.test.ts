/** The source files in docs/sources.md are valid, and the page's template creates networks from their rows. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { drivers } from "../../src/project/drivers.ts";
import { loadSources } from "../../src/pull/sources-file.ts";

const text = readFileSync(new URL("../../docs/sources.md", import.meta.url), "utf8");
const blocks = [...text.matchAll(/^```(?:yaml|csv)\n(?:# )?example: (\S+)\n([\s\S]*?)^```$/gm)];
const files = blocks.map(([, path = "", block = ""]) => ({ path, text: block }));

test("each sources.yaml is in order, and the first one asks for the columns that the template reads", () => {
  const written = files.filter(({ path }) => path === "sources.yaml");
  const read = written.map((file) => loadSources(file, { folder: "/work", desired: ["desired-state"] }));
  expect(read.map(({ problems }) => problems)).toEqual([[], []]);
  const [first] = read[0]?.sources?.[0]?.files ?? [];
  const table = files.find(({ path }) => path === first?.path);
  expect(first?.columns.map(({ name }) => name).join(",")).toBe(table?.text.split("\n")[0]);
});

test("the template makes a network of each row", () => {
  const { project } = loadProject({
    folder: "/work",
    file: {
      path: "trueup.yaml",
      text: 'version: 1\nenvironment: t\ntargets: { cloud: { interface: dashboard, url: "https://x.example.net", credential: { apiKey: { secret: "env:K" } } } }\n',
    },
    drivers,
  });
  if (!project) throw new Error("no project");
  const declared = files.filter(({ path }) => path.startsWith("desired-state/"));
  const { desired, problems } = load({ project, files: declared, drivers });
  expect(problems).toEqual([]);
  expect(desired.resources.get("cloud/ssid/oslo.0")?.value).toMatchObject({ name: "Acme", vlan: 102 });
});
