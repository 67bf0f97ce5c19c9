/**
 * Simulates imports. Each live resource must be declared once, with its live values, and with no other resource's
 * secret. The next plan must then be empty.
 */

import { type ImportResult, importLive } from "../../../../src/import/import.ts";
import { selectionOf } from "../../../../src/import/selection.ts";
import { inheritedBy, load } from "../../../../src/load/load.ts";
import { addressParts } from "../../../../src/model/address.ts";
import type { Desired } from "../../../../src/model/desired.ts";
import { isObject, type Json } from "../../../../src/model/json.ts";
import type { SourceText } from "../../../../src/model/source.ts";
import { discover } from "../../../../src/observe/discover.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { stage } from "../../../servers/virtual-time/run.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import {
  type Case,
  drivers,
  type Hall,
  type Label,
  type Look,
  type Museum,
  project,
  wireOf,
} from "./museum.ts";

/** Falsifies an imported text, to test that the checks notice it. */
export type ImportLie = (text: string) => string;

/** The scenario runs in every n-th seed. */
const playedEvery = 8;

/** Imports everything at once; or first some halls, and then the rest with the first files present. */
export async function judgeImported(
  seed: number,
  lie: ImportLie = (text) => text,
): Promise<readonly string[]> {
  if (seed % playedEvery !== 5) return [];
  const draw = seeded(seed * 16 + 33);
  const museum = museumOf(draw);
  const first = maybe(draw, 0.6) ? someOf(museum, draw) : museum;
  const isFactored = maybe(draw, 0.5);
  const broken: string[] = [];
  let there: Readonly<Record<string, string>> = {};
  let known: ReadonlySet<string> = new Set();
  for (const live of first === museum ? [museum] : [first, museum]) {
    const { files, ...came } = await imported({ live, there, isFactored, lie });
    broken.push(...came.broken, ...judgeDeclared(came.desired, live, known));
    broken.push(...came.leftOut.map((what) => `left out: ${what}`));
    there = { ...there, ...files };
    known = new Set(came.desired.resources.keys());
  }
  return broken.map((line) => `imported${isFactored ? " in fewer lines" : ""}: ${line}`);
}

interface Importing {
  readonly live: Museum;
  readonly there: Readonly<Record<string, string>>;
  readonly isFactored: boolean;
  readonly lie: ImportLie;
}

interface Imported {
  readonly files: Readonly<Record<string, string>>;
  readonly desired: Desired;
  readonly leftOut: readonly string[];
  readonly broken: readonly string[];
}

async function imported({ live, there, isFactored, lie }: Importing): Promise<Imported> {
  const setting = { project, drivers, seed: {}, between: () => wireOf(live) };
  const { clock, context } = stage({ ...setting, files: there });
  const target = "museum";
  const open = context.targets.get(target);
  if (!open) throw new Error("the museum is not open");
  const calm = new AbortController().signal;
  const selection = selectionOf([], { target, driver: open.driver });
  const { found } = await clock.run(discover({ ...selection, open, devices: [] }, calm));
  const files = Object.entries(there).map(([path, text]): SourceText => ({ path, text }));
  const reading = { project: context.project, drivers };
  const result: ImportResult = importLive({
    ...{ target, driver: open.driver, found, desired: context.desired, isWanted: selection.isWanted },
    layout: {
      ...{ target, folder: `desired-state/${target}`, there: files.map(({ path }) => path) },
      inherited: (folder) => inheritedBy({ ...reading, files }, folder),
    },
    ...{ sharing: "each", repeatsSecret: () => false, isDeclared: () => true, references: true },
    ...(isFactored && { factor: true }),
    reload: (more) => load({ ...reading, files: [...files, ...more] }),
  });
  const texts = Object.fromEntries(result.files.map(({ path, text }) => [path, lie(text)]));
  const overwritten = Object.keys(texts).filter((path) => Object.hasOwn(there, path));
  const all = Object.entries({ ...there, ...texts }).map(([path, text]) => ({ path, text }));
  const [fault] = load({ ...reading, files: all }).problems.filter(({ severity }) => severity === "error");
  const unread = [`the files cannot be read: ${fault?.message}`];
  if (fault) return { files: {}, desired: context.desired, leftOut: [], broken: unread };
  const after = stage({ ...setting, files: { ...there, ...texts } });
  const { plan } = await after.plan({ base: { resources: new Map(), locate: () => undefined } });
  return {
    files: texts,
    desired: after.context.desired,
    // An import does not add children to a hall that is already declared. It lists them for a person.
    leftOut: result.leftOut.filter(({ reason }) => !/declared already/.test(reason)).map(({ what }) => what),
    broken: [
      ...overwritten.map((path) => `${path} is written over`),
      ...plan.changes.map(({ action, address }) => `the next plan has ${action} ${address}`),
      ...plan.unknown.map(({ address }) => `the next plan knows nothing of ${address}`),
    ],
  };
}

