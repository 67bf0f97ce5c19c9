/** Judges as they are imported while they are mutated: each of their decisions can be silenced, and says that it spoke. */

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../planted/copy.ts";
import { type Site, withSwitches } from "./sites.ts";

/** What judges are asked through. */
interface Switch {
  /** The number of the site that says nothing. */
  silenced: number | undefined;
  /** The sites that have said something since it was emptied. */
  readonly spoken: Set<number>;
}

/** The sites of all that was imported, by number. */
export const sites: Site[] = [];

/** Those that give nothing. */
export const silent = new Set<number>();

/** Which one is silent. */
export const silence: Switch = { silenced: undefined, spoken: new Set() };

/** Where judges are that lies ask by themselves, and not through all that a seed of decisions plays. */
const rooms =
  /^test\/simulation\/(?:product|histories|settling|decisions\/pace|decisions\/joints|decisions\/unseen\/lists\.ts)\b(?!-|\/reduced|\/dues)/;

/** From now on judges are imported so. */
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

/** Who notes its complaints in a list is no site itself. */
function lines(number: number, said: Said): Said {
  if (said instanceof Promise) return said.then((all) => lines(number, all)).then((all) => all ?? []);
  if (said === undefined) {
    silent.add(number);
    return said;
  }
  if (said.length > 0) silence.spoken.add(number);
  return silence.silenced === number ? [] : said;
}
