/**
 * Runs shards in this process. The state is in Git and in journals. The journals are files, unless a database keeps
 * them.
 */

import type { World } from "../../engine/open.ts";
import { makePlan, type PlannedRun } from "../../engine/reconcile.ts";
import { missingConsents } from "../../engine/recorded-apply/consents.ts";
import { lastApplied, recordedApply } from "../../engine/recorded-apply/recorded-apply.ts";
import { withLastLeft } from "../../engine/recorded-apply/run-journal.ts";
import { type ComparedSides, compareSides } from "../../engine/sides/compared-sides.ts";
import { targetIs } from "../../engine/sides/earlier-look.ts";
import { driftWord, onlyMatching } from "../../engine/sides/only.ts";
import { type OpenedSides, openSides, planRequest } from "../../engine/sides/opened-sides.ts";
import { KeptResults } from "../../kept/kept.ts";
import type { JournalStore } from "../../model/journal.ts";
import type { Snapshot } from "../../model/live/snapshot.ts";
import { hasErrors, type Problem } from "../../model/problem.ts";
import { Budgets } from "../../pace/budgets.ts";
import { type ReadProject, type ReadProjectResult, readProject } from "../../project/read.ts";
import { planWithout, problemsWithout } from "../../report/without-secrets.ts";
import { toolVersion } from "../../runtime/files/shipped.ts";
import type { LogOptions } from "../../runtime/log.ts";
import { openRedactor, type Redactor } from "../../runtime/secrets/redactor.ts";
import { computed } from "../../runtime/signals.ts";
import type { SessionsPort } from "../../sessions/port.ts";
import { disallowedSecrets } from "./allowed-secrets.ts";
import type { LookRequest, Runner, SeenLook, SeenTarget, Shard, ShardApply, ShardLook } from "./runner.ts";

/** The inputs of the runner. */
export interface RunnerPorts {
  readonly world: World;
  readonly log: Omit<LogOptions, "secrets">;
  /** The budgets for requests. Default: new budgets. */
  readonly budgets?: Budgets | undefined;
  /** The holder of sessions and journals. Default: this process, and files in the folders of projects. */
  readonly elsewhere?: Elsewhere | undefined;
}

/** Sessions and journals that this process does not hold. */
interface Elsewhere {
  sessions(priority: "apply" | "schedule"): SessionsPort;
  /** The journal of a shard's environment. */
  journalOf(shard: Shard, environment: string): JournalStore;
}

/** The cached data of a shard between requests. */
interface KeptShard {
  readonly results: KeptResults;
  /** The data read from Git, and the inputs on which it depends. If absent, nothing was read yet. */
  sides?: { readonly from: readonly unknown[]; readonly of: ComparedSides } | undefined;
}

/** The inputs of an earlier result, cached for the next request. */
interface KeptLook {
  readonly made: PlannedRun;
  readonly read: ReadProject;
}

interface On extends Omit<RunnerPorts, "budgets"> {
  readonly budgets: Budgets;
  readonly kept: KeptShard;
  readonly looks: WeakMap<SeenLook, KeptLook>;
}

/** Runs the shards of one process, with shared budgets. */
export function inProcessRunner(ports: RunnerPorts): Runner {
  const { budgets = new Budgets(ports.world.clock), elsewhere } = ports;
  const all = new Map<string, KeptShard>();
  const looks = new WeakMap<SeenLook, KeptLook>();
  const onFor = (shard: Shard, priority: "apply" | "schedule"): On => {
    const { id } = shard;
    const kept = all.get(id) ?? { results: new KeptResults() };
    all.set(id, kept);
    const own = elsewhere && elsewhereFor(elsewhere, shard, priority);
    return { ...ports, world: { ...ports.world, ...own }, budgets, kept, looks };
  };
  return {
    look: (shard, request) => look(onFor(shard, "schedule"), shard, request),
    apply: (shard, request) => apply(onFor(shard, "apply"), shard, request),
  };
}

function elsewhereFor(
  elsewhere: Elsewhere,
  shard: Shard,
  priority: "apply" | "schedule",
): Pick<World, "sessions" | "journalOf"> {
  return {
    sessions: elsewhere.sessions(priority),
    journalOf: ({ environment }) => elsewhere.journalOf(shard, environment),
  };
}

async function readShard({ kept }: On, { projectFile, into }: Shard): Promise<ReadProjectResult> {
  return readProject(projectFile, projectFile, { kept: kept.results, revision: into });
}

async function look(on: On, shard: Shard, request: LookRequest): Promise<ShardLook> {
  const found = await readShard(on, shard);
  request.signal.throwIfAborted();
  const { read } = found;
  if (!read || hasErrors(found.problems)) return { is: "failed", problems: found.problems };
  const disallowed = disallowedSecrets(read, shard.secrets);
  if (disallowed.length > 0) return { is: "failed", read, problems: disallowed };
  const sides = await sidesOf(on, shard, { ...found, read });
  if ("wrong" in sides) return { is: "failed", read, problems: sides.wrong };
  return lookAt(on, narrowed(sides, request.only), { shard, request });
}

/**
 * The desired state and the base from Git. They are read again only if the project, the commit or the refs have
 * changed.
 */
