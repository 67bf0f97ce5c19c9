/** The repetitions in the long form of the tests: one table, read by the tests and by the closing line. */

/** An action that `npm test` repeats `short` times. `npm run test:long` repeats it `long` times. */
export interface LongForm {
  /** The files of the tests that repeat the action, from the root of the project. */
  readonly files: readonly string[];
  /** The name of the action in the plural, as the closing line shows it. */
  readonly what: string;
  readonly short: number;
  readonly long: number;
}

/** All long forms. A short form makes the same claims with fewer cases. */
export const longForms = {
  races: {
    files: ["test/cli/apply/race.test.ts"],
    what: "races of two applies",
    short: 1,
    long: 40,
  },
  mixes: {
    files: ["test/chaos/chaos.test.ts"],
    what: "mixes of faults on the wire",
    short: 1,
    long: 44,
  },
  editedProjects: {
    files: ["test/properties/reviewed-requests/reviewed-requests.test.ts"],
    what: "edits of a project's files, whose requests and approvals are compared",
    short: 12,
    long: 300,
  },
  verifications: {
    files: ["test/scenarios/reads/verified-by-log.test.ts"],
    what: "drawn servers whose writes are verified by a change log, and by reads alone",
    short: 10,
    long: 1000,
  },
  kills: {
    files: ["test/scenarios/sigkill.test.ts"],
    what: "kills with SIGKILL",
    short: 2,
    long: 50,
  },
  plantWays: {
    files: ["test/serve/workers/workers.test.ts"],
    what: "bad ways between a worker in a plant and its server",
    short: 1,
    long: 6,
  },
  servedKills: {
    files: ["test/serve/killed.test.ts"],
    what: "kills of a server with SIGKILL",
    short: 1,
    long: 20,
  },
  codedPlans: {
    files: ["test/model/live/snapshot-codec.test.ts"],
    what: "drawn plans, made again of observations that came through the codec",
    short: 12,
    long: 400,
  },
  codeHosts: {
    files: ["test/serve/hosting.test.ts"],
    what: "hosts of repositories that a server tells of plans and drift",
    short: 1,
    long: 2,
  },
  hostFaults: {
    files: ["test/serve/hosting.test.ts"],
    what: "things that go wrong at such a host",
    short: 1,
    long: 9,
  },
  servedNetworks: {
    files: ["test/serve/environments.test.ts"],
    what: "networks that a server looks at for days",
    short: 200,
    long: 10_000,
  },
  servedDays: {
    files: ["test/serve/environments.test.ts"],
    what: "days that a server looks, in virtual time",
    short: 1,
    long: 7,
  },
  files: {
    files: ["test/security/yaml.test.ts"],
    what: "files in a tree that has too many",
    short: 21_000,
    long: 100_000,
  },
  processes: {
    files: ["test/security/canary.test.ts"],
    what: "commands as processes, their output searched for secrets",
    short: 3,
    long: 91,
  },
  hostileDocuments: {
    files: ["test/security/bounded-documents.test.ts"],
    what: "commands that are given documents without an end, and whose work is counted",
    short: 1,
    long: 5,
  },
  refusedReads: {
    files: ["test/security/canary.test.ts"],
    what: "commands whose reads are all refused with every secret in the answer",
    short: 6,
    long: 15,
  },
  smallInputs: {
    files: ["test/security/small/small-inputs.test.ts"],
    what: "small inputs that mean to take long, each in a process",
    short: 3,
    long: 31,
  },
  signalsWhileLoading: {
    files: ["test/cli/signals-while-loading.test.ts"],
    what: "signals to runs that read what takes seconds",
    short: 2,
    long: 16,
  },
  hostileTexts: {
    files: ["test/security/yaml.test.ts"],
    what: "hostile texts whose cost is counted, each read in two processes",
    short: 2,
    long: 15,
  },
  places: {
    files: ["test/scenarios/devices/moved-places.test.ts"],
    what: "moves between two places that declare the same, over each interface",
    short: 9,
    long: 26,
  },
  otherWriters: {
    files: ["test/scenarios/lost-updates.test.ts"],
    what: "fields that somebody else writes at every moment of an apply",
    short: 4,
    long: 8,
  },
  sections: {
    files: ["test/scenarios/devices/ios-xe-sections.test.ts"],
    what: "ways to write every section of IOS-XE",
    short: 3,
    long: 6,
  },
  emptiedParents: {
    files: ["test/scenarios/devices/removed-with-parent.test.ts"],
    what: "ways to remove the last flag of a container",
    short: 2,
    long: 5,
  },
  fabricKinds: {
    files: ["test/catalog/round-trip/apic.test.ts"],
    what: "kinds of APIC's catalog, each through its whole life",
    short: 10,
    long: 245,
  },
  servers: {
    files: ["test/catalog/round-trip/intersight.test.ts"],
    what: "kinds of Intersight's catalog",
    short: 6,
    long: 48,
  },
  moments: {
    files: ["test/scenarios/crash.test.ts"],
    what: "moments at which a run is killed",
    short: 12,
    long: 405,
  },
  seeds: {
    files: ["test/simulation/faults.test.ts", "test/simulation/more-faults.test.ts"],
    what: "seeds of the simulation",
    short: 60,
    long: 600,
  },
  decisions: {
    files: ["test/simulation/decisions.test.ts"],
    what: "seeds of decisions",
    short: 10,
    long: 600,
  },
  sagas: {
    files: ["test/scenarios/settled/sagas.test.ts"],
    what: "sagas of servers that make something of their own of values",
    short: 30,
    long: 250,
  },
  histories: {
    files: ["test/scenarios/memory/histories.test.ts"],
    what: "histories of runs",
    short: 80,
    long: 3_000,
  },
  deviceTrees: {
    files: ["test/properties/device-trees.test.ts"],
    what: "seeds of trees of devices, over each protocol",
    short: 3,
    long: 100,
  },
  replays: {
    files: ["test/simulation/faults.test.ts"],
    what: "seeds that are replayed",
    short: 5,
    long: 40,
  },
  signals: {
    files: ["test/cli/signals.test.ts"],
    what: "commands that hang, each ended by a signal",
    short: 4,
    long: 14,
  },
  oauth: {
    files: ["test/security/oauth-canary.test.ts"],
    what: "ways in which a server repeats the secrets of OAuth",
    short: 2,
    long: 4,
  },
  ids: {
    files: ["test/security/ids.test.ts"],
    what: "commands that are given hostile ids",
    short: 1,
    long: 2,
  },
  hostileEntries: {
    files: ["test/report/plan/plan-markdown.test.ts"],
    what: "hostile entries in every list of a plan",
    short: 50,
    long: 600,
  },
  texts: {
    files: ["test/report/text/difference.test.ts"],
    what: "pairs of values that must be told apart in every format",
    short: 25,
    long: 300,
  },
  answers: {
    files: ["test/security/hostile-costs.test.ts"],
    what: "hostile answers, each measured in a process",
    short: 1,
    long: 14,
  },
  catalogKinds: {
    files: ["test/catalog/round-trip/meraki.test.ts"],
    what: "kinds of Meraki's catalog, each through its whole life",
    short: 5,
    long: 120,
  },
  clientKinds: {
    files: ["catalyst-center", "fmc", "vmanage"].map((name) => `test/catalog/round-trip/${name}.test.ts`),
    what: "kinds of each catalog that is derived of a client's facts",
    short: 4,
    long: 240,
  },
  plantedInClients: {
    files: ["catalyst-center", "fmc", "vmanage"].map((name) => `test/catalog/round-trip/${name}.test.ts`),
    what: "errors planted in each of these catalogs",
    short: 3,
    long: 18,
  },
  locks: {
    files: ["test/git/lock.test.ts", "test/git/refs.test.ts"],
    what: "races for one lock, and for one ref",
    short: 3,
    long: 20,
  },
  cases: {
    files: ["import/edit/adopt", "import/edit/splice", "import/factor", "import/worlds", "load/desired/order"]
      .concat("properties/hierarchy", "properties/loop", "report/text/difference", "scenarios/rollback-any")
      .concat("serve/api")
      .map((name) => `test/${name}.test.ts`),
    what: "cases of each property of ten files",
    short: 16,
    long: 100,
  },
  servedRows: {
    files: ["test/serve/pages.test.ts"],
    what: "resources in the lists of a server",
    short: 2000,
    long: 100_000,
  },
  yangTrees: {
    files: ["test/yang/trees.test.ts"],
    what: "modules of the IETF that yanglint reads too",
    short: 12,
    long: 69,
  },
  workerFates: {
    files: ["test/database/fence-model.test.ts"],
    what: "runs of workers that are stopped, killed and cut off in virtual time",
    short: 6,
    long: 200,
  },
  chaosWrites: {
    files: ["test/database/chaos.test.ts"],
    what: "writes by workers that are stopped and killed by signals",
    short: 200,
    long: 600,
  },
  chaosApplies: {
    files: ["test/database/applies.test.ts"],
    what: "applies by workers that are killed, stopped and cut from the database",
    short: 2,
    long: 6,
  },
  claimedShards: {
    files: ["test/database/database.test.ts"],
    what: "jobs of two shards, that 16 workers want",
    short: 40,
    long: 300,
  },
} as const satisfies Readonly<Record<string, LongForm>>;