/**
 * Each locked case must have its own reference to a code, and an open case must have none. A label may refer to a case
 * only if it is certain which case is meant.
 */
function judgeDeclared(
  { resources }: Desired,
  { halls, labels }: Museum,
  known: ReadonlySet<string>,
): readonly string[] {
  const all = [...resources.values()];
  const references = all.flatMap(({ value, address, kind }) => {
    const code = isObject(value) ? value.code : undefined;
    return kind === "case" && code !== undefined ? [{ address, code: JSON.stringify(code) }] : [];
  });
  const shared = [...Map.groupBy(references, ({ code }) => code)].filter(([, own]) => own.length > 1);
  const named = (value: Json) => (isObject(value) ? String(value.name) : "");
  const locked = halls.flatMap((hall) =>
    hall.cases.filter(({ isLocked }) => isLocked).map(({ name }) => name),
  );
  const declared = new Set(all.filter(({ kind }) => kind === "case").map(({ value }) => named(value)));
  // The labels that this import declares. The labels of an earlier import were judged after that import.
  const labelled = all.filter(({ kind, address }) => /^(?:label|note)$/.test(kind) && !known.has(address));
  return [
    ...shared.map(([code, own]) => `${own.map(({ address }) => address).join(" and ")} have ${code}`),
    ...differ(
      "code",
      references.map(({ address }) => named(resources.get(address)?.value ?? null)),
      locked.filter((name) => declared.has(name)),
    ),
    ...labelled.flatMap(({ value, kind, parent }) => {
      const one = labels.find(({ name }) => name === named(value));
      const own = isObject(value) ? value.case : undefined;
      if (one === undefined || typeof own !== "string") return [];
      const meant = resources.get(`museum/case/${own}`);
      const hall = meant?.parent === undefined ? undefined : resources.get(meant.parent);
      const at = halls.findIndex(({ name }) => name === named(hall?.value ?? null));
      // A note refers to a case in its own hall, if that hall has a case with the number.
      const isOnly = halls.filter(hasCase(one.caseId)).length === 1;
      const isSure = isOnly || (kind === "note" && meant?.parent === parent);
      const isIt = named(meant?.value ?? null) === halls[at]?.cases[Number(one.caseId) - 1]?.name;
      return isSure && isIt
        ? []
        : [`${named(value)} names ${addressParts(`museum/case/${own}`).key}, and nothing says so`];
    }),
  ];
}

const hasCase = (id: string) => (hall: Hall) => hall.cases[Number(id) - 1] !== undefined;

const halls = ["Stone Age", "Bronze Age", "Iron Age", "Sea", "Stone age!", "Sky", "Toys"] as const;
const words = ["Axe", "Pot", "Ship", "Ring"] as const;

function museumOf(draw: Draw): Museum {
  const count = pick(draw, [2, 3, 5, 6, 7]);
  // The look that nearly all cases have. An import can make it a default, and must then declare the exceptions.
  const usual: Look | undefined = maybe(draw, 0.7) ? { light: 10, color: "white" } : undefined;
  const other = (): Look | undefined => pick(draw, [undefined, lookOf(draw), { ...usual, color: undefined }]);
  const own = () => (usual && maybe(draw, 0.85) ? usual : other());
  const made = halls.slice(0, count).map((name): Hall => {
    const cases = Array.from({ length: under(draw, 4) }, (_, at): Case => {
      return { name: `${words[at]} of the ${name}`, look: own(), isLocked: maybe(draw, 0.6) };
    });
    return { name, look: own(), cases };
  });
  const labels = Array.from({ length: under(draw, 4) }, (_, at): Label => {
    const hall = maybe(draw, 0.5) ? under(draw, count) : undefined;
    return { name: `Label ${at}`, caseId: `${1 + under(draw, 3)}`, hall };
  });
  return { halls: made, labels };
}

function lookOf(draw: Draw): Look {
  return {
    light: maybe(draw, 0.7) ? pick(draw, [10, 50]) : undefined,
    color: maybe(draw, 0.7) ? pick(draw, ["white", "warm"]) : undefined,
  };
}

/** Returns the museum at the first import, with fewer halls. */
function someOf({ halls: all, labels }: Museum, draw: Draw): Museum {
  const count = 1 + under(draw, all.length - 1);
  return {
    halls: all.slice(0, count),
    labels: labels.filter(({ hall }) => hall === undefined || hall < count),
  };
}
