/** Secret references. Each is opened only once, and each failure says what to set. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openedBy } from "./opened.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trueup-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string | Buffer, mode = 0o600): void {
  writeFileSync(join(folder, name), content);
  chmodSync(join(folder, name), mode);
}

async function open(references: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const wanted = references.map((reference) => ({ reference }));
  const { secrets, problems } = await openedBy({ wanted, folder, env });
  return {
    values: Object.fromEntries([...secrets].map(([name, secret]) => [name, secret.reveal()])),
    problems,
  };
}

test("environment variables and files are opened, relative to the project or absolute", async () => {
  put("a", "from-a");
  put("b", "from-b");
  const references = ["env:KEY", "file:a", `file:${join(folder, "b")}`];
  expect(await open(references, { KEY: "from-env" })).toEqual({
    values: { "env:KEY": "from-env", "file:a": "from-a", [`file:${join(folder, "b")}`]: "from-b" },
    problems: [],
  });
});

test("one newline at the end of a file is not part of the secret; everything else is", async () => {
  put("unix", "s\n");
  put("windows", "s\r\n");
  put("two", " s \n\n");
  const { values } = await open(["file:unix", "file:windows", "file:two"]);
  expect(values).toEqual({ "file:unix": "s", "file:windows": "s", "file:two": " s \n" });
});

test("what is opened prints as [secret]", async () => {
  const { secrets } = await openedBy({ wanted: [{ reference: "env:K" }], folder, env: { K: "canary" } });
  expect(JSON.stringify([...secrets])).toBe('[["env:K","[secret]"]]');
});

test("a variable that is not set, or empty, is a problem that says what to set, where it is named", async () => {
  const at = { file: "trueup.yaml", line: 7, column: 3 };
  const wanted = [{ reference: "env:GONE", at }, { reference: "env:GONE" }, { reference: "env:EMPTY" }];
  const { secrets, problems } = await openedBy({ wanted, folder, env: { EMPTY: "" } });
  expect(secrets.size).toBe(0);
  expect(problems).toEqual([
    {
      code: "missing-secret",
      severity: "error",
      message: "the environment variable GONE is not set.",
      hint: "Set GONE to the secret.",
      at,
    },
    {
      code: "empty-secret",
      severity: "error",
      message: "the environment variable EMPTY is empty.",
      hint: "Set EMPTY to the secret.",
    },
  ]);
});

test.each([
  ["file:gone", "missing-secret", "does not exist"],
  ["file:folder", "unreadable-secret", "is not a plain file"],
  ["file:large", "unreadable-secret", "larger than 64 KiB"],
  ["file:empty", "empty-secret", "is empty"],
  ["vault:x", "secret-form", "neither env:NAME nor file:PATH"],
  ["plain text", "secret-form", "neither env:NAME nor file:PATH"],
])("%s is a problem", async (reference, code, words) => {
  mkdirSync(join(folder, "folder"));
  put("large", Buffer.alloc(64 * 1024 + 1, "x"));
  put("empty", "\n");
  const { values, problems } = await open([reference]);
  expect(values).toEqual({});
  expect(problems).toMatchObject([{ code, severity: "error", message: expect.stringContaining(words) }]);
});

test("what is not a reference may be the secret itself: the problem does not show it", async () => {
  expect(JSON.stringify((await open(["canary-9"])).problems)).not.toContain("canary-9");
});

test("a file that everybody may read is opened with a warning", async () => {
  put("open", "s", 0o644);
  const { values, problems } = await open(["file:open"]);
  expect(values).toEqual({ "file:open": "s" });
  expect(problems).toMatchObject([{ code: "exposed-secret", severity: "warning" }]);
});
