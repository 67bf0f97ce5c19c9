/** Checks the secrets that a server's file names, and its certificate, for `--check`. Uses no network. */

import { type Problem, problem } from "../../model/problem.ts";
import { openSecrets } from "../../runtime/secrets/secrets.ts";
import { readCertificate } from "../../runtime/serving/tls-files.ts";
import type { ServeConfig } from "./serve-config.ts";

/** Why a secret cannot be used; undefined if it can. */
type SecretFault = (value: string) => string | undefined;

/** The faults in secrets and certificates that the file names. `tokenFault` checks a token. */
export async function namedFaults(
  config: ServeConfig,
  env: Readonly<Record<string, string | undefined>>,
  tokenFault: SecretFault,
): Promise<readonly Problem[]> {
  const { access, repositories, folder, tls } = config;
  const anything: SecretFault = () => undefined;
  const longEnough = (least: number) => (value: string) =>
    value.length < least ? `has fewer than ${least} characters` : undefined;
  const wanted = new Map<string, SecretFault>();
  for (const { webhook } of repositories) if (webhook) wanted.set(webhook.secret.secret, longEnough(16));
  for (const { host } of repositories) if (host) wanted.set(host.token.secret, anything);
  for (const { secret } of access.sessions.keys) wanted.set(secret, longEnough(32));
  if (access.oidc?.clientSecret) wanted.set(access.oidc.clientSecret.secret, anything);
  for (const { token } of config.workers ?? []) wanted.set(token.secret, tokenFault);
  for (const { token } of access.tokens) wanted.set(token.secret, tokenFault);
  const opened = await openSecrets({
    wanted: [...wanted.keys()].map((reference) => ({ reference })),
    folder,
    env,
  });
  const problems = opened.flatMap(({ reference, secret, problem: found }) => {
    const fault = secret && wanted.get(reference)?.(secret.reveal());
    return [...(found ? [found] : []), ...(fault === undefined ? [] : [weak(reference, fault)])];
  });
  const certificate = tls && (await readCertificate(tls));
  return certificate && "problem" in certificate ? [...problems, certificate.problem] : problems;
}

function weak(reference: string, fault: string): Problem {
  const hint = "Create a random one: openssl rand -hex 32.";
  return problem("weak-serve-secret", `the secret ${reference} ${fault}.`, { hint });
}
