/** Secrets of a long-running server. A changed file is read again; once the file is removed, there is no secret. */

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Problem } from "../../model/problem.ts";
import type { Secret } from "../../model/secret.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { openSecrets } from "../secrets/secrets.ts";

/** A secret that is opened again when it may have changed. */
export interface ReloadedSecret {
  /** Returns the current value. Undefined: the secret cannot be opened now, and `failed` was called. */
  current(): Promise<Secret | undefined>;
}

/** How to open a secret. */
export interface ReloadedSecretPorts {
  /** The folder to which paths are relative. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The redactor that learns every value of the secret. */
  readonly secrets: Pick<Redactor, "learn">;
  /** Monotonic milliseconds, from any origin. */
  readonly now: () => number;
  /** Called each time that the secret becomes unavailable. */
  readonly failed: (problem: Problem) => void;
}

/** The minimum time between two checks of a file. */
const lookMs = 1000;

/** Returns a secret by its reference. An environment variable never changes, so only files are read again. */
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
