/** Where Node keeps compiled code: what lies there is run, so it is a folder that nobody but this user can fill. */

// Not imported: see trueup.js.
const { mkdirSync, realpathSync, statSync } = process.getBuiltinModule("node:fs");
const { homedir, tmpdir } = process.getBuiltinModule("node:os");
const { dirname, isAbsolute, join } = process.getBuiltinModule("node:path");

/**
 * The folder; undefined when there is none that is this user's alone. Node compares a source's length and checksum
 * with what it finds, and not who wrote it, and its own default has the same name for everybody.
 */
export function compileCacheFolder() {
  const user = process.getuid?.();
  // On Windows the folder for temporary files is the user's own.
  if (user === undefined) return join(tmpdir(), "trueup-compiled");
  const { XDG_CACHE_HOME: named = "" } = process.env;
  try {
    // A user whom the system does not know has no home, and asking for it throws.
    const folder = join(isAbsolute(named) ? named : join(homedir(), ".cache"), "trueup", "compiled");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const real = realpathSync(folder);
    return isOwn(real, user) && isReachedSafely(dirname(real), user) ? real : undefined;
  } catch {
    return undefined;
  }
}

function isOwn(folder, user) {
  const { uid, mode } = statSync(folder);
  return uid === user && (mode & 0o022) === 0;
}

/** True when nobody else can put another folder in its place. A sticky one lets nobody move what is another's. */
function isReachedSafely(folder, user) {
  const { uid, mode } = statSync(folder);
  const isSafe = (uid === user || uid === 0) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
  return isSafe && (folder === dirname(folder) || isReachedSafely(dirname(folder), user));
}
