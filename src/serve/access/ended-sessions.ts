/** Sessions that were ended before they expired. A copied cookie of such a session is useless, even after a restart. */

import { z } from "zod";
import { parseJson } from "../../model/json.ts";
import type { Log } from "../../model/wire.ts";
import { readText, writePrivate } from "../../runtime/files/files.ts";

/** The list of ended sessions. */
export interface EndedSessions {
  has(id: string): boolean;
  /** `until`: the time at which the session would have expired, in milliseconds since 1970. */
  add(id: string, until: number): Promise<void>;
}

/**
 * The maximum number of remembered sessions; beyond it, the oldest are forgotten. Reaching this number takes as many
 * logins.
 */
const mostSessions = 10_000;

const fileSchema = z.array(z.tuple([z.string(), z.number()]));

/** Opens the file, which may be missing. If it is lost, cookies of ended sessions are valid again until they expire. */
export async function openEndedSessions(
  path: string,
  { now, log }: { readonly now: () => number; readonly log: Log },
): Promise<EndedSessions> {
  const read = await readText(path, path, { isOwn: true });
  const kept = fileSchema.safeParse("file" in read ? parseJson(read.file.text) : [], { jitless: true });
  const ended = new Map(kept.success ? kept.data : []);
  const save = async () => {
    for (const [id, until] of ended) if (until < now() || ended.size > mostSessions) ended.delete(id);
    await writePrivate(path, `${JSON.stringify([...ended])}\n`);
  };
  return {
    has: (id) => ended.has(id),
    add: async (id, until) => {
      ended.set(id, until);
      await save().catch((error: unknown) => {
        log.warn("ended sessions cannot be stored", { path, error: String(error) });
      });
    },
  };
}
