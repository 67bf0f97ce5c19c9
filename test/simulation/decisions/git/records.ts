/**
 * Checks the records in the applied ref. Each run must read what the previous run recorded, and base must consist of
 * what the recorded commits declared.
 */

import { recordedBase } from "../../../../src/engine/base.ts";
import { readMemory } from "../../../../src/git/memory.ts";
import { type AppliedRef, appliedRef, moveApplied, readApplied } from "../../../../src/git/record.ts";
import { load } from "../../../../src/load/load.ts";
import type { Address } from "../../../../src/model/address.ts";
import type { Desired } from "../../../../src/model/desired.ts";
import { emptyMemory } from "../../../../src/model/memory.ts";
import type { ApplyRecord, Base, IncompleteEntry, RecordVersion } from "../../../../src/model/record.ts";
import { drivers } from "../../../../src/project/drivers.ts";
import { commit, keep } from "../../../servers/virtual-time/git/store.ts";
import type { Stage } from "../../../servers/virtual-time/run.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import { filesOn } from "../scene.ts";
import type { Truth } from "../truth.ts";
import { type Clone, type Clones, clonesOf, moodsOf } from "./clones.ts";
import { historyIn, lineageIn } from "./history.ts";

const prefix = "refs/trueup/virtual";
const name = appliedRef(prefix);

function recordOf(
  leftBehind: readonly IncompleteEntry[],
  actor: string,
  version: RecordVersion = 1,
): ApplyRecord {
  const counts = { applied: 1, converged: 2, failed: 0, unknown: 0, skipped: 0 };
  const fixed = { format: "trueup.record", version, environment: "virtual", tool: "0.0.0" } as const;
  const secrets = {
    key: "key",
    of: [{ address: "cloud/ssid/n1.1", path: "/password", fingerprint: actor }],
  } as const;
  return { ...fixed, time: "2026-01-01T00:00:00.000Z", actor, fingerprint: "f", counts, leftBehind, secrets };
}

/**
 * Two runs record in turn, each on top of the record that it read last. If the other run has recorded meanwhile, the
 * ref must not move.
 */
export async function judgeRecords(draw: Draw, said: (is: string) => string): Promise<readonly string[]> {
  const clones = clonesOf({ hasRemote: maybe(draw, 0.8) });
  const commits = historyIn(clones.objects, draw, 3);
  let isBad = false;
  const bad = () => {
    isBad = true;
  };
  const runs = ["a", "b"].map((actor) => {
    const clone = clones.clone(commits.at(-1) ?? "", clones.remote && moodsOf(draw, bad));
    return { actor, clone, read: undefined as AppliedRef | undefined };
  });
  const broken: string[] = [];
  const planned = commits.at(-1) ?? "";
  /** The id that the record's memory must contain, and the commit with which it was recorded. */
  let known: { readonly id: string; readonly commit: string } | undefined;
  const judgeMemory = async ({ repository }: Clone, read: AppliedRef | undefined) => {
    const { memory, problems } = await readMemory(repository, read, ["cloud"]);
    const counts = known && lineageIn(clones.objects, known.commit, planned) === "behind";
    const is = [...memory.resources.values()].map(({ id }) => said(id));
    broken.push(
      ...differ(
        "record: memory",
        [...is, ...problems.map(({ message }) => message)],
        counts ? [known?.id ?? ""] : [],
      ),
    );
  };
  for (let turn = 0; turn < 5; turn += 1) {
    const run = pick(draw, [runs[0], runs[1]]);
    if (!run) continue;
    if (maybe(draw, 0.6)) {
      const read = await seen(run.clone, clones);
      broken.push(...differ("record: read", [said(read.told)], [textAt(clones)]));
      run.read = read.applied;
    }
    const before = clones.refs.get(name);
    const version = maybe(draw, 0.7) ? 2 : 1;
    const record = recordOf([], `${run.actor} ${turn} ${under(draw, 1000)}`, version);
    isBad = false;
    const was = run.read;
    const applied = pick(draw, [commits[0], ...commits]) ?? "";
    const entry = { id: record.actor, within: [], name: "n", commit: applied };
    const memory = maybe(draw, 0.7)
      ? {
          of: { ...emptyMemory, resources: new Map([["cloud/network/n1" as Address, entry]]) },
          targets: ["cloud"],
        }
      : undefined;
    const moved = await moveApplied(run.clone.repository, { prefix, was, commit: applied, record, memory });
    const isSeen = before === was?.id;
    const isFailed = moved.is === "failed" && isBad && clones.refs.get(name) === before;
    const must = isFailed ? "failed" : isSeen ? "moved" : "other";
    const isThere = textAt(clones) === `${applied} ${record.actor}`;
    const is = moved.is === "moved" && !isThere ? "nothing: it is not there" : moved.is;
    broken.push(...differ("record: write", [said(is)], [must]));
    if (moved.is !== "moved" && clones.refs.get(name) !== before)
      broken.push("record: write: it was another's");
    if (moved.is !== "moved") continue;
    run.read = (await seen(run.clone, clones)).applied;
    known = version === 1 ? undefined : memory ? entry : known;
    await judgeMemory(run.clone, run.read);
  }
  return [...broken, ...(await judgeForeign(clones, { head: commits[0] ?? "", said }, draw))];
}