async function sidesOf(
  { kept }: On,
  { commit, refs, into }: Shard,
  { read, problems, folder = read.project.folder }: ReadProjectResult & { readonly read: ReadProject },
): Promise<ComparedSides | { readonly wrong: readonly Problem[] }> {
  const from = [read.project, read.loaded, read.drivers, commit, refs, into];
  const known = kept.sides;
  if (known?.from.every((one, at) => one === from[at])) return { ...known.of, read };
  const sides = await compareSides({ read, folder, problems }, { git: "read", proposalBase: into }, folder);
  const isWhole = !("wrong" in sides) && !sides.state?.repository.unreachable;
  kept.sides = isWhole ? { from, of: sides } : undefined;
  return sides;
}

function narrowed(sides: ComparedSides, only: readonly string[] | undefined): ComparedSides {
  return { ...sides, only: onlyMatching(only), driftOnly: only?.includes(driftWord) ?? false };
}

async function lookAt(
  { world, log, budgets, looks }: On,
  sides: ComparedSides,
  { shard, request }: { readonly shard: Shard; readonly request: LookRequest },
): Promise<ShardLook> {
  const { read } = sides;
  const redactor = request.redactor ?? openRedactor();
  const { opened, problems } = await openSides(sides, {
    env: shard.secrets.env,
    log,
    budgets,
    world,
    owner: shard.id,
    redactor,
    listener: request.listener,
    cut: request.signal,
    secrets: "shown",
    since: !request.full && shard.into === undefined,
    proposal: shard.into !== undefined,
  });
  if (!opened) return { is: "failed", read, problems: problemsWithout(problems, redactor) };
  try {
    const store = world.journalOf?.(read.project);
    return await planned(opened, { shard, request, redactor, looks, store });
  } finally {
    await opened.context.close();
  }
}

interface Planning {
  readonly shard: Shard;
  readonly request: LookRequest;
  readonly redactor: Redactor;
  readonly looks: WeakMap<SeenLook, KeptLook>;
  readonly store: JournalStore | undefined;
}

async function planned(opened: OpenedSides, of: Planning): Promise<ShardLook> {
  const { shard, request, redactor, looks } = of;
  const { context, memory, read, problems } = opened;
  const { only, earlier: { look: before, anew = new Set() } = {} } = request;
  const earlier = before && looks.get(before);
  const wanted = planRequest(opened, { tool: toolVersion(), only });
  // The author of a pull request could forge a journal among its files, so it is not read.
  const asked = shard.into === undefined ? await withLastLeft(wanted, read.project, of.store) : wanted;
  const others = earlier ? definedOtherwise(read, earlier.read) : new Set<string>();
  const seen = earlier && {
    snapshot: earlier.made.snapshot,
    pending: earlier.made.plan.pending,
    anew: targetIs((target) => anew.has(target) || others.has(target)),
  };
  const made = await makePlan(context, { ...asked, earlier: seen }, request.signal);
  const plan = await computed(made.plan.changes.length, () => planWithout(made.plan, redactor));
  const look: SeenLook = {
    is: "seen",
    read,
    problems: problemsWithout(problems, redactor),
    plan,
    made,
    targets: seenTargets(made.snapshot),
    findings: missingConsents(made.plan, { ...context, memory }, []),
    last: lastApplied(opened),
    secrets: redactor,
  };
  // The reference to the earlier result is dropped. Otherwise each result would keep all earlier ones in memory.
  looks.set(look, { read, made: { ...made, request: { ...made.request, earlier: undefined } } });
  return look;
}

function seenTargets({ observations }: Snapshot): ReadonlyMap<string, SeenTarget> {
  const all = new Map<string, { known: number; problem?: Problem }>();
  for (const [address, one] of observations) {
    const name = address.slice(0, address.indexOf("/"));
    const state = all.get(name) ?? { known: 0 };
    all.set(name, state);
    if (one.state === "unknown") state.problem ??= one.problem;
    else state.known += 1;
  }
  return all;
}

/** The targets with a changed definition, in the project file or in files that it names. */
function definedOtherwise(now: ReadProject, before: ReadProject): ReadonlySet<string> {
  if (now.project === before.project && now.drivers === before.drivers) return new Set();
  const wordsOf = ({ project, definitions }: ReadProject) => {
    const by = definitions?.() ?? {};
    return new Map(
      [...project.targets].map(([name, { at: _, ...target }]) => [name, JSON.stringify([target, by[name]])]),
    );
  };
  const [words, were] = [wordsOf(now), wordsOf(before)];
  return new Set([...words].flatMap(([name, text]) => (were.get(name) === text ? [] : [name])));
}

async function apply(on: On, shard: Shard, { earlier: before, ...request }: ShardApply) {
  const project = await readShard(on, shard);
  const disallowed = project.read ? disallowedSecrets(project.read, shard.secrets) : [];
  const { world, log, budgets, kept, looks } = on;
  // The apply may move refs, so the sides from Git are read again.
  kept.sides = undefined;
  const { made } = (before && looks.get(before)) ?? {};
  const earlier = made && { snapshot: made.snapshot, pending: made.plan.pending };
  return recordedApply(
    { ...project, problems: [...project.problems, ...disallowed] },
    { ...request, earlier, env: shard.secrets.env, log, budgets, world, owner: shard.id },
  );
}
