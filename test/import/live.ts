/** Imports from simulated servers in virtual time, and plans the result. */

import { makePlan } from "../../src/engine/reconcile.ts";
import { type ImportResult, importLive } from "../../src/import/import.ts";
import type { ReferenceSharing } from "../../src/import/references.ts";
import { selectionOf } from "../../src/import/selection.ts";
import { inheritedBy, load } from "../../src/load/load.ts";
import type { Desired } from "../../src/model/desired.ts";
import { holdsHidden } from "../../src/model/live/hidden.ts";
import type { SourceText } from "../../src/model/source.ts";
import { discover } from "../../src/observe/discover.ts";
import { drivers } from "../../src/project/drivers.ts";
import type { World, WorldSeed } from "../../src/simulator/world.ts";
import { projectText, type Setting, stage } from "../servers/virtual-time/run.ts";

/** What is imported, and how. */
export interface Importing extends Pick<Setting, "project" | "between" | "drivers"> {
  readonly seed: WorldSeed;
  readonly files?: Readonly<Record<string, string>>;
  readonly target?: string;
  readonly only?: readonly string[];
  readonly hosts?: readonly string[];
  readonly secrets?: boolean;
  readonly sharing?: ReferenceSharing;
  /** The base of the plan after the import: what counts as applied. Default: nothing is known about it. */
  readonly base?: Desired;
  readonly settings?: Setting["settings"];
  /** The servers' state. Default: the state that `seed` describes. */
  readonly world?: World;
}

/** A base that says that nothing has been applied yet. */
export const nothingApplied = { resources: new Map(), locate: () => undefined };
const merakiProject = projectText()
  .replace("interface: dashboard\n", "interface: dashboard\n    dialect: meraki\n")
  .replace('["env:*_PSK"]', '["env:*"]');
/** The kinds of which the simulated company has resources. Meraki's catalog has more kinds. */
export const companyKinds = ["network", "ssid", "networkNetflow", "dashboardDevice"];

/** Settings for an import of the target `cloud` in the dialect `meraki`, limited to the company's kinds. */
export const meraki: Pick<Importing, "project" | "settings" | "only"> = {
  project: merakiProject,
  only: companyKinds.map((kind) => `cloud/${kind}/*`),
  settings: { dashboardMode: "meraki" },
};

/** Imports, reads everything again, and plans the result. */
export async function imported(of: Importing) {
  const { seed, files: there = {}, target = "cloud", only = [], hosts = [], settings } = of;
  const { project: text, between, sharing = "each", drivers: among = drivers } = of;
  const set = {
    drivers: among,
    ...(settings && { settings }),
    ...(text && { project: text }),
    ...(between && { between }),
  };
  const { clock, context, network } = stage({ files: there, seed, ...set });
  if (of.world) network.world = of.world;
  const open = context.targets.get(target);
  if (!open) throw new Error(`no target ${target}`);
  const { project } = context;
  const calm = new AbortController().signal;
  const selection = selectionOf(only, { target, driver: open.driver });
  const devices = hosts.map((host) => ({ host }));
  const discovery = await clock.run(discover({ ...selection, open, devices }, calm));
  const files = Object.entries(there).map(([path, text]): SourceText => ({ path, text }));
  const result: ImportResult = importLive({
    target,
    driver: open.driver,
    found: discovery.found,
    desired: context.desired,
    isWanted: selection.isWanted,
    layout: {
      target,
      folder: `desired-state/${target}`,
      there: files.map(({ path }) => path),
      inherited: (folder) => inheritedBy({ project, files, drivers: among }, folder),
    },
    sharing,
    repeatsSecret: holdsHidden,
    isDeclared: () => of.secrets === true,
    references: of.secrets === true,
    reload: (more) => load({ project, files: [...files, ...more], drivers: among }),
  });
  const loaded = load({ project, files: [...files, ...result.files], drivers: among });
  const planned = makePlan({ ...context, desired: loaded.desired }, of.base ? { base: of.base } : {}, calm);
  const { plan } = await clock.run(planned);
  const texts = Object.fromEntries(result.files.map(({ path, text }) => [path, text]));
  return { ...result, unknown: discovery.unknown, problems: loaded.problems, plan, texts };
}
