/** Secrets of a long-running server: a changed file is read again, and a removed file gives no secret. */

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Problem } from "../../model/problem.ts";
import type { Secret } from "../../model/secret.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { openSecrets } from "../secrets/secrets.ts";

/** The current value of a secret. */
export interface ReloadedSecret {
  /** The current value. Undefined: the secret cannot be opened now, and `failed` was called. */
  current(): Promise<Secret | undefined>;
}

/** How to open a secret. */
export interface ReloadedSecretPorts {
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Learns every value of the secret. */
  readonly secrets: Pick<Redactor, "learn">;
  /** Monotonic milliseconds, from any origin. */
  readonly now: () => number;
  /** Called once each time the secret can no longer be opened. */
  readonly failed: (problem: Problem) => void;
}

/** The minimum time between two checks of a file. */
const lookMs = 1000;

/** A secret by its reference: an environment variable never changes. */
export function reloadedSecret(reference: string, ports: ReloadedSecretPorts): ReloadedSecret {
  const path = /^file:(.+)$/s.exec(reference)?.[1];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let mark: string | undefined;
  let known: Promise<Secret | undefined> | undefined;
  return {
    current: async () => {
      if (known !== undefined && (path === undefined || ports.now() - lookedAt < lookMs)) return known;
      lookedAt = ports.now();
      const seen = path === undefined ? "" : await markOf(resolve(ports.folder, path));
      if (seen !== mark || known === undefined) {
        mark = seen;
        known = opened(reference, ports);
      }
      return known;
    },
  };
}

async function markOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.ino}:${found.size}:${found.mtimeMs}` : "";
}

async function opened(reference: string, ports: ReloadedSecretPorts): Promise<Secret | undefined> {
  const [one] = await openSecrets({ wanted: [{ reference }], folder: ports.folder, env: ports.env });
  if (one?.problem && one.secret === undefined) ports.failed(one.problem);
  if (one?.secret) ports.secrets.learn([one.secret.reveal()]);
  return one?.secret;
}
