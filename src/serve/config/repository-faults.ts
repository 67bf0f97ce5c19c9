/** Checks the repositories of `serve.yaml` for faults that a schema cannot find. */

import { isLoopback } from "../../load/project-file/target-url.ts";
import type { SchemaIssue } from "../../yaml/schema-issues.ts";
import { derivedHost } from "./host-settings.ts";
import type { ServeFile } from "./serve-schema.ts";

/** The faults in URLs and projects of repositories. */
export function repositoryFaults({ repositories }: ServeFile): readonly SchemaIssue[] {
  return Object.entries(repositories).flatMap(([name, { url, branches, host, webhook }]) => {
    const path = ["repositories", name];
    const said = urlFault(url);
    const twice = Object.entries(branches).flatMap(([branch, { projects = [] }]) =>
      repeated(projects.map((each) => (typeof each === "string" ? each : each.file))).map((index) => ({
        code: "project-twice",
        message: "this project file is listed twice for its branch",
        hint: "Remove one of the two.",
        path: [...path, "branches", branch, "projects", String(index)],
        at: "value" as const,
      })),
    );
    return [
      ...(said ? [{ ...said, path: [...path, "url"], at: "value" as const }] : []),
      ...twice,
      ...(host ? hostFaults(url, host, [...path, "host"]) : []),
      ...(host?.comments === true && (!webhook || host.proposals === "none")
        ? [{ ...noComments, path: [...path, "host", "comments"], at: "value" as const }]
        : []),
    ];
  });
}

const noComments = {
  code: "missing-field",
  message:
    "`comments` needs a `webhook`, which reports comments, and plans of pull requests, which commands name",
  hint: "Add `webhook: { provider: ..., secret: ... }`, and remove `proposals: none`.",
};

/**
 * The faults in `host` of a repository: missing values that `url` does not show, an API that would get the token
 * unencrypted, and a GitHub project that is not `OWNER/NAME`.
 */
function hostFaults(
  url: string,
  host: NonNullable<ServeFile["repositories"][string]["host"]>,
  path: readonly string[],
): readonly SchemaIssue[] {
  const { api, project } = derivedHost(url, host);
  const missing = [...(api === undefined ? ["api"] : []), ...(project === undefined ? ["project"] : [])];
  if (missing.length > 0) {
    const names = missing.map((name) => `\`${name}\``).join(" and ");
    const message = `\`host\` needs ${names}, which cannot be derived from \`url\``;
    const hint =
      "Write it under `host`, for example `api: https://git.example.net/api/v4, project: acme/network`.";
    return [{ code: "missing-field", message, hint, path, at: "key" }];
  }
  const said: SchemaIssue[] = [];
  if (!isSafe(api)) {
    const hint = "Write https://HOST/PATH.";
    const at = host.api === undefined ? path : [...path, "api"];
    said.push({
      code: "bad-url",
      message: "a token would be sent to `api` unencrypted",
      hint,
      path: at,
      at: "value",
    });
  }
  if (host.provider === "github" && project?.split("/").length !== 2) {
    const at = host.project === undefined ? path : [...path, "project"];
    const hint = "Write OWNER/NAME.";
    said.push({
      code: "invalid-value",
      message: "on GitHub, `project` is OWNER/NAME",
      hint,
      path: at,
      at: "value",
    });
  }
  return said;
}

function isSafe(api: string | undefined): boolean {
  const parsed = URL.parse(api ?? "");
  const isPlain = parsed?.username === "" && parsed.password === "" && parsed.search + parsed.hash === "";
  if (!parsed || !isPlain) return false;
  return parsed.protocol === "https:" || (parsed.protocol === "http:" && isLoopback(parsed.hostname));
}

function repeated(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []));
}

/** Why a URL cannot be cloned; undefined if it can. The URL is not shown: it may contain a password. */
function urlFault(url: string): Pick<SchemaIssue, "code" | "message" | "hint"> | undefined {
  const parsed = URL.parse(url);
  const isShort = /^(?:[\w.-]+@)?[\w.-]+:(?!\/\/)[^\s-][^\s]*$/.test(url);
  if (url.startsWith("/")) return undefined;
  if (isShort && !parsed?.host) return undefined;
  if (!parsed || !["https:", "http:", "ssh:", "file:"].includes(parsed.protocol)) {
    const hint = "Write https://HOST/PATH, ssh://HOST/PATH, git@HOST:PATH, or a folder's absolute path.";
    return { code: "bad-url", message: "git cannot clone this `url`", hint };
  }
  if (parsed.password !== "") {
    const hint =
      "Give git its credential as described in docs/serve.md, and change this one if the file was shared.";
    return { code: "plain-text-secret", message: "`url` cannot hold a password or a token", hint };
  }
  if (parsed.protocol === "http:" && !isLoopback(parsed.hostname)) {
    const message =
      "`url` would be fetched unencrypted: anyone on the network path could change the declarations";
    return { code: "bad-url", message, hint: "Write https:// or ssh://." };
  }
  return undefined;
}
