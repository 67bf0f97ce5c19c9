/** What `trueup.yaml` says of policies, read: each with where it is written. */

import type { PolicySettings } from "../../model/policy.ts";
import { fieldOrigin } from "../desired/field-places.ts";
import { evaluate, variablesOf } from "../expressions/evaluate.ts";
import { note, type ProjectFileReading, spotIn } from "../project-file/issue-reporter.ts";
import { globTexts, type WrittenPolicySettings } from "./policy-schema.ts";

/** The settings; what is no pattern is noted. */
export function policySettingsOf(
  reading: ProjectFileReading,
  { folder, use = [] }: WrittenPolicySettings,
): PolicySettings {
  const used = use.map((written, index) => {
    const path = ["policies", "use", String(index)];
    const { file, line, column } = fieldOrigin(spotIn(reading, path));
    const { except, ...rest } = typeof written === "string" ? { policy: written } : written;
    if ("pattern" in rest) checkPattern(reading, [...path, "pattern"], rest.pattern);
    return { ...rest, except: globTexts(except), at: { file, line, column } };
  });
  return { folder, use: used };
}

function checkPattern(reading: ProjectFileReading, path: readonly string[], pattern: string): void {
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
