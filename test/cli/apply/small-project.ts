/** A repository that declares some networks, with a simulator of its own. */

import { logReport } from "../../../src/simulator/log.ts";
import { repository } from "../../git/repositories.ts";
import { projectFor, simulator } from "../command.ts";

/** The repository, and the number of writes that its simulator has accepted. */
export interface SmallProject {
  readonly cwd: string;
  readonly writes: () => number;
}

/** Creates a repository with a committed declaration of this many networks, which do not exist yet. */
export async function declaring(count: number): Promise<SmallProject> {
  const networks = Array.from(
    { length: count },
    (_, n) => `  n${n}: { name: Network ${n}, timeZone: Europe/Berlin }\n`,
  );
  const served = await simulator();
  const cwd = repository({
    "trueup.yaml": projectFor(served),
    ".gitignore": ".trueup/\n",
    "desired-state/networks.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks.join("")}`,
  });
  return { cwd, writes: () => Number(logReport(served.world().log).writes) };
}
