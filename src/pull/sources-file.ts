/** Loads `sources.yaml`: returns every fault at its line, and the sources with their defaults. Opens no secret. */

import { besideFile } from "../load/project-file/target.ts";
import { isLoopback } from "../load/project-file/target-url.ts";
import { formFault } from "../load/secret-references.ts";
import type { Problem } from "../model/problem.ts";
import type { SourceText } from "../model/source.ts";
import { problemsOf } from "../yaml/findings.ts";
import { type FileReading, keyPosition, note } from "../yaml/issue-reporter.ts";
import { readOneMap } from "../yaml/one-map.ts";
import { explain, type SchemaIssue } from "../yaml/schema-issues.ts";
import { fileFaults } from "./file-faults.ts";
import { rowsQuery } from "./queries.ts";
import type { PulledFile, Source } from "./sources.ts";
import { type SourcesFile, sourcesSchema, type WrittenFile, type WrittenSource } from "./sources-schema.ts";

/** The location of a file of sources. */
export interface SourcesPlace {
  /** The absolute path of the file's folder. */
  readonly folder: string;
  /** The folders of desired state, relative to `folder`. Files of rows must be in one of them. */
  readonly desired: readonly string[];
}

/**
 * Returns the sources, or all problems at once. If there are no sources, at least one problem is an error. Never
 * throws.
 */
export function loadSources(
  file: SourceText,
  place: SourcesPlace,
): { readonly sources?: readonly Source[]; readonly problems: readonly Problem[] } {
  const { findings, reading } = readOneMap(file, {
    message: "the file of sources must be one map",
    hint: "See docs/sources.md for an example.",
  });
  const written = reading && findings.length === 0 ? read(reading) : undefined;
  if (reading && written) note(reading, [], faultsOf(written, place));
  const problems = problemsOf(findings, ["token", "secret"]);
  const failed = problems.some(({ severity }) => severity === "error");
  if (!reading || !written || failed) return { problems };
  const sources = Object.entries(written.sources).map(([name, one]) => {
    const tokenAt = one.token && keyPosition(reading, ["sources", name, "token"]);
    return { ...sourceOf(name, one, place), tokenAt };
  });
  return { sources, problems };
}

function read(reading: FileReading): SourcesFile | undefined {
  const checked = sourcesSchema.safeParse(reading.value, { jitless: true });
  if (checked.success) return checked.data;
  const of = { schema: sourcesSchema, value: reading.value, title: "sources.yaml", beside: [] };
  note(reading, [], explain(checked.error.issues, of).map(aboutToken));
  return undefined;
}

/**
 * Returns the issue, with a specific message if a token is written in plain text: the user must not only move the
 * token, but also change it.
 */
function aboutToken(said: SchemaIssue): SchemaIssue {
  const [, , field] = said.path;
  if (field !== "token" || said.path.length !== 3 || said.code !== "wrong-type") return said;
  const message = "the `token` of a source must be a secret reference, never the token itself";
  const hint = "Write `token: { secret: env:NETBOX_TOKEN }`, and change the token if this file was shared.";
  return { ...said, code: "plain-text-secret", message, hint };
}

function faultsOf({ sources }: SourcesFile, { desired }: SourcesPlace): readonly SchemaIssue[] {
  const seen = new Map<string, string>();
  return Object.entries(sources).flatMap(([name, source]) => {
    const at = ["sources", name];
    const own = [...urlFaults(source), ...tokenFaults(source), ...optionFaults(source)];
    const ofFiles = Object.entries(source.files).flatMap(([path, file]) => {
      const first = seen.get(path.toLowerCase());
      seen.set(path.toLowerCase(), first ?? name);
      const twice =
        first === undefined
          ? []
          : [
              fault([], "key", [
                "duplicate-key",
                `\`${path}\` already gets its rows from \`${first}\``,
                oneFile,
              ]),
            ];
      const said = [...twice, ...fileFaults({ path, file, type: source.type, desired })];
      return said.map((one) => ({ ...one, path: ["files", path, ...one.path] }));
    });
    return [...own, ...ofFiles].map((one) => ({ ...one, path: [...at, ...one.path] }));
  });
}

const oneFile = "Give each file a different path.";

function urlFaults({ url, type }: WrittenSource): readonly SchemaIssue[] {
  const parsed = URL.parse(url);
  const said = (message: string, hint: string) => [
    fault(["url"], "value", ["bad-url", `\`url\` ${message}`, hint]),
  ];
  if (!parsed || (parsed.protocol !== "https:" && parsed.protocol !== "http:"))
    return said("must be an absolute https URL", "Write https://HOST.");
  if (parsed.username !== "" || parsed.password !== "")
    return said("cannot hold a user name or a password", "Give its token under `token:`, by reference.");
  if (parsed.search !== "" || parsed.hash !== "")
    return said("cannot have a query or a fragment", "Parameters of a list belong under `filters`.");
  if (parsed.protocol === "http:" && !isLoopback(parsed.hostname))
    return said(
      "would send the token and the rows unencrypted",
      "Write https://, with `tls.ca` for a private certificate authority.",
    );
  if ((type === "netbox" || type === "nautobot") && /\/api\/*$/.test(parsed.pathname))
    return said(
      "ends with the path of the API, which trueup adds itself",
      `Leave \`/api\` out: give the URL of ${type} itself.`,
    );
  return [];
}

function tokenFaults({ token }: WrittenSource): readonly SchemaIssue[] {
  const form = token && formFault(token.secret);
  return form ? [{ ...form, path: ["token"], at: "value" }] : [];
}

function optionFaults({ type, branch, header, token }: WrittenSource): readonly SchemaIssue[] {
  const only = (field: string, of: string) =>
    fault([field], "key", ["invalid-value", `\`${field}\` is only for ${of}`, `Remove \`${field}\`.`]);
  return [
    ...(branch !== undefined && type !== "infrahub" ? [only("branch", "sources of type infrahub")] : []),
    ...(header !== undefined && token === undefined ? [only("header", "sources with a token")] : []),
  ];
}

function fault(
  path: readonly string[],
  at: SchemaIssue["at"],
  [code, message, hint]: readonly [string, string, string],
): SchemaIssue {
  return { code, message, hint, path, at };
}

function sourceOf(name: string, of: WrittenSource, { folder }: SourcesPlace): Source {
  const { type, url, token, header, branch, tls, limits = {}, files } = of;
  return {
    name,
    type,
    url: url.replace(/\/+$/, ""),
    token,
    header: header?.toLowerCase(),
    branch,
    ca: tls && besideFile(folder, tls.ca),
    requestsPerSecond: limits.requestsPerSecond ?? 5,
    timeoutSeconds: limits.timeoutSeconds,
    pageSize: limits.pageSize ?? 250,
    files: Object.entries(files).map(([path, file]) => fileOf(path, file, of)),
  };
}

function fileOf(path: string, file: WrittenFile, { type }: WrittenSource): PulledFile {
  const { columns, key, allowEmpty = false, maxRemoved } = file;
  return {
    path,
    query: rowsQuery(file, type),
    columns: Object.entries(columns).map(([name, value]) => ({ name, value })),
    key: typeof key === "string" ? [key] : key,
    allowEmpty,
    maxRemoved:
      maxRemoved === undefined
        ? undefined
        : typeof maxRemoved === "number"
          ? { rows: maxRemoved }
          : { percent: Number.parseInt(maxRemoved, 10) },
  };
}
