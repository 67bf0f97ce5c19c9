/** The work for one world of the cliffs benchmark: from texts to the printed plan, in memory. */

import { diff } from "../../src/diff/diff.ts";
import type { Driver } from "../../src/drivers/contract/contract.ts";
import { driversWith } from "../../src/drivers/index.ts";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import type { Project } from "../../src/model/project.ts";
import type { SourceText } from "../../src/model/source.ts";
import { observe } from "../../src/observe/observe.ts";
import { plan } from "../../src/plan/plan.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";
import { planText } from "../../src/report/plan/plan-text.ts";
import { plain } from "../../src/report/text/style.ts";
import { digest } from "../../src/runtime/digest.ts";
import { cliffTargets } from "./cliff-session.ts";
import { cliffFiles } from "./cliff-worlds.ts";
import { written } from "./cliff-written.ts";

const drivers = driversWithoutWholes();

/** The plan of a world, or the fault that makes the world unusable. */
interface WorldPlan {
  readonly resources: number;
  /** Why this benchmark cannot generate values for the kind; absent if it can. */
  readonly fault?: string | undefined;
}

/** Prepares a world; returns the function that plans it. */
export function worldWork(name: string, resources: number, group: number): () => Promise<WorldPlan> {
  const { target, texts } = sources(name, resources, group);
  const project = loadProject({
    folder: "/bench",
    file: {
      path: "trueup.yaml",
      text: `version: 1\nenvironment: bench\ntargets: { it: ${target} }\nsecrets: { allow: ["env:*"] }\n`,
    },
    drivers,
  });
  if (!project.project) throw new Error(JSON.stringify(project.problems));
  const files = texts.map((text, n) => ({ path: `desired-state/${String(n).padStart(6, "0")}.yaml`, text }));
  const of = project.project;
  return () => planned(of, files);
}

async function planned(project: Project, files: readonly SourceText[]): Promise<WorldPlan> {
  const { desired, problems } = load({ project, files, drivers });
  const faults = problems.filter(({ severity }) => severity === "error");
  if (faults.length > 0) return { resources: 0, fault: faults[0]?.message };
  const targets = cliffTargets(project, desired, drivers);
  const takenAt = "2026-01-01T00:00:00Z";
  const snapshot = await observe({ desired, targets, takenAt }, new AbortController().signal);
  const comparison = diff({ desired, snapshot });
  const facts = new Map(
    [...targets].map(([each, { driver, dialect }]) => {
      const kinds = new Map((dialect.kinds ?? driver.kinds).map((kind) => [kind.name, kind]));
      return [each, { kinds, dialect, requestsPerSecond: dialect.limits.requestsPerSecond }];
    }),
  );
  const reads = snapshot.requests;
  const made = plan({ comparison, desired, environment: "bench", facts, reads, prune: false, digest });
  planText(made, plain);
  return { resources: desired.resources.size };
}

function sources(
  name: string,
  resources: number,
  together: number,
): { target: string; texts: readonly string[] } {
  const own = written[name];
  if (own) return { target: own.target, texts: [own.file(resources)] };
  const [product = "", kind = ""] = name.split(" ");
  const source = catalogsIn();
  const called = source.names.find((each) => each.product === product);
  if (!called) throw new Error(`there is no product ${product}`);
  const named = called.dialect === "neutral" ? "" : `, dialect: ${product}`;
  const target = `{ interface: ${called.interface}${named}, url: https://it.example.net, credential: CREDENTIAL }`;
  const driver = drivers.find((each) => each.interface === called.interface);
  const dialect = driver?.dialect(product, {});
  const kinds = dialect?.kinds ?? driver?.kinds ?? [];
  const keys = (of: string) => kinds.find((each) => each.name === of)?.keys;
  const texts = cliffFiles({ catalog: source.read(product), kind, resources, together, keys });
  return { target: withCredential(target), texts };
}

const forms = [
  "{ token: { secret: env:KEY } }",
  "{ apiKey: { secret: env:KEY } }",
  "{ username: { secret: env:KEY }, password: { secret: env:KEY } }",
  "{ clientId: { secret: env:KEY }, clientSecret: { secret: env:KEY } }",
  "{ refreshToken: { secret: env:KEY } }",
];

/** Returns the target with the first form of a credential that it accepts. */
function withCredential(target: string): string {
  const fits = forms.find((form) => {
    const text = `version: 1\nenvironment: bench\ntargets: { it: ${target.replace("CREDENTIAL", form)} }\n`;
    return (
      loadProject({ folder: "/bench", file: { path: "trueup.yaml", text }, drivers }).project !== undefined
    );
  });
  return target.replace("CREDENTIAL", fits ?? forms[0] ?? "");
}

/**
 * Returns the drivers without bulk reads. The session of this benchmark does not answer bulk reads, so each list is
 * read per parent.
 */
function driversWithoutWholes(): readonly Driver[] {
  const source = catalogsIn();
  const read = (name: string) => {
    const { product, kinds } = source.read(name);
    return { product, kinds: kinds.map(({ whole: _, ...kind }) => kind) };
  };
  return driversWith({ names: source.names, read });
}
