/**
 * A record of several targets. Each run reads and replaces the secrets of some targets, and keeps those of the others.
 */

import type { AppliedRef } from "../../../../src/git/record.ts";
import { moveApplied, readApplied } from "../../../../src/git/record.ts";
import type { Address } from "../../../../src/model/address.ts";
import type { ApplyRecord, IncompleteEntry } from "../../../../src/model/record.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import { type Clone, type Clones, clonesOf } from "./clones.ts";
import { historyIn } from "./history.ts";

const prefix = "refs/trueup/virtual";
const targets = ["cloud", "fabric", "routers"] as const;

/** The expected record, by target. */
interface Known {
  readonly secrets: Map<string, string>;
  readonly left: Map<string, IncompleteEntry["because"]>;
}

/** The scenario runs in every n-th seed. */
const playedEvery = 4;

/** Simulates several runs in sequence, each from a clone of its own. `said` falsifies what the runs read. */
export async function judgeSeveral(
  seed: number,
  said: (line: string) => string = (line) => line,
): Promise<readonly string[]> {
  if (seed % playedEvery !== 3) return [];
  const draw = seeded(seed * 16 + 32);
  const clones = clonesOf({ hasRemote: maybe(draw, 0.7) });
  const commits = historyIn(clones.objects, draw, 2);
  const head = commits.at(-1) ?? "";
  const known: Known = { secrets: new Map(), left: new Map() };
  const broken: string[] = [];
  let key = "key";
  for (let run = 0; run < 4; run += 1) {
    const clone = clones.clone(head);
    const some = targets.filter(() => maybe(draw, 0.6));
    const about = maybe(draw, 0.3) ? "all" : some;
    const was = await readOf(clone, clones, about);
    if (run > 0) broken.push(...differ("record of several", linesOf(was).map(said), mustBe(known, about)));
    if (maybe(draw, 0.1)) key = `${key}+`;
    const own = about === "all" ? targets : about;
    const isKept = was?.record.secrets?.key === key;
    if (!isKept) known.secrets.clear();
    for (const target of own) {
      if (maybe(draw, 0.7)) known.secrets.set(target, `${target} of run ${run}`);
      const because = pick(draw, [undefined, undefined, "failed", "held", "unknown"] as const);
      if (because === undefined) known.left.delete(target);
      else known.left.set(target, because);
    }
    const record = recordOf(known, { key, own, head });
    await moveApplied(clone.repository, { prefix, was, commit: head, record });
  }
  const all = await readOf(clones.clone(head), clones, "all");
  broken.push(...differ("record of several", linesOf(all).map(said), mustBe(known, "all")));
  return [...broken, ...(await judgeLost(clones, { head, draw, known, said }))];
}

/**
 * If a part of a record is lost, the whole record must count as unknown, never as empty. Only files with secrets or
 * incomplete addresses are removed here, because the loss of hints does no harm.
 */
async function judgeLost(
  clones: Clones,
  { head, draw, known, said }: { head: string; draw: Draw; known: Known; said: (is: string) => string },
): Promise<readonly string[]> {
  const { blobs } = clones.objects.memory;
  const all = known.left.size + known.secrets.size;
  const own = [...blobs].filter(([, text]) => isNow(text, known));
  const gone = own[under(draw, own.length)];
  if (!gone || all === 0) return [];
  blobs.delete(gone[0]);
  const read = await readOf(clones.clone(head), clones, "all");
  blobs.set(...gone);
  const is = said(read?.lost ? "lost" : "read");
  return is === "lost" ? [] : [`record of several: is ${is} though ${gone[1].trim()} is gone`];
}

/** True for a file of the current record that has a current secret or an incomplete address. */
function isNow(text: string, { secrets, left }: Known): boolean {
  const isLeft = ([target, because]: readonly [string, string]) =>
    text.includes(`"${target}/`) && text.includes(`"because":"${because}"`);
  return [...secrets.values()].some((each) => text.includes(`"${each}"`)) || [...left].some(isLeft);
}

function recordOf(
  { secrets, left }: Known,
  { key, own, head }: { readonly key: string; readonly own: readonly string[]; readonly head: string },
): ApplyRecord {
  const counts = { applied: 1, converged: 2, failed: 0, unknown: 0, skipped: 0 };
  const fixed = { format: "trueup.record", version: 2, environment: "virtual", tool: "0.0.0" } as const;
  return {
    ...{ ...fixed, time: "2026-01-01T00:00:00.000Z", actor: "a", fingerprint: "f", counts },
    leftBehind: [...left].map(([target, because]) => ({ address: addressIn(target), because, commit: head })),
    secrets: {
      key,
      of: own.flatMap((target) => {
        const fingerprint = secrets.get(target);
        return fingerprint === undefined
          ? []
          : [{ address: addressIn(target), path: "/password", fingerprint }];
      }),
    },
  };
}

function addressIn(target: string): Address {
  return `${target}/thing/one`;
}

function mustBe({ secrets, left }: Known, about: "all" | readonly string[]): readonly string[] {
  const own = [...secrets].filter(([target]) => about === "all" || about.includes(target));
  return [
    ...own.map(([target, fingerprint]) => `${addressIn(target)}: ${fingerprint}`),
    ...[...left].map(([target, because]) => `${addressIn(target)}: ${because}`),
  ];
}

function linesOf(applied: AppliedRef | undefined): readonly string[] {
  if (!applied || applied.lost) return [applied?.lost?.problem.message ?? "none"];
  const { secrets, leftBehind } = applied.record;
  return [
    ...(secrets?.of ?? []).map(({ address, fingerprint }) => `${address}: ${fingerprint}`),
    ...leftBehind.map(({ address, because }) => `${address}: ${because}`),
  ];
}

/** Returns the record as a clone reads it right after a fetch. */
async function readOf(
  { of, repository }: Clone,
  { refs }: Clones,
  secretsOf: "all" | readonly string[],
): Promise<AppliedRef | undefined> {
  for (const [ref, id] of refs) of.here.refs.set(ref, id);
  const read = await readApplied(repository, prefix, secretsOf);
  return read && "applied" in read ? read.applied : undefined;
}
