/**
 * Checks patterns in a project's own catalogs and mappings: a pattern that cannot be matched in linear time is
 * reported.
 */

import { isArray, isObject, type Json, parseJson } from "../../model/json.ts";
import { note } from "../../yaml/issue-reporter.ts";
import { linearSize } from "../patterns/linear.ts";
import type { CatalogFile } from "./file.ts";

/** Keys whose texts are always patterns. */
const words: ReadonlySet<string> = new Set(["pattern", "models", "modelsWithoutReports"]);
/** Keys with plain values. Nothing inside these values is checked. */
const values: ReadonlySet<string> = new Set(["default", "always", "values", "enum"]);

/**
 * The maximum total size of a catalog's patterns (`linearSize`). Compiling patterns of this size takes a second or two.
 */
const maxParts = 200_000;

/** Warns about each pattern that RE2 cannot match. Reports an error if the total size of the patterns is too large. */
export function checkPatterns(files: readonly CatalogFile<object>[]): void {
  let parts = 0;
  for (const { data, reading } of files)
    for (const { path, pattern } of patternsIn(asJson(data), [])) {
      const size = linearSize(pattern);
      const say = (code: string, message: string, hint: string) => {
        const severity = code === "slow-pattern" ? ("warning" as const) : undefined;
        note(reading, path, [{ code, severity, message, hint, path: [], at: "value" }]);
      };
      if ("lacks" in size) {
        const message =
          `this pattern has ${size.lacks}: some texts can make it slow, and the next version of trueup will ` +
          "refuse it";
        say("slow-pattern", message, linearHint);
        continue;
      }
      parts += size.parts;
      if (parts <= maxParts) continue;
      say(
        "too-large",
        `this pattern and those before it have over ${maxParts} parts in total, with repeats expanded`,
        sizeHint,
      );
      return;
    }
}

const linearHint =
  "Rewrite the pattern without look-around, back-references and repeats over 1,000, or use enum, " +
  "minLength and maxLength instead.";
const sizeHint = "Replace repeats such as {1,1000} by minLength and maxLength.";

interface PatternAt {
  readonly path: readonly string[];
  readonly pattern: string;
}

function patternsIn(value: Json, path: readonly string[]): readonly PatternAt[] {
  if (isArray(value)) return value.flatMap((each, at) => patternsIn(each, [...path, String(at)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const at = [...path, name];
    if (typeof each !== "string") return values.has(name) ? [] : patternsIn(each, at);
    // `at` is a pattern only in the product's list of management paths.
    const isPattern = words.has(name) || (name === "at" && path.length === 2 && path[0] === "lockout");
    return isPattern ? [{ path: at, pattern: each }] : [];
  });
}

function asJson(data: object): Json {
  return parseJson(JSON.stringify(data)) ?? null;
}
