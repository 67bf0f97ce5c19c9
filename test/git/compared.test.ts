/** The files of a commit in comparison with the work tree, ambiguous names, and the owner of the repository. */

import { describe, expect, test } from "vitest";
import { commitAt, comparedAt, fileAt, mergeBase } from "../../src/git/file.ts";
import { foreignRepository } from "../../src/git/provenance.ts";
import { fails, head, saysNo, scripted, those } from "./scripted.ts";

const blob = "b".repeat(40);

describe("a name", () => {
  const naming = (refs: string | undefined) =>
    scripted((command) => {
      if (command.startsWith("for-each-ref")) return refs;
      return command.endsWith("^{commit}") ? `${head}\n` : ".git\n";
    });

  test("is looked for among all refs that git would take it for, and must be of one alone", async () => {
    const one = naming("refs/heads/x\n");
    expect(await commitAt({ workTree: one.on, revision: "x~2" })).toEqual({ commit: head });
    expect(one.asked.at(-1)).toBe(
      "for-each-ref --format=%(refname) refs/x refs/tags/x refs/heads/x refs/remotes/x refs/remotes/x/HEAD",
    );
    const more = naming("refs/heads/x\nrefs/heads/x/deeper\n");
    expect(await commitAt({ workTree: more.on, revision: "x" })).toEqual({ commit: head });
    const two = naming("refs/heads/x\nrefs/remotes/x/HEAD\n");
    expect(await commitAt({ workTree: two.on, revision: "x@{1}" })).toEqual({ missing: "ambiguous" });
    expect(await commitAt({ workTree: naming(undefined).on, revision: "x" })).toEqual({ commit: head });
  });

  test.each(["HEAD", "@", "refs/heads/x", "refs/heads/x^"])(
    "that means one thing, as %s does, is not looked for",
    async (revision) => {
      const { on, asked } = naming("refs/tags/HEAD\nrefs/heads/HEAD\n");
      expect(await commitAt({ workTree: on, revision })).toEqual({ commit: head });
      expect(those(asked, "for-each-ref")).toEqual([]);
    },
  );

  test("has no commit where git fails", async () => {
    const { on } = scripted((command) => (command.endsWith("--git-dir") ? ".git\n" : undefined));
    expect(await commitAt({ workTree: on, revision: "x" })).toEqual({ missing: "revision" });
  });
});

describe("a file", () => {
  const at = (says: Parameters<typeof scripted>[0], path = "a.txt") => {
    const { on, asked } = scripted(says);
    return { file: { workTree: on, commit: head, path }, asked };
  };

  test.each([
    ["a link", `120000 blob ${blob}\ta.txt\0`],
    ["a folder, whatever its name looks like", `040000 tree ${blob}\t100644 blob ${blob}\ta\0`],
    ["a submodule", `160000 commit ${blob}\ta.txt\0`],
    ["nothing", ""],
  ])("is none where the commit has %s", async (_, tree) => {
    const { file, asked } = at((command) => (command.startsWith("ls-tree") ? tree : "text"));
    expect(await fileAt(file)).toBeUndefined();
    expect(asked).toEqual([`ls-tree -z --full-tree ${head} -- a.txt`]);
  });

  test.each(["100644", "100755"])("is what git has stored, of mode %s", async (mode) => {
    const { file } = at((command) => {
      if (command === `cat-file blob ${blob}`) return "text";
      return command.startsWith("ls-tree") ? `${mode} blob ${blob}\ta.txt\0` : undefined;
    });
    expect(await fileAt(file)).toBe("text");
  });

  test("that the work tree lacks is another than the commit's", async () => {
    const { file } = at((command) =>
      command.startsWith("ls-tree") ? `100644 blob ${blob}\ta.txt\0` : undefined,
    );
    expect(await comparedAt(file)).toBe("other");
  });

  test.each([
    ["the commit has a link there", `120000 blob ${blob}\ta.txt\n`, ""],
    ["the index has it", "", "a.txt\n"],
    ["git cannot say what the commit has", fails, ""],
    ["git cannot say what the index has", "", fails],
  ])("is another where %s", async (_, tree, index) => {
    const { file } = at((command) => {
      if (command === `ls-tree ${head} -- a.txt`) return tree;
      if (command === "ls-files -- a.txt") return index;
      return "";
    });
    expect(await comparedAt(file)).toBe("other");
  });

  test("is looked for in a submodule at each folder of its path, and in no file", async () => {
    const { file, asked } = at(
      (command) =>
        command.startsWith("ls-tree --full-tree") ? fails : command.startsWith("rev") ? saysNo : "",
      "a/b/c.txt",
    );
    expect(await comparedAt(file)).toBe("unknown");
    expect(asked.slice(3)).toEqual([
      `ls-tree --full-tree ${head} -- a`,
      "rev-parse --verify --quiet :0:a",
      `ls-tree --full-tree ${head} -- a/b`,
      "rev-parse --verify --quiet :0:a/b",
    ]);
  });

  test("is not in a submodule where its folder is one of the commit's own", async () => {
    const { file } = at(
      (command) => (command.startsWith("ls-tree --full-tree") ? `040000 tree ${blob}\t160000 \n` : saysNo),
      "a/c.txt",
    );
    expect(await comparedAt(file)).toBe("unknown");
  });
});