/**
 * The test files that `npm test` leaves out completely, from the root of the project. Among them are the files that
 * test the simulation itself: they feed a false fact (a lie) to the simulation, and a judge must notice it.
 */
export const onlyLong: readonly { readonly what: string; readonly files: readonly string[] }[] = [
  {
    what: "files of lies that the simulation has to notice",
    files: ["properties", "decisions", "decisions-aftermath", "decisions-everywhere", "decisions-mishaps"]
      .concat(
        "plans",
        "pace",
        "git",
        "product",
        "together",
        "seldom",
        "histories",
        "worlds",
        "small-worlds",
        "lives",
      )
      .map((name) => `test/simulation/${name}-can-fail.test.ts`),
  },
  {
    what: "stories of the workflows, the first weeks at GitHub and GitLab among them",
    files: ["story", "commands", "gitlab", "week", "environments", "own-week"].map(
      (name) => `test/workflows/${name}.test.ts`,
    ),
  },
  {
    what: "runs of the single executable",
    files: ["executable", "papers"].map((name) => `test/binary/${name}.test.ts`),
  },
  { what: "files of the package, packed and installed as users do", files: ["test/package.test.ts"] },
  {
    what: "files of walks along the guides",
    files: ["guides", "many-machines"].map((name) => `test/docs/guides/${name}.test.ts`),
  },
  {
    what: "files of remotes that take connections and say nothing",
    files: ["test/cli/apply/stalled-remote.test.ts"],
  },
  {
    what: "files of workers that are stopped and killed, and of the server that they work for",
    files: ["applies", "chaos", "served", "second-server"].map((name) => `test/database/${name}.test.ts`),
  },
  { what: "files of plants that are cut off", files: ["test/serve/workers/postgres.test.ts"] },
  { what: "files of lies that the laboratory of faults has to notice", files: ["test/chaos/liars.test.ts"] },
  { what: "files of projects that 0.1.0 takes over again", files: ["test/upgrade/downgrade.test.ts"] },
  {
    what: "files of commands that wait for a product's tasks",
    files: ["test/cli/commands/catalyst-center.test.ts"],
  },
  { what: "counts of how the work grows with a project", files: ["test/engine/growth.test.ts"] },
  { what: "files of the benchmark's worlds", files: ["test/bench/cliff-worlds.test.ts"] },
  { what: "demos of a server", files: ["test/cli/commands/demo-serve.test.ts"] },
  { what: "files of screens that are looked at in Chromium", files: ["test/serve/screens.test.ts"] },
  { what: "files of memories at remotes of several hosts", files: ["test/git/memory-remotes.test.ts"] },
  { what: "files of upgrades from 0.1.0", files: ["test/upgrade/upgrade.test.ts"] },
  { what: "files of actions that install the package", files: ["test/workflows/install.test.ts"] },
  { what: "files of loads of hostile answers", files: ["test/security/small/hostile-loads.test.ts"] },
  { what: "servers as a container runs them", files: ["test/serve/contained.test.ts"] },
  { what: "files of worlds without each of their parts", files: ["test/simulation/asking/shrink.test.ts"] },
  { what: "soaks of a round", files: ["test/chaos/soak.test.ts"] },
  {
    what: "files of a server that follows real repositories",
    files: ["merging", "branches", "ending"].map((name) => `test/serve/${name}.test.ts`),
  },
  {
    what: "files of applies one after another, each as a process",
    files: ["accepted-unseen", "alike-names", "base-doubt", "broken-output", "drift-alone", "large-record"]
      .concat("narrowed-guards", "no-effect", "remembered", "rotated-secrets", "settled", "unsaved")
      .map((name) => `test/cli/apply/${name}.test.ts`),
  },
  {
    what: "files of repositories that are too large, and of a lock that is renewed by the clock",
    files: ["git/large-revisions", "git/memory-size", "engine/recorded-apply/lock-renewal"].map(
      (name) => `test/${name}.test.ts`,
    ),
  },
  {
    what: "files of whole projects with a catalog of their own",
    files: ["hidden-fields", "observed", "whole-loop"].map(
      (name) => `test/project/own-catalogs/${name}.test.ts`,
    ),
  },
  {
    what: "files of attacks on whole commands",
    files: ["hidden/attribute-secrets", "hidden/device-keys", "hidden/device-secrets", "issued-tokens"]
      .concat("planted-repositories", "proposed-definitions", "slow-patterns")
      .map((name) => `test/security/${name}.test.ts`),
  },
  {
    what: "files of products that are recorded, or played at their full size",
    files: ["apic-client", "batches-at-once", "sdwan-sites", "whole-worlds"]
      .map((name) => `test/scenarios/products/${name}.test.ts`)
      .concat("test/recorded/recorded.test.ts", "test/scenarios/devices/every-field.test.ts"),
  },
  {
    what: "files of whole devices and catalogs by the command",
    files: ["ios-xe-sections", "catalogs-read"].map((name) => `test/cli/${name}.test.ts`),
  },
  {
    what: "files of memories in every form that git takes",
    files: ["test/git/memory-forms.test.ts"],
  },
  {
    what: "files of projects of 0.1.0 whose workflows are written anew",
    files: ["init", "workflows"].map((name) => `test/upgrade/${name}.test.ts`),
  },
];

