/** How git lists and prints files: which files count, which are refused, and which are missing in a clone. */

import { describe, expect, test } from "vitest";
import { blobsIn, entriesOf, isData, listedIn, textsOf } from "../../src/git/objects.ts";
import { textsAt } from "../../src/git/revision.ts";
import { storedFiles } from "../../src/git/stored-files.ts";
import { ended, fails, head, saysNo, scripted, those } from "./scripted.ts";

const id = "b".repeat(40);
const plain = (path: string, mode = "100644") => `${mode} blob ${id}\t${path}\0`;
const printed = (...texts: readonly string[]) =>
  Buffer.from(texts.map((text) => `${id} blob ${Buffer.byteLength(text)}\n${text}\n`).join(""));

describe("a listing", () => {
  test("gives modes, ids, paths as they are, and sizes where it has them", () => {
    const listing = [
      ...[`100644 blob ${id}     12\ta.yaml`, `100755 blob 0a9f 7\tb\tc\nd`, `120000 blob ${id} 1234567\tl`],
      ...[`160000 commit ${id}       -\tmodule`, `100644 blob ${id}\t100644 blob ${id}\tx`, "x", ""],
    ].join("\0");
    expect(listedIn(listing)).toEqual([
      { mode: "100644", id, path: "a.yaml", bytes: 12 },
      { mode: "100755", id: "0a9f", path: "b\tc\nd", bytes: 7 },
      { mode: "120000", id, path: "l", bytes: 1234567 },
      { mode: "160000", id, path: "module", bytes: 0 },
      { mode: "100644", id, path: `100644 blob ${id}\tx`, bytes: 0 },
    ]);
  });

  test("counts where it is desired state or rows of data, in the order of paths, below its folder", () => {
    const names = [
      "z.yml",
      "b/c.csv",
      "b.json",
      "B.yaml",
      "a.yaml.bak",
      "ayaml",
      "c.yaaml",
      "x.txt",
      "d.csvx",
    ];
    const hidden = [".a.yaml", "b/.c.yaml", ".d/e.yaml", "b/.d/e.yaml"];
    const listing = [...names, ...hidden, "e.f/g.h.yaml"].map((name) => plain(name)).join("");
    const counting = ["B.yaml", "b.json", "b/c.csv", "e.f/g.h.yaml", "z.yml"];
    expect(entriesOf(listing, "").map(({ path }) => path)).toEqual(counting);
    expect(entriesOf(listing, "x/y")).toEqual(
      counting.map((name) => ({ mode: "100644", id, path: `x/y/${name}`, bytes: 0 })),
    );
  });

  test("has rows of data by the end of a name alone", () => {
    expect(["a.csv", "b/a.json"].every(isData)).toBe(true);
    expect(["a.csv.yaml", "acsv", "json", "a.jsonl"].some(isData)).toBe(false);
  });
});

describe("what git prints of objects", () => {
  test("is taken byte for byte, whatever is in it", () => {
    const texts = ["", "a\n", `${id} blob 3\nabc\n`, "Zoë\0"];
    const blobs = blobsIn(printed(...texts), 4);
    expect(blobs.map((blob) => blob && Buffer.from(blob).toString())).toEqual(texts);
  });

  test("has nothing for what is no file, is missing, or was not printed at all", () => {
    expect(blobsIn(Buffer.from(`${id} missing\n`), 1)).toEqual([undefined]);
    expect(blobsIn(Buffer.from(`${id} tree 3\nabc\n`), 1)).toEqual([undefined]);
    expect(blobsIn(Buffer.from(""), 1)).toEqual([undefined]);
  });

  test("becomes texts; one that is missing, too large or no UTF-8 is a problem, of data a fault of the file", () => {
    const of = (path: string, batch: Buffer) =>
      textsOf(batch, { entries: [{ mode: "100644", id, path, bytes: 0 }], revision: "v1" });
    const sized = (bytes: number) => printed("#".repeat(bytes));
    const latin = Buffer.concat([
      Buffer.from(`${id} blob 2\n`),
      Buffer.from([0x5a, 0xfc]),
      Buffer.from("\n"),
    ]);
    const most = 8 * 1024 * 1024;
    expect(of("a.yaml", sized(most))).toEqual({ files: [{ path: "a.yaml", text: "#".repeat(most) }] });
    const unreadable = (message: string) => ({
      problem: { code: "unreadable-file", severity: "error", message },
    });
    expect(of("a.yaml", sized(most + 1))).toEqual(unreadable("a.yaml at revision v1 is larger than 8 MB."));
    const large = Buffer.concat([Buffer.from(`${id} blob ${most}\n`), Buffer.alloc(most, 0xfc)]);
    expect(of("a.yaml", large)).toEqual(unreadable("a.yaml at revision v1 is not UTF-8."));
    expect(of("a.yaml", latin)).toEqual(unreadable("a.yaml at revision v1 is not UTF-8."));
    expect(of("a.yaml", Buffer.from(`${id} missing\n`))).toEqual(
      unreadable(`a.yaml at revision v1 is not in this clone (${id}).`),
    );
    const fault = "a.csv at revision v1 is not UTF-8";
    expect(of("a.csv", latin)).toEqual({ files: [{ path: "a.csv", text: "", fault }] });
    expect(of("a.csv", sized(most + 1))).toMatchObject({
      files: [{ fault: expect.stringContaining("8 MB") }],
    });
  });
});

