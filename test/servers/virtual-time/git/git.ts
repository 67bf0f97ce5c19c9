/** Git as the engine starts it, but without processes. Commands are answered from virtual repositories. */

import type { GitCall, GitEnd } from "../../../../src/git/work-tree.ts";
import { historyOf, keep, type VirtualObjects, type VirtualRepository } from "./store.ts";
import { importBlobs, listMemory, makeMemory, makeTrees } from "./trees.ts";

/** How the remote treats a command. */
export type RemoteMood =
  | "answers"
  /** The command is carried out, but the reply is lost. */
  | "lostAfter"
  /** The command is not carried out, and the reply is lost. */
  | "lostBefore"
  | "refuses"
  | "notAsked";

/** A clone, and its remote `origin`. */
export interface VirtualClone {
  readonly objects: VirtualObjects;
  readonly here: VirtualRepository;
  readonly remote?: VirtualRepository | undefined;
  /** Returns how the remote treats the next command. */
  readonly mood?: ((command: string) => RemoteMood) | undefined;
}

type Answer = { readonly status: number; readonly out?: string; readonly err?: string };

const no: Answer = { status: 1 };
const ok = (out = ""): Answer => ({ status: 0, out });
const failed = (err: string): Answer => ({ status: 128, err });

/** Returns a function that starts git in a work tree. */
export function gitOf(clone: VirtualClone): (call: GitCall) => Promise<GitEnd> {
  return async ({ args, input, env }) => {
    const at = args.findIndex((arg, index) => arg !== "-c" && args[index - 1] !== "-c");
    const [name = "", ...rest] = args.slice(at);
    const mood = ["push", "fetch", "ls-remote"].includes(name)
      ? (clone.mood?.(name) ?? "answers")
      : "answers";
    if (mood === "notAsked") return { is: "notAsked", seconds: 30 };
    if (mood === "lostBefore") return { is: "late", seconds: 30 };
    if (mood === "refuses") return ended(failed("fatal: the remote end hung up unexpectedly"));
    const answer = (commands[name] ?? unknown)(clone, rest, input ?? "", env);
    return mood === "lostAfter" ? { is: "late", seconds: 30 } : ended(answer);
  };
}

function ended({ status, out = "", err = "" }: Answer): GitEnd {
  return { is: "ended", status, out: Buffer.from(out), err };
}

type Command = (clone: VirtualClone, args: readonly string[], input: string, env: GitCall["env"]) => Answer;

const unknown: Command = (_, args) =>
  failed(`git: nobody has taught the virtual git this: ${args.join(" ")}`);

const commands: Readonly<Record<string, Command>> = {
  "rev-parse": revParse,
  "cat-file": catFile,
  mktag: ({ objects }, _, input) => ok(`${keep(objects, "tag", input)}\n`),
  "update-ref": updateRef,
  push,
  fetch,
  "merge-base": mergeBase,
  "ls-remote": ({ remote }, [, name = ""]) => {
    const id = remote?.refs.get(name);
    return ok(id === undefined ? "" : `${id}\t${name}\n`);
  },
  "ls-tree": lsTree,
  "rev-list": revList,
  "fast-import": ({ objects }, _, input) => {
    importBlobs(objects.memory, input);
    return ok();
  },
  mktree: ({ objects }, _, input) => ok(`${makeTrees(objects.memory, input).join("\n")}\n`),
  "commit-tree": ({ objects }, args, _, env) => {
    const [text = "", tree = ""] = args.slice(args.indexOf("-m") + 1);
    return ok(`${makeMemory(objects.memory, tree, `${env.GIT_COMMITTER_DATE}\n\n${text}\n`)}\n`);
  },
  "count-objects": () => ok("count: 0\npacks: 0\n"),
};

/**
 * Without `--stdin`, returns the commits at which a shallow history ends. With `--stdin`, returns the ancestors of some
 * commits that are no ancestors of other commits.
 */
function revList({ objects, here }: VirtualClone, args: readonly string[], input: string): Answer {
  if (!args.includes("--stdin")) return ok([...here.shallow].map((id) => `${id}\n`).join(""));
  const names = input.split("\n").filter((line) => line !== "");
  const of = (ids: readonly string[]) => ids.flatMap((id) => [...historyOf(objects, id, here.shallow)]);
  const without = new Set(of(names.flatMap((name) => (name.startsWith("^") ? [name.slice(1)] : []))));
  const found = new Set(of(names.filter((name) => !name.startsWith("^"))));
  return ok([...found].flatMap((id) => (without.has(id) ? [] : [`${id}\n`])).join(""));
}

function revParse({ objects, here }: VirtualClone, args: readonly string[]): Answer {
  if (args.includes("--is-shallow-repository")) return ok(`${here.shallow.size > 0}\n`);
  const name = (args.at(-1) ?? "").replace(/\^\{commit\}$/, "");
  const id = here.refs.get(name) ?? (objects.commits.has(name) ? name : undefined);
  const before = args.includes("--show-prefix") ? "\n" : "";
  return id === undefined ? no : ok(`${before}${id}\n`);
}

