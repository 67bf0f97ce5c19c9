/**
 * The facts about a secret that a process without secrets receives: whether the secret is open, whether it is weak, and
 * its fingerprint.
 */

import { fingerprints, shortestKey } from "../../runtime/secrets/fingerprints.ts";
import type { OpenedSecret } from "../../runtime/secrets/secrets.ts";
import type { AskedSecrets, ToldSecret, ToldSecrets } from "../../sessions/secrets.ts";
import { weakAmong } from "../weak-secrets.ts";
import type { Bundle } from "./bundle.ts";
import type { HeldReferences } from "./held-references.ts";

/** The secrets of a target. */
interface Held {
  readonly bundle: Bundle;
  readonly target: string;
  readonly credentials: HeldReferences;
  readonly references: HeldReferences;
}

/** Opens the secrets of the target's credential, and the requested ones. */
export async function toldSecrets(asked: AskedSecrets, of: Held): Promise<ToldSecrets> {
  const { bundle, target, credentials, references } = of;
  const own = bundle.credentials.filter((each) => each.target === target).map(({ reference }) => reference);
  const named = bundle.fingerprintKey === undefined ? [] : [bundle.fingerprintKey];
  const [ofCredential, ofDesired, [key]] = await Promise.all([
    credentials.opened([...new Set(own)]),
    references.opened([...new Set(asked.references.map(({ reference }) => reference))]),
    credentials.opened(named),
  ]);
  const values = new Set([...ofCredential, ...ofDesired, ...(key ? [key] : [])].flatMap(valuesOf));
  const { texts } = asked;
  const weak = texts && weakAmong(values, (look) => texts.forEach(look));
  const told = (opened: OpenedSecret): ToldSecret => {
    const { reference, secret, problem } = opened;
    const isWeak = valuesOf(opened).some((value) => weak?.has(value));
    return { reference, isOpen: secret !== undefined, problem, ...(isWeak && { isWeak: true }) };
  };
  const isShort = key?.secret !== undefined && key.secret.reveal().length < shortestKey;
  return {
    credentials: ofCredential.map(told),
    references: ofDesired.map(told),
    ...(key && { key: { ...told(key), ...(isShort && { isShort }) } }),
    ...(key?.secret && !isShort && asked.isKeyed && { fingerprints: await made(asked, of, key.secret) }),
  };
}

function made(asked: AskedSecrets, { references }: Held, key: Parameters<typeof fingerprints>[0]) {
  const secrets = asked.references.flatMap(({ address, path, reference }) => {
    const secret = references.secrets.get(reference);
    return secret ? [{ address, path, secret }] : [];
  });
  return fingerprints(key, secrets);
}

function valuesOf({ secret }: OpenedSecret): readonly string[] {
  return secret ? [secret.reveal()] : [];
}
