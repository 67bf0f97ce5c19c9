/**
 * Repositories that a pull request plants, and programs that it makes git run. `--config-from` trusts none of the
 * repositories and runs none of the programs.
 */

import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readProject } from "../../src/project/read.ts";
import { entriesOf } from "../../src/simulator/log.ts";
import { simulator, trueup } from "../cli/command.ts";
import { commitAll, git, put, remoteOf, repository, scratch } from "../git/repositories.ts";

const honest = "https://dashboard.example.net";
const foreign = "https://attacker.example.net";

const config = (url: string, more = "") => `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "${url}", credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }
${more}`;

/**
 * Creates a repository whose project is in the folder `network`. `main` has the honest project file, and the work tree
 * has the foreign one.
 */
function proposal(on: { readonly honest?: string; readonly foreign?: string } = {}) {
  const top = repository({
    "network/trueup.yaml": config(on.honest ?? honest),
    "network/desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: {}\n",
  });
  git(top, "checkout", "-q", "-b", "proposal");
  commitAll(top, { "network/trueup.yaml": config(on.foreign ?? foreign) });
  return { top, network: join(top, "network") };
}

/**
 * Creates a bare repository, and returns its path. Wherever git looks for `main` in it, `main` has the foreign project
 * file.
 */
function bare(url = foreign): string {
  const text = config(url);
  const source = repository({ "trueup.yaml": text, "network/trueup.yaml": text, "desired-state/a.yaml": "" });
  const path = join(scratch(), "bare");
  git(source, "clone", "-q", "--bare", source, path);
  git(path, "update-ref", "refs/remotes/origin/main", "main");
  return path;
}

/** Returns the URL to which the credential would be sent, or the code of the problem that prevents this. */
async function believed(folder: string, revision: string): Promise<string | undefined> {
  const { read, problems } = await readProject(folder, undefined, { revision });
  return (
    read?.project.targets.get("cloud")?.url ?? problems.find(({ severity }) => severity === "error")?.code
  );
}

describe("a bare repository in the work tree is only a folder", () => {
  const plants: readonly (readonly [
    string,
    (at: { readonly top: string; readonly network: string }) => void,
  ])[] = [
    ["in the project's folder", ({ network }) => cpSync(bare(), network, { recursive: true })],
    [
      "that calls itself a work tree",
      ({ network }) => {
        cpSync(bare(), network, { recursive: true });
        git(network, "--git-dir=.", "config", "core.bare", "false");
        git(network, "--git-dir=.", "config", "core.worktree", network);
      },
    ],
    [
      "whose objects are elsewhere",
      ({ top, network }) => {
        cpSync(bare(), join(top, "more"), { recursive: true });
        put(network, { HEAD: "ref: refs/heads/main\n", commondir: "../more\n" });
      },
    ],
    [
      "with links for its folders",
      ({ top, network }) => {
        cpSync(bare(), join(top, "more"), { recursive: true });
        for (const name of ["HEAD", "config", "objects", "refs", "packed-refs"])
          if (existsSync(join(top, "more", name))) symlinkSync(join("../more", name), join(network, name));
      },
    ],
  ];

  test.each(plants)("%s", async (_, plant) => {
    const at = proposal();
    plant(at);
    expect(await believed(at.network, "main")).toBe(honest);
    expect(await believed(at.network, "HEAD~1")).toBe(honest);
    commitAll(at.top);
    expect(await believed(at.network, "main")).toBe(honest);
  });

  test("also on the command line: the branch's controller is asked, with the branch's credential, and no other", async () => {
    const [own, other] = [await simulator(), await simulator()];
    const at = proposal({ honest: own.urls.dashboard, foreign: other.urls.dashboard });
    cpSync(bare(other.urls.dashboard), at.network, { recursive: true });
    const args = ["plan", "--config-from", "main", "--format", "json"];
    const { status, err } = await trueup(args, { cwd: at.network });
    expect({ status, err }).toMatchObject({ status: 0, err: expect.stringContaining("config-differs") });
    expect(entriesOf(other.world().log)).toEqual([]);
  });
});