describe("the files of a revision", () => {
  const read = (
    listing: string | undefined,
    more: { readonly batch?: Buffer; readonly folder?: string } = {},
  ) => {
    const { on, asked, calls } = scripted((command) => {
      if (command.startsWith("rev-parse --show-prefix")) return `sub/\n${head}\n`;
      return command.startsWith("ls-tree") ? listing : more.batch;
    });
    const workTree = { ...on, prefix: "project/" };
    return { asked, calls, result: textsAt({ workTree, revision: "v1", folder: more.folder ?? "state" }) };
  };

  test.each([
    ["state", "state"],
    ["././state//", "state"],
    ["a/b/./c", "a/b/./c"],
    ["x./y", "x./y"],
    [".hidden", ".hidden"],
    ["x.", "x."],
    [".", ""],
    ["./", ""],
  ])("are read from the folder %j of the project, which git calls %j", async (folder, path) => {
    const { asked, result } = read("", { folder });
    expect(await result).toEqual({ files: [], commit: head });
    expect(asked.slice(1)).toEqual([`ls-tree -r -z -l --full-tree ${head}:sub/project/${path}`]);
  });

  test("are read below a folder with a line break in its name", async () => {
    const { on, asked } = scripted((command) => (command.startsWith("rev-parse") ? `a\nb/\n${head}\n` : ""));
    await textsAt({ workTree: on, revision: "v1", folder: "state" });
    expect(asked.at(-1)).toBe(`ls-tree -r -z -l --full-tree ${head}:a\nb/state`);
  });

  test("are those that are plain or may be run; a link among rows of data is left out", async () => {
    const listing = [plain("a.yaml"), plain("b.yaml", "100755"), plain("c.csv", "120000")].join("");
    const { result, calls } = read(listing, { batch: printed("a: 1\n", "b: 1\n") });
    expect(await result).toEqual({
      files: [
        { path: "state/a.yaml", text: "a: 1\n" },
        { path: "state/b.yaml", text: "b: 1\n" },
      ],
      commit: head,
    });
    expect(calls.at(-1)?.input).toBe(`${id}\n${id}\n`);
  });

  test.each([
    ["a link is desired state", plain("a.yaml", "120000"), "not-a-file", "a copy of the file"],
    ["the folder is not there", undefined, "missing-folder", "Name a revision that has this folder"],
    ["git does not give them", plain("a.yaml"), "unreadable-revision", "git fsck"],
  ])("are a problem where %s", async (_, listing, code, hint) => {
    expect(await read(listing).result).toMatchObject({
      problem: { code, hint: expect.stringContaining(hint) },
    });
  });

  test("are a problem without a repository, and where git knows no such commit", async () => {
    const of = (on: ReturnType<typeof scripted>["on"]) =>
      textsAt({ workTree: on, revision: "v1", folder: "x" });
    expect(await of(scripted(() => fails).on)).toMatchObject({
      problem: { code: "no-repository", hint: expect.stringContaining("git status") },
    });
    // For an unknown name, git prints nothing. For the id of an object of another type, git reports an error.
    for (const says of [saysNo, ended(1, "error: expected commit type", "sub/\n")]) {
      const { on } = scripted((command) => (command === "rev-parse --git-dir" ? ".git\n" : says));
      expect(await of(on)).toMatchObject({ problem: { code: "unknown-revision" } });
    }
  });

  test("are a problem where one is not in this clone", async () => {
    const { result } = read(plain("a.yaml"), { batch: Buffer.from(`${id} missing\n`) });
    expect(await result).toMatchObject({ problem: { code: "unreadable-file" } });
  });
});

describe("the files that a program gets", () => {
  const sized = (path: string, bytes: number, mode = "100644") => `${mode} blob ${id} ${bytes}\t${path}\0`;
  const stored = (listing: string | undefined, batch?: Buffer) => {
    const { on, asked } = scripted((command) => (command.startsWith("ls-tree") ? listing : batch));
    const workTree = { ...on, prefix: "p/" };
    return { asked, result: storedFiles({ workTree, commit: head, without: ["out", "tmp"] }) };
  };
  const mb = 1024 * 1024;

  test("are without the folders that are left out, and those alone", async () => {
    const paths = ["out/a", "tmp/b", "output/c", "in/out/", "out"];
    const { result, asked } = stored(paths.map((path) => sized(path, 1)).join(""), printed("1", "2", ""));
    expect((await result)?.map(({ path, is, content }) => [path, is, `${Buffer.from(content)}`])).toEqual([
      ["output/c", "file", "1"],
      ["in/out/", "file", "2"],
      ["out", "file", ""],
    ]);
    expect(asked[0]).toBe(`ls-tree -r -z -l --full-tree ${head}:p/`);
  });

  test.each([
    ["there are none", sized("out/a", 1)],
    ["there are submodules alone", sized("m", 1, "160000")],
    ["one has more than 64 MB", sized("a", 64 * mb + 1)],
    ["all have more than 64 MB", sized("a", 40 * mb) + sized("b", 40 * mb)],
    ["they are more than 5,000", Array.from({ length: 5_001 }, (_, n) => sized(`${n}`, 1)).join("")],
  ])("are none where %s, and git is asked for no contents", async (_, listing) => {
    const { result, asked } = stored(listing, printed("x"));
    expect(await result).toEqual([]);
    expect(those(asked, "cat-file")).toEqual([]);
  });

  test("may be 5,000, and have 64 MB", async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => `${n}`);
    expect(await stored(many.map((each) => sized(each, 1)).join(""), printed(...many)).result).toHaveLength(
      5_000,
    );
    expect(await stored(sized("a", 64 * mb), printed("a")).result).toHaveLength(1);
  });

  test("are unknown, never fewer, where git cannot give them all", async () => {
    expect(await stored(undefined).result).toBeUndefined();
    expect(await stored(sized("a", 1)).result).toBeUndefined();
    expect(await stored(sized("a", 1), Buffer.from(`${id} missing\n`)).result).toBeUndefined();
    expect(await stored(sized("a", 1) + sized("b", 1), printed("1")).result).toBeUndefined();
  });
});