/**
 * The test files that run only in part in the short form. Their other tests are behind `if (isLong)` or in `fewer`:
 * they take long, and check nearly the same as the tests that run.
 */
export const partlyLong: readonly string[] = [
  "test/cli/apply/crash.test.ts",
  "test/cli/apply/first-apply.test.ts",
  "test/cli/apply/git-state.test.ts",
  "test/cli/apply/plan-file.test.ts",
  "test/cli/commands/applied.test.ts",
  "test/cli/commands/catalog/derive.test.ts",
  "test/cli/commands/history.test.ts",
  "test/cli/commands/import.test.ts",
  "test/cli/commands/init.test.ts",
  "test/cli/commands/login.test.ts",
  "test/cli/commands/rollback.test.ts",
  "test/docs/commands.test.ts",
  "test/docs/editors.test.ts",
  "test/engine/recorded-apply/recorded-apply.test.ts",
  "test/git/applied.test.ts",
  "test/git/history.test.ts",
  "test/git/memory-trust.test.ts",
  "test/project/own-catalogs/own-catalog.test.ts",
  "test/security/approvals.test.ts",
  "test/security/canary.test.ts",
  "test/security/oracle.test.ts",
  "test/security/repository-files.test.ts",
  "test/security/trusted-inputs.test.ts",
  "test/serve/healing.test.ts",
  "test/serve/hosting.test.ts",
];

