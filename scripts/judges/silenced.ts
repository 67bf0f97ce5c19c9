/** Loads judges so that each of their decisions can be silenced, and each complaint is recorded with its decision. */

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../planted/copy.ts";
import { type Site, withSwitches } from "./sites.ts";

/** The switch that judges are run with. */
interface Switch {
  /** The number of the silenced site. */
  silenced: number | undefined;
  /** The sites that have complained since the set was last cleared. */
  readonly spoken: Set<number>;
}

/** The sites of all loaded judges, by number. */
export const sites: Site[] = [];

/**
 * Sites that turned out to return no list. They are in classes that collect complaints, and are not counted as sites.
 */
export const silent = new Set<number>();

/** The switch that all judges of this process use. */
export const silence: Switch = { silenced: undefined, spoken: new Set() };

/**
 * The folders of the judges that are silenced. The lies in `test/simulation` test these judges directly. All other
 * judges are tested only by whole seeds.
 */
const rooms =
  /^test\/simulation\/(?:product|histories|settling|decisions\/pace|decisions\/joints|decisions\/unseen\/lists\.ts)\b(?!-|\/reduced|\/dues)/;

/** Instruments judges that are imported from now on. */
export function mutateJudges(): void {
  Object.assign(globalThis, { __judged: { text, lines } });
  registerHooks({
    load: (url, context, next) => {
      const path = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : "";
      if (!rooms.test(path)) return next(url, context);
      const switched = withSwitches(path, readFileSync(fileURLToPath(url), "utf8"), sites.length);
      sites.push(...switched.sites);
      return { format: "module-typescript", source: switched.text, shortCircuit: true };
    },
  });
}

function text(number: number, said: string): string {
  silence.spoken.add(number);
  return silence.silenced === number ? "" : said;
}

type Said = readonly string[] | Promise<readonly string[]> | undefined;

/**
 * What a site with a list of complaints returns. A site that returns no list is in a class that collects complaints:
 * it does not count as a site.
 */
function lines(number: number, said: Said): Said {
  if (said instanceof Promise) return said.then((all) => lines(number, all)).then((all) => all ?? []);
  if (said === undefined) {
    silent.add(number);
    return said;
  }
  if (said.length > 0) silence.spoken.add(number);
  return silence.silenced === number ? [] : said;
}
