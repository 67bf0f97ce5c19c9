/** The keys of webhooks, for a process that holds no sessions but sends the notifications of webhooks itself. */

import type { Notify } from "../../model/notify.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Secret } from "../../model/secret.ts";
import type { ReadProject } from "../../project/read.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import { openSecrets } from "../../runtime/secrets/secrets.ts";

/** The notifications that can be sent, and their keys. */
export interface OpenedWebhooks {
  /** The keys, by reference. */
  readonly keys: ReadonlyMap<string, Secret>;
  /** The entries without the webhooks whose key is not open. */
  readonly entries: readonly Notify[];
  /** A warning for each webhook whose key is not open. */
  readonly problems: readonly Problem[];
}

/**
 * Opens the keys of webhooks, and nothing else. A reference that the project also uses for another purpose is not
 * opened in this process. The redactor learns the opened keys.
 */
export async function openWebhooks(
  read: ReadProject,
  entries: readonly Notify[],
  on: { readonly env: Readonly<Record<string, string | undefined>>; readonly redactor: Redactor },
): Promise<OpenedWebhooks> {
  const { credentials, loaded, fingerprintKey, programs, project } = read;
  const ofHooks = new Set(entries.flatMap((entry) => ("key" in entry ? [entry.key.secret] : [])));
  const ofTargets = credentials.filter(({ target }) => target !== undefined);
  const elsewhere = [...ofTargets, ...loaded.references, ...(fingerprintKey ? [fingerprintKey] : [])];
  const others = new Set(elsewhere.map(({ reference }) => reference));
  const wanted = credentials.filter(({ reference }) => ofHooks.has(reference) && !others.has(reference));
  const opened = await openSecrets({ wanted, folder: project.folder, env: on.env, programs });
  const keys = new Map(
    opened.flatMap(({ reference, secret }) => (secret ? [[reference, secret] as const] : [])),
  );
  on.redactor.learn([...keys.values()].map((secret) => secret.reveal()));
  const isTold = (entry: Notify) => !("key" in entry) || keys.has(entry.key.secret);
  const problems = entries.flatMap((entry) => ("key" in entry && !isTold(entry) ? [unsigned(entry)] : []));
  return { keys, entries: entries.filter(isTold), problems };
}

function unsigned({ webhook }: Extract<Notify, { readonly webhook: string }>): Problem {
  const host = URL.parse(webhook)?.host ?? "";
  const message = `the webhook ${host} is not notified: this process may not read its key`;
  const hint =
    "Give the webhook a key that the project uses for nothing else, or use a messaging target instead of a webhook.";
  return problem("webhook-unsigned", message, { severity: "warning", hint });
}
