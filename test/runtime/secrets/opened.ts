/** Opens secrets. Returns the opened secrets by reference, and the problems of those that cannot be opened. */

import type { Problem } from "../../../src/model/problem.ts";
import type { Secret } from "../../../src/model/secret.ts";
import { type OpenSecrets, openSecrets } from "../../../src/runtime/secrets/secrets.ts";

export async function openedBy(
  input: OpenSecrets,
): Promise<{ readonly secrets: ReadonlyMap<string, Secret>; readonly problems: readonly Problem[] }> {
  const opened = await openSecrets(input);
  const found = opened.flatMap(({ reference, secret }) => (secret ? [[reference, secret] as const] : []));
  return { secrets: new Map(found), problems: opened.flatMap(({ problem }) => problem ?? []) };
}
