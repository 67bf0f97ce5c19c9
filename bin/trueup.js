#!/usr/bin/env node
/**
 * Starts trueup: the sources of a checkout, or the bundle of an installed package. Nothing is imported statically,
 * so that a Node that is too old gets one clear line instead of a syntax error. Node's own modules are taken as they
 * are where it can give them: an `import` of one costs more than most of what is done with it.
 */

const builtin = async (name) => process.getBuiltinModule?.(name) ?? import(name);
const { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeSync } = await builtin("node:fs");

const args = process.argv.slice(2);
const sources = new URL("../src/cli/main.ts", import.meta.url);
const isCheckout = existsSync(sources);
// The sources need a Node that strips types and knows `await using`; the bundle, one that undici runs on.
const oldest = isCheckout ? [24, 0] : [22, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  const hint = isCheckout
    ? "run `npm ci` once, then `npx trueup`, which brings its own"
    : "install Node 24 (`nvm install 24`), or take the single executable, which needs no Node";
  process.stderr.write(
    `trueup needs Node ${oldest.join(".")} or newer, and this is ${process.versions.node}: ${hint}\n`,
  );
  process.exitCode = 70;
} else if (process.pid === 1) {
  const { runAsChild } = await import("./first-process.js");
  runAsChild([process.argv[1]], args);
} else if (!saysVersion(args)) {
  const { enableCompileCache } = await builtin("node:module");
  const { setFlagsFromString } = await builtin("node:v8");
  // V8 would make faster code of what was called 400 times: in a run of a second or less that costs more than it saves.
  // A flag that it does not know it would complain of at each start: Node 22 to 26 know this one.
  if (major <= 26) setFlagsFromString("--invocation-count-for-maglev=4000");
  const boundMemory = () => import("./bound-memory.js");
  // What is over by then holds little, and the modules that bound it cost as much as reading a project.
  if (["validate", "help", "--help", "-h"].includes(args[0])) setTimeout(boundMemory, 500).unref();
  else await boundMemory();
  const cache = inContinuousIntegration() ? undefined : await compileCacheFolder();
  if (cache !== undefined) enableCompileCache(cache);
  await import(isCheckout ? sources.href : "../dist/main.js");
}

/** A job there keeps no compiled code and takes none: one before it, with fewer rights, may have left what it finds. */
function inContinuousIntegration() {
  return !["", "false"].includes(process.env.CI ?? "");
}

/** Says the version where nothing else is asked for; it takes none of the program. False: left to the program. */
function saysVersion([only, ...more]) {
  if (more.length > 0 || !["-V", "--version"].includes(only)) return false;
  try {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    return writeSync(1, `${version}\n`) > 0;
  } catch {
    return false;
  }
}

/**
 * The folder where Node keeps compiled code: what lies there is run, so it is one that nobody but this user can fill.
 * Undefined when there is none. Node compares a source's length and checksum with what it finds, and not who wrote it,
 * and its own default has the same name for everybody.
 */
async function compileCacheFolder() {
  const { homedir, tmpdir } = await builtin("node:os");
  const { dirname, isAbsolute, join } = await builtin("node:path");
  const user = process.getuid?.();
  // On Windows the folder for temporary files is the user's own.
  if (user === undefined) return join(tmpdir(), "trueup-compiled");
  const { XDG_CACHE_HOME: named = "" } = process.env;
  const isOwn = ({ uid, mode }) => uid === user && (mode & 0o022) === 0;
  // Nobody else can put another folder in its place. A sticky one lets nobody move what is another's.
  const isReachedSafely = (folder) => {
    const { uid, mode } = statSync(folder);
    const isSafe = (uid === user || uid === 0) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
    return isSafe && (folder === dirname(folder) || isReachedSafely(dirname(folder)));
  };
  try {
    // A user whom the system does not know has no home, and asking for it throws.
    const folder = join(isAbsolute(named) ? named : join(homedir(), ".cache"), "trueup", "compiled");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const real = realpathSync(folder);
    return isOwn(statSync(real)) && isReachedSafely(dirname(real)) ? real : undefined;
  } catch {
    return undefined;
  }
}
