/** Which kinds get a round trip because a branch changes them, in different repositories. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changedKinds, chosenKinds } from "./changed-kinds.ts";

const temporary = mkdtempSync(join(tmpdir(), "changed-kinds-"));
const names = ["bin", "climate", "lid", "silo"];
const who = { GIT_AUTHOR_NAME: "t", GIT_AUTHOR_EMAIL: "t@t.example" };
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"))),
  ...{ ...who, GIT_COMMITTER_NAME: "t", GIT_COMMITTER_EMAIL: "t@t.example" },
  ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
};
const at = (name: string) => join(temporary, name);
const git = (root: string, ...args: readonly string[]) =>
  void execFileSync("git", args, { cwd: root, env, stdio: "ignore" });
const write = (root: string, file: string, text: string) => {
  mkdirSync(join(root, "catalogs/granary/overlay"), { recursive: true });
  writeFileSync(join(root, "catalogs/granary", file), text);
};
const commit = (root: string) => {
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--message", "change");
};
const changed = (root: string) => changedKinds("granary", names, root);

/** Returns a clone of main. The last commit of main has changed the kind `climate`. */
function copy(name: string): string {
  cpSync(at("main"), at(name), { recursive: true });
  return at(name);
}

beforeAll(() => {
  mkdirSync(at("main"));
  git(at("main"), "init", "--quiet", "--initial-branch", "main");
  for (const name of [...names, "product"]) write(at("main"), `${name}.yaml`, `kind: ${name}\n`);
  commit(at("main"));
  write(at("main"), "climate.yaml", "kind: climate\nform: singleton\n");
  commit(at("main"));
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe("a branch", () => {
  test("changes kinds in its commits and in the work tree, new files included", () => {
    const root = copy("branch");
    git(root, "switch", "--quiet", "--create", "w/lids");
    write(root, "lid.yaml", "kind: lid\nform: singleton\n");
    commit(root);
    write(root, "overlay/kinds.yaml", "kinds: {}\n");
    commit(root);
    expect(changed(root)).toEqual(["lid"]);
    write(root, "silo.yaml", "kind: silo\nremoval: off\n");
    write(root, "hatch.yaml", "kind: hatch\n");
    expect(changedKinds("granary", [...names, "hatch"], root)).toEqual(["lid", "silo", "hatch"]);
    git(root, "rm", "--quiet", "--force", "catalogs/granary/bin.yaml");
    expect(changedKinds("granary", ["climate", "lid", "silo"], root)).toEqual(["lid", "silo"]);
    expect(changedKinds("other", names, root)).toEqual([]);
  });

  test("changes every kind where it changes what all hang on", () => {
    const root = copy("product");
    git(root, "switch", "--quiet", "--create", "w/shapes");
    write(root, "product.yaml", "kind: product\nshapes: {}\n");
    expect(changed(root)).toEqual(names);
  });

  test("is held against the remote's main, by the remote's own name for it", () => {
    const remote = copy("remote");
    git(remote, "branch", "--move", "trunk");
    const root = at("clone");
    git(temporary, "clone", "--quiet", remote, root);
    git(root, "switch", "--quiet", "--create", "w/bins");
    for (const name of ["bin", "lid"]) {
      write(root, `${name}.yaml`, `kind: ${name}\nremoval: off\n`);
      commit(root);
    }
    expect(changed(root)).toEqual(["bin", "lid"]);
  });

  test("that main has gone on without is held against where it left", () => {
    const root = copy("behind");
    git(root, "switch", "--quiet", "--create", "w/bins");
    write(root, "bin.yaml", "kind: bin\nremoval: off\n");
    commit(root);
    git(root, "switch", "--quiet", "main");
    write(root, "silo.yaml", "kind: silo\nremoval: off\n");
    commit(root);
    git(root, "switch", "--quiet", "w/bins");
    expect(changed(root)).toEqual(["bin"]);
  });
});

describe("main itself", () => {
  test("has changed what its last commit changed, and the work tree", () => {
    const root = copy("own");
    expect(changed(root)).toEqual(["climate"]);
    write(root, "bin.yaml", "kind: bin\nremoval: off\n");
    expect(changed(root)).toEqual(["bin", "climate"]);
  });
});

describe("where main is not there", () => {
  test("the last commit counts; in a clone of one commit the work tree alone", () => {
    for (const [depth, kinds] of [
      ["2", ["climate"]],
      ["1", []],
    ] as const) {
      const root = at(`shallow-${depth}`);
      git(temporary, "clone", "--quiet", "--depth", depth, `file://${at("main")}`, root);
      git(root, "checkout", "--quiet", "--detach");
      git(root, "branch", "--quiet", "--delete", "--force", "main");
      git(root, "remote", "remove", "origin");
      expect(changed(root)).toEqual(kinds);
      write(root, "silo.yaml", "kind: silo\nremoval: off\n");
      expect(changed(root)).toEqual([...kinds, "silo"]);
    }
  });

  test("and without a repository nothing is known to have changed", () => {
    mkdirSync(at("bare"));
    write(at("bare"), "silo.yaml", "kind: silo\n");
    expect(changed(at("bare"))).toEqual([]);
  });
});

test("what is taken round is spread over all kinds, with those that changed among them, each once", () => {
  const root = copy("chosen");
  for (const name of ["bin", "kind7"]) write(root, `${name}.yaml`, `kind: ${name}\nremoval: off\n`);
  const all = ["bin", ...Array.from({ length: 20 }, (_, index) => `kind${index}`)];
  expect(chosenKinds("granary", all, { wanted: 3, root })).toEqual(["bin", "kind7", "kind9", "kind19"]);
  expect(chosenKinds("granary", all, { wanted: 99, root })).toEqual(all);
});
