/** The keys that sign sessions: those that serve.yaml names, or by default keys in the data folder. */

import { type Problem, problem } from "../../model/problem.ts";
import type { Log } from "../../model/wire.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import { openSecrets } from "../../runtime/secrets/secrets.ts";
import { givenKeys, keptKeys, type SigningKeys } from "../../runtime/serving/session-keys.ts";
import type { SessionSettings } from "../config/serve-config.ts";

/** The inputs for reading or creating the keys. */
export interface KeyPlace {
  readonly data: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: Pick<Redactor, "learn">;
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
}

const shortestKey = 32;

/** Reads or creates the keys. Returns a problem if that fails. */
export async function signingKeys(
  { keys, lifetimeMs }: SessionSettings,
  { data, folder, env, secrets, now, log }: KeyPlace,
): Promise<SigningKeys | { readonly problem: Problem }> {
  const opened = await openSecrets({
    wanted: keys.map(({ secret }) => ({ reference: secret })),
    folder,
    env,
  });
  const failed = opened.find(({ secret }) => secret === undefined);
  if (failed?.problem) return { problem: failed.problem };
  const [first, ...others] = opened.flatMap(({ secret }) => secret ?? []);
  if (!first) {
    const failed = (error: unknown) =>
      log.warn("a new session key cannot be stored", { error: String(error) });
    return keptKeys(data, { now, lifetimeMs, failed });
  }
  secrets.learn(opened.flatMap(({ secret }) => secret?.reveal() ?? []));
  const short = opened.find(({ secret }) => (secret?.reveal().length ?? 0) < shortestKey);
  if (!short) return givenKeys([first, ...others]);
  const message = `the session key ${short.reference} has fewer than ${shortestKey} characters.`;
  return { problem: problem("weak-session-key", message, { hint: "Create one: openssl rand -hex 32." }) };
}
