/** A project that one process reads repeatedly. Only the results that depend on changed parts are computed again. */

import { chmod, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KeptResults } from "../../src/kept/kept.ts";
import { readProject } from "../../src/project/read.ts";
import { folder } from "../cli/command.ts";

const files = {
  "trueup.yaml": `version: 1
environment: test
policies: { folder: rules }
targets:
  cloud: { interface: dashboard, url: "http://127.0.0.1:9", credential: { apiKey: { secret: env:KEY } } }
  shed: { interface: rest, catalog: shed, url: "http://127.0.0.1:9", credential: { username: u, password: { secret: env:KEY } } }
  edge:
    interface: restconf
    dialect: rfc8040
    url: http://127.0.0.1:9/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:KEY }, password: { secret: env:KEY } }
    settings: { yang: yang }
`,
  "desired-state/cloud.yaml": "target: cloud\norganization: Acme\nnetworks:\n  a: { name: A, tags: [x] }\n",
  "desired-state/rows.csv": "name\nB\n",
  "desired-state/made.yaml":
    'target: cloud\norganization: Acme\neach: { row: rows.csv }\nnetworks:\n  made: { name: "${row.name}" }\n',
  "desired-state/edge.yaml":
    'target: edge\ndevices:\n  r1: { host: 10.20.0.1, config: { "/m:c": { l: one } } }\n',
  "rules/own.yaml": '- name: tagged\n  kinds: network\n  must: "has(value.tags)"\n  message: tag it\n',
  "shed/product.yaml": `product: shed
title: Shed
interface: rest
basePath: ''
authentication: { by: basic }
checks: [tool]
limits: { requestsPerSecond: 10, concurrency: 4 }
replies: [{ status: 2xx, means: accepted }]
`,
  "shed/tool.yaml": `kind: tool
title: tool
section: tools
form: collection
key: name
list: /tools
create: POST /tools
update: PUT /tools/{id}
fields: { size: { type: integer } }
source: made up
verified: assumed
`,
  "yang/m.yang":
    'module m { yang-version 1.1; namespace "urn:m"; prefix m; container c { leaf l { type string { length 1..3; } } } }\n',
};

/** Sets the clock ahead, so that every file is old enough. A later change of a file is then always noticed. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 }));
afterEach(() => void vi.useRealTimers());

async function said(cwd: string, kept?: KeptResults) {
  const { read, problems } = await readProject(cwd, undefined, { kept });
  const resources = [...(read?.loaded.desired.resources.values() ?? [])];
  const policies = read?.project.policies?.map(({ name }) => name);
  const kinds = read?.drivers.flatMap((each) => each.kinds.map(({ name }) => name));
  return { read, told: JSON.stringify([resources, policies, kinds, read?.project.targets.size, problems]) };
}

test("nothing is computed again while nothing has changed", async () => {
  const cwd = await folder(files);
  const kept = new KeptResults();
  const first = await said(cwd, kept);
  expect(first.read, first.told).toBeDefined();
  const again = await said(cwd, kept);
  expect(again.told).toBe(first.told);
  expect(again.read?.loaded).toBe(first.read?.loaded);
  expect(again.read?.project).toBe(first.read?.project);
  expect(again.read?.drivers).toBe(first.read?.drivers);
});

const changed: Readonly<Record<string, (cwd: string) => Promise<unknown>>> = {
  "a value of the same length": (cwd) =>
    writeFile(join(cwd, "desired-state/cloud.yaml"), files["desired-state/cloud.yaml"].replace("A,", "Z,")),
  "the same, with the time of before": async (cwd) => {
    const path = join(cwd, "desired-state/cloud.yaml");
    const { atime, mtime } = await stat(path);
    await writeFile(path, files["desired-state/cloud.yaml"].replace("A,", "Z,"));
    await utimes(path, atime, mtime);
  },
  "another file that is put in its place": async (cwd) => {
    const path = join(cwd, "desired-state/cloud.yaml");
    await writeFile(join(cwd, "other"), files["desired-state/cloud.yaml"].replace("A,", "Z,"));
    await rename(join(cwd, "other"), path);
  },
  "rows of data": (cwd) => writeFile(join(cwd, "desired-state/rows.csv"), "name\nC\n"),
  "a new file": (cwd) =>
    writeFile(
      join(cwd, "desired-state/new.yaml"),
      "target: cloud\norganization: Acme\nnetworks: { n: { name: N } }\n",
    ),
  "a file that is gone": (cwd) => rm(join(cwd, "desired-state/made.yaml")),
  "a mistake": (cwd) => writeFile(join(cwd, "desired-state/cloud.yaml"), "target: clod\n"),
  "a link to another file": async (cwd) => {
    await rename(join(cwd, "desired-state/cloud.yaml"), join(cwd, "desired-state/real.yaml"));
    await symlink("made.yaml", join(cwd, "desired-state/cloud.yaml"));
  },
  "a policy": (cwd) =>
    writeFile(join(cwd, "rules/own.yaml"), files["rules/own.yaml"].replace("tagged", "marked")),
  "a kind of its own catalog": (cwd) =>
    writeFile(join(cwd, "shed/tool.yaml"), files["shed/tool.yaml"].replace("kind: tool", "kind: took")),
  "a module": (cwd) => writeFile(join(cwd, "yang/m.yang"), files["yang/m.yang"].replace("1..3", "1..2")),
  "the project file": (cwd) =>
    writeFile(
      join(cwd, "trueup.yaml"),
      files["trueup.yaml"].replace("environment: test", "environment: best"),
    ),
  "what may be read": (cwd) => chmod(join(cwd, "desired-state/cloud.yaml"), 0o400),
};

test.each(Object.keys(changed))("%s is seen, and what is said is what a new process says", async (name) => {
  const cwd = await folder(files);
  const kept = new KeptResults();
  const first = await said(cwd, kept);
  await changed[name]?.(cwd);
  vi.setSystemTime(Date.now() + 60_000);
  const [now, fresh] = [await said(cwd, kept), await said(cwd)];
  expect(now.told).toBe(fresh.told);
  if (name !== "the project file" && name !== "what may be read") expect(now.told).not.toBe(first.told);
  // By now, the results for the changed files are cached.
  const again = await said(cwd, kept);
  expect(again.told).toBe(fresh.told);
});

test("a file that was written just now is read again, since the clock of its system may not tell two writes apart", async () => {
  vi.useRealTimers();
  const cwd = await folder(files);
  const kept = new KeptResults();
  const first = await said(cwd, kept);
  const again = await said(cwd, kept);
  expect(again.told).toBe(first.told);
  expect(again.read?.files[0]).not.toBe(first.read?.files[0]);
});