/** True if the tests run in their long form (`npm run test:long`). */
export const isLong = process.env.TRUEUP_TESTS === "long";

/** Returns how often a test repeats the action with this name. */
export function times(name: keyof typeof longForms): number {
  const { short, long } = longForms[name];
  return isLong ? long : short;
}

/** Returns all elements in the long form, and only `short` elements in the short form. */
export function fewer<T>(all: readonly T[], short: number): readonly T[] {
  return isLong ? all : spread(all, short);
}

/** Returns the number of cases of a property: `all` in the long form, and fewer in the short form. */
export function cases(all: number): number {
  return Math.ceil((all * times("cases")) / longForms.cases.long);
}

/**
 * Returns `wanted` elements, evenly spaced, including the first and the last one. Returns all elements if there are no
 * more than `wanted`.
 */
export function spread<T>(all: readonly T[], wanted: number): readonly T[] {
  if (all.length <= wanted) return all;
  if (wanted === 1) return all.slice(0, 1);
  const distance = (all.length - 1) / (wanted - 1);
  return Array.from({ length: wanted }, (_, at) => all[Math.round(at * distance)]).filter(
    (one) => one !== undefined,
  );
}

/**
 * Returns a sentence that says which part of these tests only the long form runs. Returns undefined if these tests have
 * no long form.
 */
export function leftToLongForm(files: readonly string[]): string | undefined {
  const all: readonly LongForm[] = Object.values(longForms);
  const left = all.filter((form) => form.files.some((file) => files.includes(file)));
  const inPart = partlyLong.filter((file) => files.includes(file)).length;
  if (left.length + inPart === 0) return undefined;
  const parts = left.map(({ what, short, long }) => `${count(long - short)} of ${count(long)} ${what}`);
  if (inPart > 0) parts.push(`tests of ${count(inPart)} files that run in part`);
  const folders = new Set(files.map(folderOf));
  const whole = onlyLong.filter((form) => form.files.some((file) => folders.has(folderOf(file))));
  parts.push(...whole.map((form) => `all ${form.files.length} ${form.what}`));
  return `Left to \`npm run test:long\`, which .ci/run runs in half and the weekly run whole: ${parts.join(", ")}.`;
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

function count(value: number): string {
  return value.toLocaleString("en");
}
