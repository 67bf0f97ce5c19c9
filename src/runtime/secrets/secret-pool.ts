/** Secrets that a workflow passes together: `TRUEUP_SECRETS`, a JSON object with a text for each name. */

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The variables, plus those in `TRUEUP_SECRETS` that are otherwise unset or empty. If the value of `TRUEUP_SECRETS` is
 * not such an object, nothing is added.
 */
export function withPooledSecrets(env: Variables): Variables {
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== "");
  return { ...env, ...pooledIn(env), ...Object.fromEntries(set) };
}

/** A hint about a missing variable. Shows nothing of the value of `TRUEUP_SECRETS`. */
export function missingVariableHint(name: string, env: Variables): string {
  if (!env.TRUEUP_SECRETS) return `Set ${name} to the secret.`;
  return pooledIn(env)
    ? `Set ${name} to the secret. In a workflow, add it as a secret of the repository.`
    : "TRUEUP_SECRETS is set, but it is not a JSON object with a text for each name.";
}

function pooledIn({ TRUEUP_SECRETS: text }: Variables): Readonly<Record<string, string>> | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, secret]) => (typeof secret === "string" ? [[name, secret]] : [])),
    );
  } catch {
    return undefined;
  }
}
