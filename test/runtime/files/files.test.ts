/**
 * The desired-state tree on a real disk. Reads are complete and stay inside the tree, and files are written completely
 * or not at all.
 */

import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readTree, writeNamed, writeWhole } from "../../../src/runtime/files/files.ts";

let root = "";

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "trueup-files-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string | Buffer = "a: 1\n"): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function link(path: string, to: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(to, join(root, path));
}

const paths = async (folder = "desired-state") =>
  (await readTree(root, folder)).files.map(({ path }) => path);
const problems = async (folder = "desired-state") =>
  (await readTree(root, folder)).problems.map(({ code, message }) => `${code}: ${message}`);

describe("a tree", () => {
  test("gives every YAML file below it, by path, and nothing else", async () => {
    put("desired-state/b.yaml", "b: ü\r\n");
    put("desired-state/a/z.yml", "z: 1\n");
    put("desired-state/a.yaml");
    put("desired-state/.git/x.yaml");
    put("desired-state/.draft.yaml");
    put("desired-state/readme.md");
    put("other.yaml");
    expect(await readTree(root, "desired-state")).toEqual({
      files: [
        { path: "desired-state/a.yaml", text: "a: 1\n" },
        { path: "desired-state/a/z.yml", text: "z: 1\n" },
        { path: "desired-state/b.yaml", text: "b: ü\r\n" },
      ],
      problems: [],
    });
  });

  test("may be named with dots and slashes, or be the project itself", async () => {
    put("desired-state/a.yaml");
    expect(await paths("./desired-state/")).toEqual(["desired-state/a.yaml"]);
    expect(await paths(".")).toEqual(["desired-state/a.yaml"]);
  });

  test("of 1,500 files comes back whole", async () => {
    for (let i = 0; i < 1_500; i++) put(`desired-state/${i % 30}/${i}.yaml`, `n: ${i}`);
    const { files } = await readTree(root, "desired-state");
    expect(files).toHaveLength(1_500);
    expect(files.every(({ path, text }) => path.endsWith(`/${text.slice(3)}.yaml`))).toBe(true);
  });

  test("that does not exist is a problem, not an empty tree", async () => {
    expect(await problems()).toEqual([
      "missing-folder: the desired-state folder desired-state does not exist.",
    ]);
  });

  test("outside the project is refused", async () => {
    expect(await problems("..")).toEqual([
      "link-outside: ..: this link leads out of the desired-state folder.",
    ]);
    link("desired-state", tmpdir());
    expect((await problems()).join()).toContain("link-outside");
  });
});

describe("links", () => {
  test("that stay inside are followed", async () => {
    put("desired-state/real/a.yaml");
    link("desired-state/b.yaml", "real/a.yaml");
    link("desired-state/again", "real");
    expect(await paths()).toEqual([
      "desired-state/again/a.yaml",
      "desired-state/b.yaml",
      "desired-state/real/a.yaml",
    ]);
    expect(await problems()).toEqual([]);
  });

  test("that leave the folder are refused, even for another file of the project", async () => {
    put("secret.yaml", "canary");
    put("outside/x.yaml", "canary");
    link("desired-state/a.yaml", "../secret.yaml");
    link("desired-state/b.yaml", "/etc/hostname");
    link("desired-state/c", "../outside");
    const read = await readTree(root, "desired-state");
    expect(read.files).toEqual([]);
    expect(read.problems.map(({ code, at }) => [code, at?.file])).toEqual([
      ["link-outside", "desired-state/a.yaml"],
      ["link-outside", "desired-state/b.yaml"],
      ["link-outside", "desired-state/c"],
    ]);
  });

  test("in a circle end, with a problem", async () => {
    put("desired-state/a/x.yaml");
    link("desired-state/a/up", "..");
    expect(await paths()).toEqual(["desired-state/a/x.yaml"]);
    expect(await problems()).toEqual([
      "unreadable-file: desired-state/a/up: it is a link to a folder that contains it.",
    ]);
  });

  test("to nothing are a problem", async () => {
    link("desired-state/a.yaml", "gone.yaml");
    expect(await problems()).toEqual(["unreadable-file: desired-state/a.yaml: it is a broken link."]);
  });
});

