/** Secrets of a server that runs for long: a file is read again when it changes, and one that is gone is no secret. */

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Problem } from "../../model/problem.ts";
import type { Secret } from "../../model/secret.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { openSecrets } from "../secrets/secrets.ts";

/** A secret as it is now. */
export interface ReloadedSecret {
  /** Undefined: it cannot be opened now; `failed` was told. */
  current(): Promise<Secret | undefined>;
}

/** What one is opened with. */
export interface ReloadedSecretPorts {
  /** What a path is relative to. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Learns every value. */
  readonly secrets: Pick<Redactor, "learn">;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
  /** Told once for each time that it cannot be opened any more. */
  readonly failed: (problem: Problem) => void;
}

/** A file is looked at no more often. */
const lookMs = 1000;

/** A secret by its reference: a variable of the environment stays as it is. */
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