test.each([
  ["a commit", `${blob}\n`, "true", { commit: blob }],
  ["none, in a clone that lacks history", "", "true", "shallow"],
  ["none", "", "false", undefined],
  ["none where git fails", undefined, "true", undefined],
])("two histories have in common: %s", async (_, base, shallow, found) => {
  const { on } = scripted((command) => {
    if (command === "merge-base -- main HEAD") return base === "" ? saysNo : base;
    return `${shallow}\n`;
  });
  expect(await mergeBase({ workTree: on, revision: "main" })).toEqual(found);
});

describe("a repository is believed about a proposal", () => {
  const outer = [
    { top: "/tree", prefix: "in/" },
    { top: "/", prefix: "tree/in/" },
  ];
  const why = async (of: {
    readonly folder?: string;
    readonly config?: string | undefined;
    readonly tracked?: string;
  }) => {
    const { folder = "/tree/in/.git", config, tracked = "" } = of;
    const { on } = scripted((command, { cwd }) => {
      if (command.startsWith("ls-files")) return cwd === "/" && command.endsWith(" tree/in") ? tracked : "";
      if (command.startsWith("config")) return config;
      return command === "rev-parse --absolute-git-dir" && folder !== "" ? folder : undefined;
    });
    return foreignRepository({ ...on, top: "/tree/in", outer });
  };

  test("where its git folder is the one at its top, or at the top of what it stands in", async () => {
    for (const folder of [
      "/tree/in/.git",
      "/tree/in/.git/worktrees/x",
      "/tree/in/.git\n",
      "/tree/in/.git\r\n",
      "",
    ])
      expect(await why({ folder }), folder).toBeUndefined();
  });

  test("but not where that is in a work tree, its own or one around it", async () => {
    for (const folder of ["/tree/in/planted", "/tree/in/.gitx", "/tree/planted", "/tree/in"])
      expect(await why({ folder }), folder).toMatchObject({
        code: "foreign-repository",
        message: expect.stringContaining(`the repository's Git folder ${folder} is in a work tree`),
        hint: expect.stringContaining("Check out the repository on its own"),
      });
  });

  test("but not where only a line break tells its git folder from the one at its top", async () => {
    expect(await why({ folder: "/tree/in/.gi\nt/x\n" })).toMatchObject({ code: "foreign-repository" });
  });

  test("but not where any work tree around it tracks it", async () => {
    expect(await why({ tracked: "tree/in\0" })).toMatchObject({
      message: expect.stringContaining("/tree/in is in the work tree of /, which tracks it"),
    });
  });

  test.each([
    ...["/tree/in/x", "x", "./x", ".git/../x", "/tree//in/x", "/tree/in/./x", "/tree/y/../in/x"],
    ...["/tree/in/.git/../x", "../in/x", "x\ny", "/tree/in/a/b"],
  ])("but not where its configuration is in the work tree: %j", async (path) => {
    const config = `file:/users/ada/.gitconfig\0user.name\0file:${path}\0user.email\0`;
    expect((await why({ config }))?.message).toContain(`includes ${path}, a file of the work tree`);
  });

  test.each([
    ...["file:.git/config", "file:/tree/in/.git/config", "file:/users/ada/.gitconfig", "file:/tree/inx/y"],
    ...[
      "file:../x",
      "file:x/../../y",
      "command line:",
      "file:/tree/in/../x",
      "file:C:/tree/in/x",
      "file:C:\\x",
    ],
    ...["file:./.git/config", "file:/tree/in//.git/config"],
  ])("with configuration from elsewhere: %s", async (origin) => {
    expect(await why({ config: `${origin}\0url.file:x.insteadof\0` })).toBeUndefined();
  });

  test("but not on Windows where its configuration is in the work tree", async () => {
    for (const path of ["C:/in/x", "C:\\in\\x", "..\\in\\x"]) {
      const { on } = scripted((command) =>
        command.startsWith("config") ? `file:${path}\0a.b\0` : "C:/in/.git\n",
      );
      const found = await foreignRepository({ ...on, top: "C:/in" });
      expect(found?.message, path).toContain(`includes ${path}`);
    }
  });

  test("where git says nothing of its configuration", async () => {
    expect(await why({ config: undefined })).toBeUndefined();
  });
});
