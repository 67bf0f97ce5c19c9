/** Reads the policy settings of `trueup.yaml`, with their positions. */

import type { PolicySettings, UsedPolicy } from "../../model/policy.ts";
import { type FileReading, keyPosition, note } from "../../yaml/issue-reporter.ts";
import { evaluate, variablesOf } from "../expressions/evaluate.ts";
import { globTexts, type WrittenPolicySettings } from "./policy-schema.ts";

/** Returns the settings, and reports invalid patterns. */
export function policySettingsOf(
  reading: FileReading,
  { folder, use = [] }: WrittenPolicySettings,
): PolicySettings {
  const used = use.flatMap((written, index): UsedPolicy[] => {
    const path = ["policies", "use", String(index)];
    if (written === "names-match" || written === "sites-have") {
      noteNeeded(reading, path, written);
      return [];
    }
    const { except, ...rest } = typeof written === "string" ? { policy: written } : written;
    if ("pattern" in rest) checkPattern(reading, [...path, "pattern"], rest.pattern);
    return [{ ...rest, except: globTexts(except), at: keyPosition(reading, path) }];
  });
  return { folder, use: used };
}

const needed = {
  "names-match": ["`kind` and `pattern`", 'kind: network, pattern: "[a-z]{2}-.+"'],
  "sites-have": ["`kind`", "kind: ssid"],
} as const;

/** Reports missing fields of a built-in policy that needs more than its name. */
function noteNeeded(reading: FileReading, path: readonly string[], name: keyof typeof needed): void {
  const [fields, example] = needed[name];
  const hint = `Write \`{ policy: ${name}, ${example} }\`.`;
  const message = `\`${name}\` needs ${fields}`;
  note(reading, path, [{ code: "missing-field", message, hint, path: [], at: "value" }]);
}

function checkPattern(reading: FileReading, path: readonly string[], pattern: string): void {
  const tried = evaluate('"".matches(pattern)', variablesOf({ pattern }));
  if ("value" in tried) return;
  note(
    reading,
    path,
    tried.problems.map(({ message, hint }) => ({
      code: "invalid-value",
      message,
      hint,
      path: [],
      at: "value",
    })),
  );
}
