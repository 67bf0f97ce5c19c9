/** Opens the secrets of a run: credentials, secrets in desired state, and the key of their fingerprints. */

import { Stage } from "../kept/kept.ts";
import type { LoadResult } from "../load/load.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Notify } from "../model/notify.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Target } from "../model/project.ts";
import { type Secret, type SecretFingerprints, UnresolvedSecret } from "../model/secret.ts";
import type { ReadProject } from "../project/read.ts";
import { digest } from "../runtime/digest.ts";
import { fingerprints, shortestKey } from "../runtime/secrets/fingerprints.ts";
import type { Redactor } from "../runtime/secrets/redactor.ts";
import { type OpenedSecret, openSecrets, type WantedSecret } from "../runtime/secrets/secrets.ts";
import { weakSecrets } from "./weak-secrets.ts";

/** Which secrets are opened. */
export interface OpenSecretOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The addresses of the run. Only the secrets of these addresses are opened. Default: all. */
  readonly only?: ((address: Address) => boolean) | undefined;
  /**
   * What happens if a secret of desired state cannot be opened. `needed`: an error is reported, since the secret may be
   * written. `shown`: a warning is reported. `unused`: nothing is reported, because the secret is neither sent nor
   * shown.
   */
  readonly secrets: "needed" | "shown" | "unused";
  readonly base?: Desired | undefined;
  /** True: the author of the desired state can read the output, so weak secrets are not mentioned. */
  readonly proposal?: boolean | undefined;
}

/** The opened secrets, by reference. */
export interface OpenedReferences {
  readonly credentials: ReadonlyMap<string, Secret>;
  /** The secrets of desired state, and the key of the fingerprints. */
  readonly ofDesired: ReadonlyMap<string, Secret>;
  /** The key of the fingerprints, if the project names one that can be opened and is hard to guess. */
  readonly hidingKey: Secret | undefined;
  readonly problems: readonly Problem[];
}

/** Opens the needed secrets, and the secrets that a server may return. The redactor learns all of them. */
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
  const { credentials, keys, mine } = referencesOf(read, { targets, entries: on.entries }, options);
  // A secret that is neither sent nor shown is opened too, because a server may return it. It is then redacted.
  const { secretsAllowed: allowed } = read.project;
  const declared = await openSecrets({ wanted: read.loaded.references, ...from, allowed });
  const known = declared.flatMap(({ secret }) => secret ?? []);
  const trusted = await openSecrets({ wanted: [...read.credentials, ...keysOf(read)], ...from, known });
  on.redactor.learn([...declared, ...trusted].flatMap(({ secret }) => secret?.reveal() ?? []));
  const own = among(trusted, credentials);
  const used = [...among(declared, mine), ...among(trusted, keys)];
  const faults = problemsOf(used).map((one) => (options.secrets === "needed" ? one : asWarning(one)));
  const problems = [...problemsOf(own), ...faults, ...weakOf(read, options, [...own, ...used])];
  const [key] = among(trusted, keysOf(read));
  const hidingKey = key?.secret && key.secret.reveal().length >= shortestKey ? key.secret : undefined;
  return { credentials: byReference(own), ofDesired: byReference(used), hidingKey, problems };
}

function among(
  opened: readonly OpenedSecret[],
  wanted: readonly Pick<WantedSecret, "reference">[],
): readonly OpenedSecret[] {
  const references = new Set(wanted.map(({ reference }) => reference));
  return opened.filter(({ reference }) => references.has(reference));
}

function problemsOf(opened: readonly OpenedSecret[]): readonly Problem[] {
  return opened.flatMap(({ problem: found }) => found ?? []);
}

function byReference(opened: readonly OpenedSecret[]): ReadonlyMap<string, Secret> {
  return new Map(opened.flatMap(({ reference, secret }) => (secret ? [[reference, secret] as const] : [])));
}

const weakOnes = new Stage<readonly Problem[]>();

/** The weak secrets. None for a pull request, whose author may read the output. User names do not count. */
function weakOf(
  { credentials, loaded, kept }: ReadProject,
  { base, proposal = false }: OpenSecretOptions,
  opened: readonly OpenedSecret[],
): readonly Problem[] {
  if (proposal) return [];
  const isName = ({ path }: ReadProject["credentials"][number]) => /\/(?:username|clientId)$/.test(path);
  const names = new Set(credentials.filter(isName).map(({ reference }) => reference));
  const secrets = opened.flatMap(({ reference, at, secret }) =>
    secret && !names.has(reference) ? [{ reference, at, value: secret.reveal() }] : [],
  );
  const declared = base ?? loaded.desired;
  const from = [declared, ...secrets.flatMap(({ reference, at, value }) => [reference, at, digest(value)])];
  return weakOnes.of(kept, { from }, () => weakSecrets(secrets, declared));
}

/**
 * Returns placeholders for the secrets of desired state. They are shown as references, and throw when they are
 * revealed.
 */
export function unresolved({ loaded }: ReadProject): readonly (readonly [string, Secret])[] {
  return loaded.references.map(({ reference }) => [reference, new UnresolvedSecret(reference)] as const);
}

/** Returns the fingerprints of the opened secrets; none without a key. A key that can be guessed is refused. */
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

/** The problem of a key that can be guessed. */
export function weakKey({ at }: Pick<WantedSecret, "at">): Problem {
  const message = `the key of secrets.fingerprintKey is shorter than ${shortestKey} characters`;
  const hint = "Create one with `openssl rand -hex 32`, and store it with the other secrets.";
  return problem("weak-key", message, { at, hint });
}

/**
 * Returns the references to open: credentials of these targets, webhook keys, the fingerprint key, and secrets that may
 * be sent.
 */
function referencesOf(
  read: ReadProject,
  { targets, entries }: { readonly targets: ReadonlySet<string>; readonly entries: readonly Notify[] },
  { secrets, only = () => true }: OpenSecretOptions,
) {
  const hookKeys = new Set(entries.flatMap((entry) => ("key" in entry ? [entry.key.secret] : [])));
  const isOpened = ({ target, reference }: ReadProject["credentials"][number]) =>
    target === undefined ? hookKeys.has(reference) : targets.has(target);
  const credentials = read.credentials.filter(isOpened);
  if (secrets === "unused") return { credentials, keys: [], mine: [] };
  const isMine = ({ address }: LoadResult["references"][number]) => only(address);
  return { credentials, keys: keysOf(read), mine: read.loaded.references.filter(isMine) };
}

function keysOf({ fingerprintKey }: ReadProject): readonly WantedSecret[] {
  return fingerprintKey ? [fingerprintKey] : [];
}

function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}
