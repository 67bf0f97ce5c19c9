/** The location of a database: a secret reference, or a URL without a password. */

import { type Problem, problem } from "../model/problem.ts";
import { Secret } from "../model/secret.ts";
import { openSecrets } from "../runtime/secrets/secrets.ts";

/** Where references are resolved. */
export interface ReferencePlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder to which file paths are relative. */
  readonly folder: string;
}

/** The URL of a database as a secret, or why there is none. A literal password in the text is refused. */
export async function databaseUrl(
  text: string,
  { env, folder }: ReferencePlace,
): Promise<{ readonly url: Secret } | { readonly problems: readonly Problem[] }> {
  if (/^(?:env|file):/.test(text)) return openedUrl(text, { env, folder });
  const url = parsedUrl(text);
  if (url === undefined) return { problems: [noDatabase()] };
  if (!hasPassword(url)) return { url: new Secret(text) };
  const message =
    "the URL in --database contains a password, which everyone sees who lists the processes of this " +
    "machine.";
  const hint =
    "Put the whole URL into a file or a variable, and write --database file:/run/secrets/database or " +
    "--database env:DATABASE_URL.";
  return { problems: [problem("database-password", message, { hint })] };
}

async function openedUrl(
  reference: string,
  place: ReferencePlace,
): Promise<{ readonly url: Secret } | { readonly problems: readonly Problem[] }> {
  const [opened] = await openSecrets({ wanted: [{ reference }], ...place });
  const found = opened?.problem === undefined ? [] : [opened.problem];
  const { secret } = opened ?? {};
  if (secret === undefined) return { problems: found };
  return parsedUrl(secret.reveal()) === undefined ? { problems: [noDatabase(reference)] } : { url: secret };
}

function noDatabase(reference?: string): Problem {
  const subject = reference === undefined ? "--database" : `the value of ${reference}`;
  const hint = "Write env:NAME, file:PATH, or a URL without a password: postgres://host/database.";
  return problem("database-reference", `${subject} is not the URL of a PostgreSQL database.`, { hint });
}

function parsedUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol) ? url : undefined;
}

function hasPassword({ password, searchParams }: URL): boolean {
  return password !== "" || searchParams.has("password") || searchParams.has("sslpassword");
}
