/**
 * Tests a catalog on a simulated server for its API description: creates, reads, changes and removes one resource of
 * each kind.
 */

import type { Catalog } from "../catalog/schema/kind.ts";
import type { Driver } from "../drivers/contract/contract.ts";
import { withOwnCatalogs } from "../drivers/index.ts";
import { openContext } from "../engine/open.ts";
import { applyPlan, makePlan } from "../engine/reconcile.ts";
import { type LoadResult, load } from "../load/load.ts";
import { loadProject } from "../load/project-file/project.ts";
import { address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Operation } from "../model/plan/step.ts";
import type { Problem } from "../model/problem.ts";
import { drivers } from "../project/drivers.ts";
import { ownPattern } from "../project/own-patterns.ts";
import type { ReadProject } from "../project/read.ts";
import { declaredFor, declaredText, isChanged, type TrialDeclaration, type TrialFacts } from "./declared.ts";
import { trialSecret } from "./samples.ts";
import { type KindVerdict, type TrialRun, untriedVerdict, verdictsOf } from "./verdicts.ts";

/** The catalog to test, and the server on which it is tested. */
export interface TrialInput {
  readonly catalog: Catalog;
  /** The server's URL, on the loopback interface. */
  readonly url: string;
  /** The credential in the form that a target would contain, but with plain texts. */
  readonly credential: Readonly<Record<string, string>>;
  readonly fixedKeys: TrialFacts["fixedKeys"];
  readonly signal: AbortSignal;
}

const target = "trial";

/** Returns a verdict for each kind, in catalog order. Never throws because of a catalog or a server. */
export async function tryCatalog(input: TrialInput): Promise<readonly KindVerdict[]> {
  const { catalog } = input;
  const setup = setupFor(input);
  if ("problems" in setup) return noneTried(catalog, setup.problems);
  const declared = declaredWithoutFaults(setup, input);
  const { entries, untried } = declared;
  const states = [undefined, "value", "changed", "none"] as const;
  const loads = states.map((which) => which && loadedAs(setup, declared, which));
  const runs: TrialRun[] = [];
  for (const [at, operation] of (["create", "update", "remove"] as const).entries()) {
    const loaded = loads[at + 1];
    const run = loaded && (await runOf(setup, { operation, loaded, base: loads[at]?.desired }, input));
    if (run && "problems" in run) return noneTried(catalog, run.problems);
    if (run) runs.push(run);
  }
  const addresses = new Map(
    entries.map(({ kind, fullKey }) => [kind.kind, address(target, kind.kind, fullKey)]),
  );
  const changed = new Set(entries.filter(isChanged).map(({ kind }) => kind.kind));
  return verdictsOf(catalog, { addresses, changed, untried }, runs);
}

function noneTried({ kinds }: Catalog, problems: readonly Problem[]): readonly KindVerdict[] {
  const why = problems.map(({ message }) => message).join("; ");
  return kinds.map(({ kind }) => untriedVerdict(kind, why));
}

interface TrialSetup extends Pick<ReadProject, "project" | "drivers" | "credentials"> {
  readonly drivers: readonly Driver[];
}

const folder = "catalog";

function setupFor({
  catalog,
  url,
  credential,
}: TrialInput): TrialSetup | { readonly problems: readonly Problem[] } {
  const { product } = catalog.product;
  const source = { names: [{ product, interface: "rest" as const }], read: () => catalog };
  const own = withOwnCatalogs(drivers, { source, folders: { [folder]: product }, patterns: ownPattern });
  const fields = Object.entries(credential).map(([name]) => [name, { secret: `env:TRIAL_${name}` }]);
  const text = JSON.stringify({
    version: 1,
    environment: "trial",
    targets: {
      [target]: {
        interface: "rest",
        catalog: folder,
        url,
        credential: Object.fromEntries(fields),
        limits: { requestsPerSecond: 1000, concurrency: 4, freshSeconds: 0, createVisibleSeconds: 0 },
        ...removalsOf(catalog),
      },
    },
    secrets: { allow: [`env:${trialSecret}_*`] },
  });
  const file = { path: "the project of the test", text };
  const { project, problems, references } = loadProject({ file, folder: "/", drivers: own });
  return project ? { project, drivers: own, credentials: references } : { problems };
}

/** Returns settings that enable all removals, including the removals that are off by default. */
function removalsOf({ kinds }: Catalog): object {
  const off = kinds.filter(({ removal }) => removal === "off").map(({ kind }) => kind);
  return off.length === 0 ? {} : { settings: { removals: off } };
}

/**
 * Declares as many kinds as possible. A kind whose own schema rejects its sample values is left out, with the reason.
 */
function declaredWithoutFaults(setup: TrialSetup, { catalog, fixedKeys }: TrialInput): TrialDeclaration {
  const without = new Map<string, string>();
  for (;;) {
    const declared = declaredFor(catalog, { fixedKeys, without });
    const all = (["value", "changed"] as const).flatMap((which) => loadedAs(setup, declared, which).problems);
    const problems = all.filter(({ severity }) => severity === "error");
    if (problems.length === 0) return declared;
    const named = problems.flatMap((each) => {
      const kind = each.address?.split("/")[1];
      return kind === undefined || without.has(kind) ? [] : [[kind, each.message] as const];
    });
    const [first] = problems;
    const rest = declared.entries.map(({ kind }) => [kind.kind, first?.message ?? ""] as const);
    for (const [kind, message] of named.length > 0 ? named : rest)
      without.set(kind, `trueup could not create sample values for this kind: ${message}`);
  }
}

function loadedAs(
  setup: TrialSetup,
  declared: TrialDeclaration,
  which: "value" | "changed" | "none",
): LoadResult {
  const text = declaredText(declared, target, which);
  return load({ ...setup, files: [{ path: "trial.yaml", text }] });
}

interface RunInput {
  readonly operation: Operation;
  readonly loaded: LoadResult;
  readonly base: Desired | undefined;
}

/** Plans, applies and plans again. */
async function runOf(
  setup: TrialSetup,
  { operation, loaded, base }: RunInput,
  { credential, signal }: TrialInput,
): Promise<TrialRun | { readonly problems: readonly Problem[] }> {
  const own = Object.entries(credential).map(([name, value]) => [`TRIAL_${name}`, value]);
  const secrets = Array.from({ length: 30 }, (_, at) => [`${trialSecret}_${at}`, `trial secret ${at} of 30`]);
  const { context, problems } = await openContext(
    { ...setup, loaded, files: [], fileName: "trueup.yaml" },
    {
      env: Object.fromEntries([...own, ...secrets]),
      secrets: "needed",
      log: { level: "silent", format: "human" },
      targets: () => true,
      proposal: true,
    },
  );
  if (!context) return { problems };
  try {
    const request = { base, prune: true, onConflict: "overwrite" } as const;
    const made = await makePlan(context, request, signal);
    const result = await applyPlan(context, made, { onConflict: "overwrite", signal });
    const after = await makePlan(context, request, signal);
    return { operation, plan: made.plan, result, after: after.plan };
  } finally {
    await context.close();
  }
}
