/** Opens the secrets of a run: credentials, what desired state refers to, and their fingerprints. */

import type { LoadResult } from "../load/load.ts";
import type { Address } from "../model/address.ts";
import type { Notify } from "../model/notify.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Target } from "../model/project.ts";
import { type Secret, type SecretFingerprints, UnresolvedSecret } from "../model/secret.ts";
import type { ReadProject } from "../project/read.ts";
import { fingerprints, shortestKey } from "../runtime/secrets/fingerprints.ts";
import type { Redactor } from "../runtime/secrets/redactor.ts";
import { openSecrets, type WantedSecret } from "../runtime/secrets/secrets.ts";

/** Which secrets are opened. */
export interface OpenSecretOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Which addresses the run is about. Default: all. Only their secrets are opened. */
  readonly only?: ((address: Address) => boolean) | undefined;
  /**
   * What becomes of a secret of desired state that cannot be opened. `needed`: an error, since it may be written.
   * `shown`: a warning. `unused`: nothing; it is neither sent nor shown.
   */
  readonly secrets: "needed" | "shown" | "unused";
}

/** What was opened, by reference. */
export interface OpenedReferences {
  readonly credentials: ReadonlyMap<string, Secret>;
  /** The secrets of desired state, and the fingerprints' key. */
  readonly ofDesired: ReadonlyMap<string, Secret>;
  readonly problems: readonly Problem[];
}

/** Opens what is needed, and what is not but may be told by a server: the redactor learns both. */
export async function openReferences(
  read: ReadProject,
  on: {
    readonly chosen: readonly Target[];
    readonly entries: readonly Notify[];
    readonly redactor: Redactor;
  },
  options: OpenSecretOptions,
): Promise<OpenedReferences> {
  const from = { folder: read.project.folder, env: options.env, programs: read.programs };
  const targets = new Set(on.chosen.map(({ name }) => name));
  const { credentials, mine, others } = referencesOf(read, { targets, entries: on.entries }, options);
  const own = await openSecrets({ wanted: credentials, ...from });
  const ofDesired = await openSecrets({ wanted: mine, ...from });
  // Neither sent nor shown, but a server may tell them: what is known is taken out.
  const known = await openSecrets({ wanted: others, ...from });
  const opened = [own, ofDesired, known].flatMap(({ secrets }) => [...secrets.values()]);
  on.redactor.learn(opened.map((secret) => secret.reveal()));
  const softened = options.secrets === "needed" ? ofDesired.problems : ofDesired.problems.map(asWarning);
  const problems = [...own.problems, ...softened];
  return { credentials: own.secrets, ofDesired: ofDesired.secrets, problems };
}

/** Stand-ins for secrets of desired state: they are shown as references, and throw when they are revealed. */
export function unresolved({ loaded }: ReadProject): readonly (readonly [string, Secret])[] {
  return loaded.references.map(({ reference }) => [reference, new UnresolvedSecret(reference)] as const);
}

/** The fingerprints of what was opened; none without a key. A key that could be guessed is refused. */
export async function fingerprintsOf(
  { fingerprintKey, loaded }: ReadProject,
  opened: ReadonlyMap<string, Secret>,
): Promise<{ readonly fingerprints?: SecretFingerprints } | { readonly problem: Problem }> {
  const key = fingerprintKey && opened.get(fingerprintKey.reference);
  if (!key) return {};
  if (key.reveal().length < shortestKey) return { problem: weakKey(fingerprintKey) };
  const secrets = loaded.references.flatMap(({ address, path, reference }) => {
    const secret = opened.get(reference);
    return secret ? [{ address, path, secret }] : [];
  });
  return { fingerprints: await fingerprints(key, secrets) };
}

function weakKey({ at }: WantedSecret): Problem {
  const message = `the key of secrets.fingerprintKey is shorter than ${shortestKey} characters`;
  const hint = "Make one with `openssl rand -hex 32`, and keep it where the other secrets are.";
  return problem("weak-key", message, { at, hint });
}

/** References: of these targets' credentials and webhooks' keys; those of desired state that may be sent; others. */
function referencesOf(
  read: ReadProject,
  { targets, entries }: { readonly targets: ReadonlySet<string>; readonly entries: readonly Notify[] },
  { secrets, only = () => true }: OpenSecretOptions,
) {
  const hookKeys = new Set(entries.flatMap((entry) => ("key" in entry ? [entry.key.secret] : [])));
  const isOpened = ({ target, reference }: ReadProject["credentials"][number]) =>
    target === undefined ? hookKeys.has(reference) : targets.has(target);
  const isMine = ({ address }: LoadResult["references"][number]) => secrets !== "unused" && only(address);
  const { references } = read.loaded;
  const keys: readonly WantedSecret[] = read.fingerprintKey ? [read.fingerprintKey] : [];
  const [wanted, unwanted] = secrets === "unused" ? [[], keys] : [keys, []];
  const others = [
    ...read.credentials.filter((each) => !isOpened(each)),
    ...references.filter((each) => !isMine(each)),
    ...unwanted,
  ];
  const mine: readonly WantedSecret[] = [...references.filter(isMine), ...wanted];
  return { credentials: read.credentials.filter(isOpened), mine, others };
}

function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}
