#!/usr/bin/env node
/**
 * Starts trueup: the sources in a checkout, the bundle in an installed package. Nothing is imported statically, so that
 * a too old Node prints one clear line instead of a syntax error. Node's own modules come from `getBuiltinModule` if it
 * exists, because importing them is slower.
 */

const builtin = async (name) => process.getBuiltinModule?.(name) ?? import(name);
const { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeSync } = await builtin("node:fs");

const args = process.argv.slice(2);
const sources = new URL("../src/cli/main.ts", import.meta.url);
const isCheckout = existsSync(sources);
// The sources need type stripping and `await using`. The bundle needs the version that undici needs.
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
  // By default, V8 optimizes a function after 400 calls. In a run of a second or less, that costs more than it saves.
  // V8 prints a warning about unknown flags. Node 22 to 26 know this one.
  if (major <= 26) setFlagsFromString("--invocation-count-for-maglev=4000");
  const boundMemory = () => import("./bound-memory.js");
  // Short commands need little memory, and loading the limit takes as long as reading a project.
  if (["validate", "help", "--help", "-h"].includes(args[0])) setTimeout(boundMemory, 500).unref();
  else await boundMemory();
  const cache = inContinuousIntegration() ? undefined : await compileCacheFolder();
  if (cache !== undefined) enableCompileCache(cache);
  await import(isCheckout ? sources.href : "../dist/main.js");
}

/** True in continuous integration, where an earlier job with fewer rights may have filled the compile cache. */
function inContinuousIntegration() {
  return !["", "false"].includes(process.env.CI ?? "");
}

/** Prints the version without loading the program, if `--version` is the only argument. Returns false otherwise. */
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
 * The folder of Node's compile cache; undefined if no folder is safe. Cached code is executed, so only this user may be
 * able to write to the folder. Node checks the length and checksum of the source, not who wrote the cached code, and
 * its default folder has the same name for all users.
 */
async function compileCacheFolder() {
  const { homedir, tmpdir } = await builtin("node:os");
  const { dirname, isAbsolute, join } = await builtin("node:path");
  const user = process.getuid?.();
  // On Windows, each user has a temporary folder of their own.
  if (user === undefined) return join(tmpdir(), "trueup-compiled");
  const { XDG_CACHE_HOME: named = "" } = process.env;
  const isOwn = ({ uid, mode }) => uid === user && (mode & 0o022) === 0;
  // True if nobody else can replace the folder. In a sticky folder, users can only move their own files.
  const isReachedSafely = (folder) => {
    const { uid, mode } = statSync(folder);
    const isSafe = (uid === user || uid === 0) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
    return isSafe && (folder === dirname(folder) || isReachedSafely(dirname(folder)));
  };
  try {
    // `homedir` throws if the system does not know the user.
    const folder = join(isAbsolute(named) ? named : join(homedir(), ".cache"), "trueup", "compiled");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const real = realpathSync(folder);
    return isOwn(statSync(real)) && isReachedSafely(dirname(real)) ? real : undefined;
  } catch {
    return undefined;
  }
}
