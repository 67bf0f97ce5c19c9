/** `trueup fmt`: gives all files of a project the same format. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, trueup } from "../command.ts";

const project = `version: 1
environment: test
targets:
    cloud: {interface: dashboard, url: "https://x.example.net", credential: { apiKey: { secret: "env:K" } } }
`;
const files = {
  "trueup.yaml": project,
  "desired-state/rows.csv": "slug,  number\n",
  "desired-state/a.yaml": "target: cloud # the dashboard\norganization:   Acme\nnetworks: {}\n",
  "desired-state/b.yaml": "target: cloud\norganization: Acme\nnetworks: {}\n",
  "other/c.yml": "a:\n- 1\n",
};

test("writes what is not in the form, and says what that was; the second time that is nothing", async () => {
  const cwd = await folder(files);
  const check = await trueup(["fmt", "--check"], { cwd });
  expect(check).toMatchObject({ status: 1, out: "trueup.yaml\ndesired-state/a.yaml\n" });
  expect(check.err).toBe("2 files of 3 would be formatted: run `trueup fmt`.\n");
  expect(await readFile(join(cwd, "trueup.yaml"), "utf8")).toBe(project);
  const first = await trueup(["fmt"], { cwd });
  expect(first).toMatchObject({ status: 0, out: check.out, err: "2 files of 3 formatted.\n" });
  expect(await readFile(join(cwd, "desired-state/a.yaml"), "utf8")).toBe(
    "target: cloud # the dashboard\norganization: Acme\nnetworks: {}\n",
  );
  const again = await trueup(["fmt", "--check"], { cwd });
  expect(again).toMatchObject({ status: 0, out: "", err: "3 files: all are formatted.\n" });
  expect(await readFile(join(cwd, "other/c.yml"), "utf8")).toBe("a:\n- 1\n");
});

test("takes files and folders by name, also outside of a project", async () => {
  const cwd = await folder({ "other/c.yml": "a:\n- 1\n", "d.txt": "b:   2\n" });
  expect(await trueup(["fmt", "other", "d.txt"], { cwd })).toMatchObject({
    status: 0,
    out: "other/c.yml\nd.txt\n",
  });
  expect(await readFile(join(cwd, "other/c.yml"), "utf8")).toBe("a:\n  - 1\n");
  expect(await readFile(join(cwd, "d.txt"), "utf8")).toBe("b: 2\n");
});

test("leaves what is no YAML, says where it is wrong, and formats the rest", async () => {
  const cwd = await folder({ "a.yaml": "a: 1\nb: [1\n", "b.yaml": "a:   1\n" });
  const { status, out, err } = await trueup(["fmt", "a.yaml", "b.yaml", "none.yaml"], { cwd });
  expect({ status, out }).toEqual({ status: 1, out: "b.yaml\n" });
  expect(err).toContain("error[not-formatted]: a.yaml was not formatted: it is not YAML: Flow sequence");
  expect(err).toContain("--> a.yaml:3:1");
  expect(err).toContain("none.yaml: it does not exist");
  expect(await readFile(join(cwd, "a.yaml"), "utf8")).toBe("a: 1\nb: [1\n");
});

test("formats standard input to standard output, for editors", async () => {
  const cwd = await folder({});
  expect(await trueup(["fmt", "-"], { cwd, input: "a:   1\n" })).toMatchObject({ status: 0, out: "a: 1\n" });
  expect(await trueup(["fmt", "-", "--check"], { cwd, input: "a:   1\n" })).toMatchObject({
    status: 1,
    out: "",
  });
  expect(await trueup(["fmt", "-"], { cwd, input: "a: [\n" })).toMatchObject({ status: 1, out: "" });
  expect(await trueup(["fmt", "-", "x"], { cwd, input: "" })).toMatchObject({ status: 1, out: "" });
});
