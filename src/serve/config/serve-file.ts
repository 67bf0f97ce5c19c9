/** Loads `serve.yaml`, and reports every fault with its line. Opens no secret. */

import { formFault } from "../../load/secret-references.ts";
import type { Problem } from "../../model/problem.ts";
import { isSecretReference } from "../../model/secret.ts";
import type { SourceText } from "../../model/source.ts";
import { problemsOf } from "../../yaml/findings.ts";
import { type FileReading, note } from "../../yaml/issue-reporter.ts";
import { readOneMap } from "../../yaml/one-map.ts";
import { explain, type SchemaIssue } from "../../yaml/schema-issues.ts";
import { accessFaults } from "./access-faults.ts";
import { configOf } from "./config-of.ts";
import { repositoryFaults } from "./repository-faults.ts";
import type { ServeConfig } from "./serve-config.ts";
import { type ServeFile, serveFileSchema } from "./serve-schema.ts";

/** Fields that may hold a secret: excerpts do not show their values. */
const secretFields = ["secret", "key", "token", "clientSecret", "previousKeys"];

/** Loads the file, and returns all problems at once. `folder`: the absolute path of its folder. Never throws. */
export function loadServeFile(
  file: SourceText,
  folder: string,
): { readonly config?: ServeConfig; readonly problems: readonly Problem[] } {
  const { findings, reading } = readOneMap(file, {
    message: "the server's file must be one map",
    hint: "Write it like the example in docs/serve.md.",
  });
  const written = reading && findings.length === 0 ? read(reading) : undefined;
  if (reading && written) for (const said of faultsOf(written)) note(reading, [], [said]);
  const problems = problemsOf(findings, secretFields);
  const failed = problems.some(({ severity }) => severity === "error");
  return written && !failed ? { config: configOf(written, folder), problems } : { problems };
}

function read(reading: FileReading): ServeFile | undefined {
  const checked = serveFileSchema.safeParse(reading.value, { jitless: true });
  if (checked.success) return checked.data;
  const of = { schema: serveFileSchema, value: reading.value, title: "serve.yaml", beside: [] };
  note(reading, [], explain(checked.error.issues, of).map(aboutSecret));
  return undefined;
}

/** A secret in plain text gets a specific message: besides moving it, the user must change it. */
function aboutSecret(said: SchemaIssue): SchemaIssue {
  const field = said.path.findLast((name) => !/^\d+$/.test(name)) ?? "";
  const isSecret =
    secretFields.includes(field) && said.path[0] !== "tls" && !(field === "token" && said.path.length < 3);
  if (!isSecret || said.code !== "wrong-type" || said.message.includes("not a map")) return said;
  const message = `\`${said.path.join(".")}\` must be a secret reference, never the secret itself`;
  const hint =
    "Write `{ secret: env:NAME }` or `{ secret: file:PATH }`, and change the secret if this file was shared.";
  return { ...said, code: "plain-text-secret", message, hint };
}

function faultsOf(written: ServeFile): readonly SchemaIssue[] {
  return [...referenceFaults(written, []), ...repositoryFaults(written), ...accessFaults(written)];
}

/** Returns a fault for each secret reference in the file that has an invalid form. */
function referenceFaults(value: unknown, path: readonly string[]): readonly SchemaIssue[] {
  if (typeof value !== "object" || value === null) return [];
  if ("secret" in value && typeof value.secret === "string" && isSecretReference({ secret: value.secret })) {
    const fault = formFault(value.secret);
    return fault ? [{ ...fault, path, at: "value" }] : [];
  }
  return Object.entries(value).flatMap(([key, each]) => referenceFaults(each, [...path, key]));
}
