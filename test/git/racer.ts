import { type HeldLock, removeLock, takeLock } from "../../src/git/lock.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";

/** From here on, this file is a process that takes the lock on request, and reports the result. */
const [, , folder = "", name = ""] = process.argv;
const found = await repositoryOf(folder, undefined);
if (!found || "problem" in found) throw new Error("there is no repository");
const { repository } = found;
const place = { repository, head: repository.head ?? "", prefix: "refs/trueup/test" };
let held: HeldLock | undefined;

async function obey(message: unknown): Promise<string> {
  if (message === "release") {
    if (held) await removeLock(place, held.id);
    held = undefined;
    return "released";
  }
  const request = {
    run: `${name} ${message}`,
    owner: name,
    now: new Date().toISOString(),
    lifetimeMs: 60_000,
  };
  const taken = await takeLock(place, request);
  if (taken.is === "taken") held = taken.lock;
  return taken.is === "held" ? `held by ${taken.by?.owner}` : taken.is;
}

process.on("message", async (message) => {
  process.send?.(await obey(message));
});
process.send?.("ready");