describe("a repository that a proposal can bring says nothing about it", () => {
  test("a submodule", async () => {
    const at = proposal();
    const evil = repository({ "trueup.yaml": config(foreign), "desired-state/a.yaml": "" });
    git(at.top, "rm", "-rqf", "network");
    git(at.top, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", evil, "network");
    commitAll(at.top);
    expect(await believed(at.network, "HEAD")).toBe("foreign-repository");
  });

  test("a folder whose .git stands beside tracked files", async () => {
    const at = proposal();
    git(at.network, "init", "-q", "-b", "main");
    commitAll(at.network);
    expect(await believed(at.network, "HEAD")).toBe("foreign-repository");
  });

  test("a .git that is a file, and points into the work tree", async () => {
    const at = proposal();
    cpSync(bare(), join(at.top, "more"), { recursive: true });
    git(at.top, "rm", "-rq", "--cached", "network");
    put(at.network, { ".git": "gitdir: ../more\n" });
    expect(await believed(at.network, "main")).toBe("foreign-repository");
    const alone = scratch();
    put(alone, { "trueup.yaml": config(foreign), "desired-state/a.yaml": "", ".git": "gitdir: more\n" });
    cpSync(bare(), join(alone, "more"), { recursive: true });
    expect(await believed(alone, "main")).toBe("foreign-repository");
  });

  test("configuration of git that is a file of the work tree", async () => {
    const at = proposal();
    put(at.top, { "team.gitconfig": "[core]\n\tsshCommand = touch ran\n" });
    git(at.top, "config", "include.path", "../team.gitconfig");
    expect(await believed(at.network, "main")).toBe("foreign-repository");
  });

  test("a tag of the branch's name", async () => {
    const at = proposal();
    git(at.top, "update-ref", "refs/remotes/origin/main", "main");
    for (const name of ["main", "origin/main"]) {
      git(at.top, "tag", name, "proposal");
      expect(await believed(at.network, name)).toBe("ambiguous-revision");
    }
    expect(await believed(at.network, "refs/remotes/origin/main")).toBe(honest);
    expect(await believed(at.network, "proposal~1")).toBe(honest);
  });
});

describe("an owner's repository is believed", () => {
  test("in a linked work tree, also below the first one, and with its git folder elsewhere", async () => {
    const at = proposal();
    for (const path of [join(at.top, "trees/one"), join(scratch(), "two")]) {
      git(at.top, "worktree", "add", "-q", "--detach", path);
      expect(await believed(join(path, "network"), "main")).toBe(honest);
    }
    const apart = join(scratch(), "apart");
    git(at.top, "init", "-q", "--separate-git-dir", apart);
    expect(await believed(at.network, "main")).toBe(honest);
  });

  test("in the work tree of another that does not track it, and called by a link", async () => {
    const at = proposal();
    const home = scratch();
    git(home, "init", "-q");
    const inside = join(home, "network");
    cpSync(at.top, inside, { recursive: true });
    expect(await believed(join(inside, "network"), "main")).toBe(honest);
    symlinkSync(inside, join(home, "link"));
    expect(await believed(join(home, "link/network"), "main")).toBe(honest);
  });

  test("with configuration that it includes from its own .git, and a variable GIT_DIR that means another", async () => {
    const at = proposal();
    put(at.top, { ".git/more": "[credential]\n\thelper =\n" });
    git(at.top, "config", "include.path", "more");
    process.env.GIT_DIR = bare();
    const found = await believed(at.network, "main");
    delete process.env.GIT_DIR;
    expect(found).toBe(honest);
  });
});

test("nothing that git's configuration or the work tree's attributes name is run by plan or apply", async () => {
  const served = await simulator();
  const at = proposal({ honest: served.urls.dashboard, foreign: served.urls.dashboard });
  const trap = join(at.top, "trap");
  const caught = join(scratch(), "caught");
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${caught}'\ncat\n`, { mode: 0o755 });
  const hooks = join(at.top, "hooks");
  mkdirSync(hooks);
  for (const hook of [
    "reference-transaction",
    "pre-push",
    "post-checkout",
    "pre-auto-gc",
    "post-index-change",
  ])
    cpSync(trap, join(hooks, hook));
  put(at.top, {
    ".gitattributes": "* filter=x diff=x merge=x export-subst\n*.yaml diff=x\n",
    attributes: "* diff=y\n",
  });
  commitAll(at.top);
  const { path } = remoteOf(at.top);
  git(at.top, "push", "-q", "origin", "proposal");
  const keys = [
    "diff.external",
    "core.pager",
    "core.editor",
    "gpg.program",
    "alias.rev-parse",
    "alias.cat-file",
  ];
  const drivers = [
    "filter.x.smudge",
    "filter.x.clean",
    "filter.x.process",
    "diff.x.textconv",
    "diff.x.command",
  ];
  for (const key of [...keys, ...drivers, "diff.y.textconv", "core.fsmonitor"])
    git(at.top, "config", key, trap);
  git(at.top, "config", "core.hooksPath", "hooks");
  git(at.top, "config", "core.attributesFile", "attributes");
  git(at.top, "config", "log.showSignature", "true");
  put(at.top, {
    "network/desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: { oslo: { name: Oslo } }\n",
  });
  const plain = { cwd: at.top, env: { GIT_CONFIG_GLOBAL: "/dev/null" } };
  const ends = [
    await trueup(
      ["--project", "network", "plan", "--config-from", "refs/heads/main", "--proposal-base", "main"],
      plain,
    ),
    await trueup(["--project", "network", "apply", "--yes", "--allow-dirty"], plain),
    await trueup(["--project", "network", "apply", "--approved", "0123456789abcdef", "--allow-dirty"], plain),
  ];
  expect(ends.map(({ status }) => status)).toEqual([0, 0, 4]);
  expect(git(path, "for-each-ref", "--format=%(refname)", "refs/trueup")).toBe("refs/trueup/test/applied");
  expect(existsSync(caught)).toBe(false);
  rmSync(trap);
});