function catFile({ objects }: VirtualClone, [how = "", id = ""]: readonly string[], input: string): Answer {
  const { texts, commits, memory } = objects;
  if (how === "-s") return texts.has(id) ? ok(`${texts.get(id)?.text.length}\n`) : failed("not an object");
  const ids = input.split("\n").filter((line) => line !== "");
  if (how.startsWith("--batch-check"))
    return ok(ids.map((each) => (commits.has(each) ? "commit\n" : `${each} missing\n`)).join(""));
  if (how === "--batch") {
    const blobs = ids.map((each) => ({ each, text: memory.blobs.get(each) ?? texts.get(each)?.text }));
    const line = (each: string, text: string) => `${each} blob ${Buffer.byteLength(text)}\n${text}\n`;
    return ok(
      blobs.map(({ each, text }) => (text === undefined ? `${each} missing\n` : line(each, text))).join(""),
    );
  }
  const said = memory.memories.get(id);
  if (how === "commit") return said ? ok(said.text) : failed("bad file");
  const found = texts.get(id);
  return found?.type === how ? ok(found.text) : failed("bad file");
}

function updateRef(clone: VirtualClone, args: readonly string[], input: string): Answer {
  const { refs } = clone.here;
  const [, ...rest] = args;
  if (rest[0] === "--stdin") return updateRefs(refs, input);
  const isRemoval = rest[0] === "-d";
  const [name = "", ...more] = isRemoval ? rest.slice(1) : rest;
  const [becomes, known] = isRemoval ? [undefined, more[0]] : more;
  const is = refs.get(name) ?? "0".repeat(40);
  if (known !== undefined && known !== is) return failed(`cannot lock ref '${name}'`);
  move(refs, name, becomes);
  return ok();
}

/** Moves several refs in one transaction. All given old values must match. */
function updateRefs(refs: Map<string, string>, input: string): Answer {
  const lines = input.split("\n").flatMap((line) => (line === "" ? [] : [line.split(" ")]));
  const isOther = lines.some(
    ([, name = "", , known]) => known !== undefined && known !== (refs.get(name) ?? "0".repeat(40)),
  );
  if (isOther) return failed("cannot lock ref");
  for (const [, name = "", becomes] of lines) move(refs, name, becomes);
  return ok();
}

/** Moves one ref if it has the expected value. With `--atomic`, also moves another ref unconditionally. */
function push({ here, remote }: VirtualClone, args: readonly string[]): Answer {
  if (!remote) return failed("no remote");
  const [, name = "", was = ""] = args.flatMap((arg) => /^--force-with-lease=([^:]+):(.*)$/.exec(arg) ?? []);
  const [becomes = ""] = (args.at(-1) ?? "").split(":");
  if ((remote.refs.get(name) ?? "") !== was) return { status: 1, err: "! [rejected] (stale info)" };
  const along = args.flatMap((arg) => (arg.startsWith("+") ? [arg.slice(1).split(":")] : []));
  for (const [id, other = ""] of along) move(remote.refs, other, id);
  move(remote.refs, name, becomes || undefined);
  move(here.refs, name, becomes || undefined);
  return ok();
}

function move(refs: Map<string, string>, name: string, becomes: string | undefined): void {
  if (becomes === undefined) refs.delete(name);
  else refs.set(name, becomes);
}

/**
 * Fetches refs or history. If the arguments have a pattern of refs, these refs are copied, and with `--prune` others are
 * removed. Otherwise the history of commits is fetched.
 */
function fetch({ objects, here, remote }: VirtualClone, args: readonly string[]): Answer {
  if (!remote) return failed("no remote");
  const [, prefix] = /^\+(.*)\/\*:/.exec(args.at(-1) ?? "") ?? [];
  if (prefix === undefined) {
    if (args.includes("--unshallow")) here.shallow.clear();
    // A deepened history ends one commit earlier.
    else if (args.some((arg) => arg.startsWith("--deepen")))
      for (const id of [...here.shallow]) {
        here.shallow.delete(id);
        for (const parent of objects.commits.get(id)?.parents ?? [])
          if (objects.commits.get(parent)?.parents.length) here.shallow.add(parent);
      }
    return ok();
  }
  const isOurs = (name: string) => name.startsWith(`${prefix}/`);
  if (args.includes("--prune"))
    for (const name of [...here.refs.keys()]) if (isOurs(name)) here.refs.delete(name);
  for (const [name, id] of remote.refs) if (isOurs(name)) here.refs.set(name, id);
  return ok();
}

/** Returns the best common ancestor, as far as this clone knows the history. */
function mergeBase({ objects, here }: VirtualClone, args: readonly string[]): Answer {
  const [one = "", other = ""] = args.filter((arg) => arg !== "--");
  const [first, second] = [one, other].map((id) => historyOf(objects, id, here.shallow));
  const shared = [...(first ?? [])].filter((id) => second?.has(id));
  const best = shared.find((id) =>
    shared.every((each) => each === id || !historyOf(objects, each, here.shallow).has(id)),
  );
  return best === undefined ? no : ok(`${best}\n`);
}

function lsTree({ objects }: VirtualClone, args: readonly string[]): Answer {
  if (args.includes("-t")) {
    const listing = listMemory(objects.memory, args.at(-1) ?? "");
    return listing === undefined ? failed("not a tree object") : ok(listing);
  }
  const [id = "", folder = ""] = (args.at(-1) ?? "").split(":");
  const { files = {} } = objects.commits.get(id) ?? {};
  const within = Object.entries(files).filter(([path]) => path.startsWith(`${folder}/`));
  const lines = within.map(([path, text]) => {
    return `100644 blob ${keep(objects, "blob", text)}\t${path.slice(folder.length + 1)}\0`;
  });
  return ok(lines.join(""));
}
