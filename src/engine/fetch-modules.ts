/** Downloads the modules of a device one by one. Each is bounded and checked before it is stored. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import { byTextOf } from "../model/compare.ts";
import { type Problem, problem, sentence } from "../model/problem.ts";
import type { SourceText } from "../model/source.ts";
import {
  type LibraryModule,
  libraryFile,
  libraryText,
  moduleName,
  moduleRevision,
} from "../yang/library/library.ts";
import { indexedText } from "../yang/modules/module-set.ts";

/** The downloaded files by plain name, and what was left out. */
export interface FetchedModules {
  readonly files: readonly SourceText[];
  readonly problems: readonly Problem[];
}

const maxModules = 10_000;
const maxCharacters = 32 * 1024 * 1024;
const maxTotal = 256 * 1024 * 1024;

/**
 * Downloads all modules that a device offers. A faulty module is left out, and the others are still downloaded. `told`
 * is called after each module with the number of modules so far and in total.
 */
export async function fetchModules(
  { target, session }: Pick<OpenTarget, "target" | "session">,
  { host, told }: { readonly host: string; readonly told: (done: number, all: number) => void },
  signal: AbortSignal,
): Promise<FetchedModules> {
  const reader = session.modules;
  if (reader === undefined) return { files: [], problems: [noReader(target.name)] };
  const listed = await reader.list(host, signal);
  if ("problem" in listed) return { files: [], problems: [listed.problem] };
  const { wanted, problems } = wantedOf(listed.modules, host);
  const files: SourceText[] = [];
  let total = 0;
  for (const [index, module] of wanted.entries()) {
    if (signal.aborted) break;
    const got = await reader.text(host, module, signal);
    const fault = "problem" in got ? got.problem : textFault(module, got.text, host);
    if (fault !== undefined) problems.push(fault);
    else if ("text" in got) {
      total += got.text.length;
      if (total > maxTotal) return { files: [], problems: [...problems, tooMuch(host, "256 MB of modules")] };
      files.push({ path: fileName(module), text: got.text });
    }
    told(index + 1, wanted.length);
  }
  if (files.length === 0) return { files, problems };
  const kept = new Set(files.map(({ path }) => path));
  const library = wanted.filter((module) => kept.has(fileName(module)));
  const all = [...files, { path: libraryFile, text: libraryText(library) }];
  return { files: all.sort(byTextOf(({ path }) => path)), problems };
}

/** Returns the module names without duplicates. Only valid names are returned, because paths are made from them. */
function wantedOf(
  listed: readonly LibraryModule[],
  host: string,
): { readonly wanted: readonly LibraryModule[]; readonly problems: Problem[] } {
  if (listed.length > maxModules) return { wanted: [], problems: [tooMuch(host, `${maxModules} modules`)] };
  const isNamed = ({ name, revision }: LibraryModule) =>
    moduleName.test(name) && moduleRevision.test(revision);
  const unnamed = listed.filter((each) => !isNamed(each));
  const [first] = unnamed;
  const wanted = new Map(listed.filter(isNamed).map((each) => [fileName(each), each]));
  return {
    wanted: [...wanted.values()].sort(byTextOf(fileName)),
    problems: first ? [badName(host, first, unnamed.length)] : [],
  };
}

function fileName({ name, revision }: LibraryModule): string {
  return revision === "" ? `${name}.yang` : `${name}@${revision}.yang`;
}

function textFault({ name }: LibraryModule, text: string, host: string): Problem | undefined {
  const what = text.length > maxCharacters ? "is longer than 32 MB" : "belongs to another module";
  if (text.length <= maxCharacters && indexedText({ path: name, text }).name === name) return undefined;
  return problem(
    "bad-module",
    sentence`${host}: the text of module ${name} ${what}, so trueup left it out.`,
    {
      hint: "Get this module from the device's vendor.",
    },
  );
}

function badName(host: string, { name, revision }: LibraryModule, count: number): Problem {
  const left = count > 1 ? `this module and ${count - 1} more with invalid names` : "this module";
  const message = sentence`${host}: ${name}@${revision} is not a valid module name, so trueup left out ${left}.`;
  const hint =
    "Report the name to the device's vendor. trueup writes no such file, because it could be outside the folder.";
  return problem("bad-module", message, { hint });
}

function tooMuch(host: string, what: string): Problem {
  return problem("yang-too-large", `${host} has more than ${what}, so trueup writes none of its modules.`);
}

function noReader(target: string): Problem {
  return problem("no-modules", `${target}: devices with this interface do not publish their modules.`, {
    hint: "Name a target with the interface restconf or netconf.",
  });
}
