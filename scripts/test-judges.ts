/**
 * Silences each decision of the simulations' judges, one at a time, and checks whether a lie then goes unnoticed:
 * `npm run test:judges`. Each lie in the `*-can-fail` tests runs once, and again with the seed that noticed it.
 * Fails if every lie is still noticed after a decision was silenced, except for listed decisions.
 */

import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Liar } from "../test/simulation/lies/noticing.ts";
import { unprovenSites } from "../test/simulation/lies/unproven.ts";
import { mutateJudges, silence, silent, sites } from "./judges/silenced.ts";
import { collected, collectFile, runTests } from "./mutations/collected.ts";

interface Lie {
  readonly test: string;
  readonly ask: Liar;
  readonly text: RegExp;
  readonly seed: number;
  /** The sites in the judges that complain about this lie with this seed. */
  readonly spoken: ReadonlySet<number>;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const files = [
  ...["pace", "product", "histories"].map((name) => `test/simulation/${name}-can-fail.test.ts`),
  "test/scenarios/settled/sagas.test.ts",
  "test/scenarios/memory/histories.test.ts",
];

mutateJudges();
const stand = new URL("./mutations/collected.ts", import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === "vitest" && context.parentURL !== stand
      ? { url: stand, shortCircuit: true }
      : next(name, context),
});
process.env.TRUEUP_TESTS = "short";
for (const file of files) await collectFile(file, pathToFileURL(resolve(file)).href);
process.exitCode = await main();

async function main(): Promise<0 | 1> {
  const { lies, others } = await noticedLies();
  const survivors: number[] = [];
  for (const number of sites.keys()) {
    if (silent.has(number)) continue;
    silence.silenced = number;
    const isNoticed = (await isMissed(number, lies)) || (await fails(others));
    silence.silenced = undefined;
    if (!isNoticed) survivors.push(number);
  }
  const all = sites.length - silent.size;
  const found = survivors.flatMap((number) => sites[number] ?? []);
  const isListed = ({ file, code }: { readonly file: string; readonly code: string }) =>
    unprovenSites.some((one) => one.file === file && one.code === code);
  const open = found.filter((site) => !isListed(site));
  const stale = unprovenSites.filter(
    (one) => !found.some(({ file, code }) => one.file === file && one.code === code),
  );
  for (const { place, code } of open) say(`nobody notices: ${place}\n  ${code}`);
  for (const { file, code } of stale) say(`listed, and noticed or gone: ${file}\n  ${code}`);
  say(
    `${all} decisions of judges, ${all - found.length} of which lies show; ` +
      `${found.length - open.length} listed, ${open.length} open`,
  );
  return open.length + stale.length > 0 ? 1 : 0;
}

/** Runs the unchanged tests. Returns which lies are noticed where, and the tests without any lies. */
async function noticedLies() {
  const { listenToNoticed } = await import("../test/simulation/lies/noticing.ts");
  const lies: Lie[] = [];
  let test = "";
  listenToNoticed((lie) => lies.push({ ...lie, test, spoken: new Set() }));
  await runTests(
    collected.filter(({ id }) => !id.includes("whatever")),
    ({ id }) => {
      test = id;
    },
    ({ id }, error, ms) => {
      say(
        `${(ms / 1000).toFixed(1).padStart(7)} s  ${id}${error instanceof Error ? `: ${error.stack}` : ""}`,
      );
      return "go on";
    },
  );
  const withSpoken: Lie[] = [];
  for (const lie of lies) {
    silence.spoken.clear();
    if (await isNoticed(lie)) withSpoken.push({ ...lie, spoken: new Set(silence.spoken) });
    else say(`not noticed again: ${lie.test}, seed ${lie.seed}`);
  }
  const own = new Set(lies.map((lie) => lie.test));
  const others = collected.filter(({ id }) => !own.has(id) && !id.includes("whatever"));
  return { lies: withSpoken, others };
}

async function isNoticed({ ask, text, seed }: Lie): Promise<boolean> {
  const said = await ask(seed).catch((error: unknown) => [`threw: ${error}`]);
  return said.some((line) => text.test(line));
}

/** True if a lie at which the site complains is no longer noticed. */
async function isMissed(number: number, lies: readonly Lie[]): Promise<boolean> {
  for (const lie of lies) if (lie.spoken.has(number) && !(await isNoticed(lie))) return true;
  return false;
}

async function fails(tests: typeof collected): Promise<boolean> {
  let isFailed = false;
  await runTests(
    tests,
    () => {},
    (_, error) => {
      isFailed ||= error !== undefined;
      return isFailed ? "enough" : "go on";
    },
  );
  return isFailed;
}