/**
 * If the ref's content is unknown, a problem must be reported. Otherwise the next apply would act as if nothing had
 * ever been applied.
 */
async function judgeForeign(
  clones: Clones,
  { head, said }: { readonly head: string; readonly said: (is: string) => string },
  draw: Draw,
): Promise<readonly string[]> {
  const later = { ...recordOf([], "z"), version: 3 };
  const text = pick(draw, [JSON.stringify(later), "{}", "", "not JSON"]);
  const tag = `object ${head}\ntype commit\ntag x\ntagger x <x> 0 +0000\n\n${text}\n`;
  clones.refs.set(name, maybe(draw, 0.7) ? keep(clones.objects, "tag", tag) : head);
  const told = said((await seen(clones.clone(head), clones)).told);
  return told === "problem" ? [] : [`record: ${text} is read as ${told}`];
}

/** Returns the record as a clone reads it right after a fetch. */
async function seen(
  { of, repository }: Clone,
  { refs }: Clones,
): Promise<{ readonly told: string; readonly applied?: AppliedRef | undefined }> {
  for (const [ref, id] of refs) of.here.refs.set(ref, id);
  const read = await readApplied(repository, prefix);
  if (!read) return { told: "none" };
  if ("problem" in read) return { told: "problem" };
  return { told: `${read.applied.commit} ${read.applied.record.actor}`, applied: read.applied };
}

/** Returns the record's commit and actor, read without the engine. */
function textAt({ refs, objects }: Clones): string {
  const id = refs.get(name);
  const text = objects.texts.get(id ?? "")?.text ?? "";
  if (id === undefined) return "none";
  const [, head] = /^object (\w+)/.exec(text) ?? [];
  return `${head} ${JSON.parse(text.slice(text.indexOf("\n\n"))).actor}`;
}

/**
 * For an applied resource, base must be its declaration in the applied commit. For a resource that was left behind,
 * base must be its declaration in the commit that last applied it, or nothing. Base must also relate each of these
 * commits to the planned commit.
 */
export async function judgeBase(
  { truth, on }: { readonly truth: Truth; readonly on: Stage },
  draw: Draw,
  said: (base: Base) => Base,
): Promise<readonly string[]> {
  const { objects, clone } = clonesOf({ hasRemote: false });
  const history = historyIn(objects, draw, 5);
  const planned = pick(draw, [history[0] ?? "", ...history]);
  const sides = { base: on.load(filesOn(truth, "base")), desired: on.load(filesOn(truth, "desired")) };
  const commitWith = (side: "base" | "desired") =>
    commit(objects, { parents: [pick(draw, [history[0] ?? "", ...history])], files: filesOn(truth, side) });
  const [applied, older] = [commitWith("base"), commitWith("desired")];
  const all = [...new Set([...sides.base.resources.keys(), ...sides.desired.resources.keys()])];
  const leftBehind = all.flatMap((address): readonly IncompleteEntry[] =>
    maybe(draw, 0.4) ? [{ address, because: "failed", commit: pick(draw, [older, older, null]) }] : [],
  );
  const { project } = on.context;
  const read = {
    project,
    drivers,
    files: [],
    fileName: "trueup.yaml",
    loaded: load({ project, drivers, files: [] }),
    credentials: [],
  };
  const record = { id: "", commit: applied, record: recordOf(leftBehind, "a") };
  const state = { repository: clone(planned).repository, head: planned, prefix, applied: record };
  const found = await recordedBase(read, state);
  if (!found.base) return [`base: ${found.problems[0]?.message}`];
  const is = said(found.base);
  const of = (address: Address) => leftBehind.find((one) => one.address === address);
  const lines = (text: (address: Address) => string) => all.map((address) => `${address} ${text(address)}`);
  const lineage = (id: string | null) => lineageIn(objects, id ?? applied, planned);
  return [
    ...differ(
      "base",
      lines((address) => textOf(is.desired, address)),
      lines((address) => {
        const left = of(address);
        return left?.commit === null ? "none" : textOf(left ? sides.desired : sides.base, address);
      }),
    ),
    ...differ(
      "base: lineage",
      [`applied ${is.applied?.lineage}`, ...lines((address) => is.lineageOf(address))],
      [
        `applied ${lineage(applied)}`,
        ...lines((address) =>
          lineage(sides.desired.resources.has(address) ? (of(address)?.commit ?? null) : null),
        ),
      ],
    ),
  ];
}

function textOf({ resources }: Desired, address: Address): string {
  const one = resources.get(address);
  return one ? `${one.identity} ${JSON.stringify(one.value)}` : "none";
}
