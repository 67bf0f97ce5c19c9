/** `TRUEUP_SECRETS`: all secrets that a workflow passes, as one JSON object of names and texts. */

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The variables, and those in `TRUEUP_SECRETS` that are not set otherwise, or empty. If `TRUEUP_SECRETS` is not such an
 * object, nothing is added.
 */
export function withPooledSecrets(env: Variables): Variables {
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== "");
  return { ...env, ...pooledIn(env), ...Object.fromEntries(set) };
}

/** A hint about a missing variable. It shows nothing from `TRUEUP_SECRETS`. */
export function missingVariableHint(name: string, env: Variables): string {
  if (!env.TRUEUP_SECRETS) return `Set ${name} to the secret.`;
  return pooledIn(env)
    ? `Set ${name} to the secret. In a workflow, add it as a secret of the repository.`
    : "Correct TRUEUP_SECRETS: it must be a JSON object with a text for each name.";
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
