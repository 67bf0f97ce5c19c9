/** Finds the target of a login, with everything that `login` and `logout` need; or its problems. */

import { credentialField } from "../drivers/http/auth/credentials.ts";
import type { TokenEndpoint } from "../drivers/http/auth/token-endpoint.ts";
import { resolveTarget } from "../engine/assemble.ts";
import type { Authorization } from "../model/login.ts";
import { hasErrors, type Problem, problem } from "../model/problem.ts";
import type { Target } from "../model/project.ts";
import { Secret } from "../model/secret.ts";
import { type ReadProject, readProject } from "../project/read.ts";
import { withPooledSecrets } from "../runtime/secrets/secret-pool.ts";
import { openSecrets } from "../runtime/secrets/secrets.ts";
import { type ErasableStore, tokenStore } from "../runtime/secrets/token-store.ts";
import type { Cli } from "./cli.ts";

/** A target to which a person logs in. */
export interface LoginTarget {
  readonly read: ReadProject;
  readonly target: Target;
  readonly authorization: Authorization;
  readonly store: ErasableStore;
}

/**
 * The target with that name, and the store of its refresh token. `file`: the store is this file instead of the usual
 * one.
 */
export async function loginTarget(
  cli: Cli,
  name: string,
  file?: string,
): Promise<LoginTarget | { readonly problems: readonly Problem[] }> {
  // Desired state may have errors, which must not prevent a login.
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read) return { problems };
  const { targets, folder } = read.project;
  const target = targets.get(name);
  if (!target) return { problems: [unknownTarget(name, [...targets.keys()])] };
  const { driver, dialect } = resolveTarget(target, read.drivers);
  const authorization = driver.authorization?.(target.url, dialect);
  if (!authorization) return { problems: [noLogin(target)] };
  const { refreshToken, token } = target.credential;
  if (token !== undefined) return { problems: [tokenNamed(target)] };
  if (refreshToken !== undefined && file === undefined) return { problems: [referenced(target)] };
  const kept = file === undefined ? target : { ...target, store: { file } };
  const store = tokenStore({ target: kept, folder, env: withPooledSecrets(cli.env), secrets: cli.secrets });
  return { read, target, authorization, store };
}

/** The token endpoint and client that exchange the code of a login. Opens the client's secrets. */
export async function endpointOf(
  cli: Cli,
  { read, target, authorization }: LoginTarget,
): Promise<{ readonly endpoint: TokenEndpoint } | { readonly problems: readonly Problem[] }> {
  const { clientId, clientSecret } = target.credential;
  const named = Object.entries({ clientId, clientSecret }).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  const wanted = named.flatMap(([, value]) =>
    typeof value === "string" ? [] : [{ reference: value.secret, at: target.at }],
  );
  const opened = await openSecrets({ wanted, folder: read.project.folder, env: withPooledSecrets(cli.env) });
  const problems = opened.flatMap(({ problem: found }) => found ?? []);
  if (hasErrors(problems)) return { problems };
  const values = new Map(opened.map(({ reference, secret }) => [reference, secret]));
  const fields = named.map(([field, value]) => {
    const secret = typeof value === "string" ? new Secret(value) : values.get(value.secret);
    return [field, secret ?? new Secret("")] as const;
  });
  const credential = Object.fromEntries(fields);
  // The client's id is not redacted, because it is part of the URL that the person has to open.
  if (credential.clientSecret) cli.secrets.learn([credential.clientSecret.reveal()]);
  const endpoint = {
    target: target.name,
    url: authorization.tokenUrl,
    clientId: credentialField(credential, "clientId"),
    clientSecret: credential.clientSecret,
  };
  return { endpoint };
}

function unknownTarget(name: string, known: readonly string[]): Problem {
  const hint = `Name one of its targets: ${known.join(", ")}.`;
  return problem("unknown-target", `trueup.yaml has no target \`${name}\``, { hint });
}

function noLogin({ name, interface: spoken, at }: Target): Problem {
  const message = `${name} needs no login: the ${spoken} interface takes its credential from trueup.yaml`;
  return problem("no-login", message, { at, hint: "Use `trueup login` only for firewall targets." });
}

function tokenNamed({ name, at }: Target): Problem {
  const hint = "To log in, give the credential a clientId instead of the token.";
  return problem("no-login", `the credential of ${name} names a token, so no login is needed`, { at, hint });
}

function referenced({ name, at }: Target): Problem {
  const message = `the credential of ${name} names its refreshToken, so a login would not be used`;
  const hint =
    "Write the new token to a file for your secret store with --to FILE, or remove refreshToken from the credential.";
  return problem("no-login", message, { at, hint });
}
