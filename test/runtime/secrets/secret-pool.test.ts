/** Secrets that a workflow passes together in one variable. */

import { expect, test } from "vitest";
import { missingVariableHint, withPooledSecrets } from "../../../src/runtime/secrets/secret-pool.ts";

const pool = JSON.stringify({ API_KEY: "pooled", EMPTY: "pooled too", github_token: "t", NUMBER: 7 });

test("what is not set, or is empty, is taken out of TRUEUP_SECRETS; what is set counts before it", () => {
  const env = withPooledSecrets({ TRUEUP_SECRETS: pool, EMPTY: "", SET: "own" });
  expect(env).toMatchObject({ API_KEY: "pooled", EMPTY: "pooled too", SET: "own" });
  expect(withPooledSecrets({ TRUEUP_SECRETS: pool, API_KEY: "own" }).API_KEY).toBe("own");
  expect(env.NUMBER).toBeUndefined();
});

test.each(["", "no JSON canary", "[1]", "null", '"text"'])("%j gives nothing, and is not shown", (text) => {
  const env = { TRUEUP_SECRETS: text };
  expect(withPooledSecrets(env).API_KEY).toBeUndefined();
  const hint = missingVariableHint("API_KEY", env);
  expect(hint).not.toContain("canary");
  expect(hint).toContain(text === "" ? "Set API_KEY" : "must be a JSON object");
});