describe("what is no text file", () => {
  test("is refused: a pipe without a writer does not hold the run up", async () => {
    put("desired-state/a.yaml");
    execFileSync("mkfifo", [join(root, "desired-state/pipe.yaml")]);
    expect(await paths()).toEqual(["desired-state/a.yaml"]);
    expect(await problems()).toEqual(["unreadable-file: desired-state/pipe.yaml: it is not a plain file."]);
  });

  test("is refused: over 8 MB, or not UTF-8", async () => {
    put("desired-state/big.yaml", Buffer.alloc(8 * 1024 * 1024 + 1, "#"));
    put("desired-state/latin.yaml", Buffer.from("Z\xfcrich", "latin1"));
    expect(await problems()).toEqual([
      "unreadable-file: desired-state/big.yaml: it is larger than 8 MB.",
      "unreadable-file: desired-state/latin.yaml: it is not UTF-8.",
    ]);
    const { problems: found } = await readTree(root, "desired-state");
    expect(found.map(({ hint }) => hint)).toEqual([
      "Split the file: trueup reads all files of a folder together.",
      expect.stringContaining("Save the file as UTF-8"),
    ]);
  });

  test("is refused: folders in folders without end", async () => {
    put(`desired-state/${"d/".repeat(70)}a.yaml`);
    expect((await problems()).join()).toContain("more than 64 folders");
  });
});

describe("writing", () => {
  test("makes folders on the way, replaces what was there, and leaves nothing beside it", async () => {
    const path = join(root, "out/deep/plan.json");
    await writeWhole(path, "first");
    await writeWhole(path, "second ü");
    expect(readFileSync(path, "utf8")).toBe("second ü");
    expect(readdirSync(dirname(path))).toEqual(["plan.json"]);
    expect(statSync(path).mode & 0o600).toBe(0o600);
  });

  test("that fails leaves what was there, and no draft", async () => {
    put("kept/x/inside.yaml");
    await expect(writeWhole(join(root, "kept/x"), "text")).rejects.toThrow();
    expect(readdirSync(join(root, "kept"))).toEqual(["x"]);
    expect(readFileSync(join(root, "kept/x/inside.yaml"), "utf8")).toBe("a: 1\n");
  });
});

describe("a file that somebody has named", () => {
  test("is written whole, and a link to one stays a link", async () => {
    put("real/plan.json", "before");
    link("plan.json", join(root, "real/plan.json"));
    await writeNamed(join(root, "plan.json"), "after");
    await writeNamed(join(root, "new/plan.json"), "first");
    expect(readFileSync(join(root, "real/plan.json"), "utf8")).toBe("after");
    expect(lstatSync(join(root, "plan.json")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, "new/plan.json"), "utf8")).toBe("first");
    expect(readdirSync(root).sort()).toEqual(["new", "plan.json", "real"]);
  });

  test("is written whole in Linux's folder in memory too, which is in /dev", async () => {
    if (!existsSync("/dev/shm")) return;
    const folder = mkdtempSync("/dev/shm/trueup-files-");
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const text of ["before", "after"]) await writeNamed(join(folder, "new/plan.json"), text);
    expect(readFileSync(join(folder, "new/plan.json"), "utf8")).toBe("after");
  });

  test("may be a pipe: its reader gets the text, and it stays a pipe", async () => {
    const pipe = join(root, "pipe");
    execFileSync("mkfifo", [pipe]);
    const [read] = await Promise.all([readFile(pipe, "utf8"), writeNamed(pipe, "the plan")]);
    expect(read).toBe("the plan");
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  test("is never put instead of a device", async () => {
    await writeNamed("/dev/null", "the plan");
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
    await expect(writeNamed("/dev/full", "the plan")).rejects.toThrow("ENOSPC");
    expect(lstatSync("/dev/full").isCharacterDevice()).toBe(true);
  });
});
