/** Checks the repositories of `serve.yaml`: what a schema cannot say of them. */

import { isLoopback } from "../../load/project-file/target-url.ts";
import type { SchemaIssue } from "../../yaml/schema-issues.ts";
import type { ServeFile } from "./serve-schema.ts";

/** What is wrong with the URLs and projects of repositories. */
export function repositoryFaults({ repositories }: ServeFile): readonly SchemaIssue[] {
  return Object.entries(repositories).flatMap(([name, { url, branches }]) => {
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
    return [...(said ? [{ ...said, path: [...path, "url"], at: "value" as const }] : []), ...twice];
  });
}

function repeated(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []));
}

/** What is wrong with what git is to clone; undefined when it will do. It is not shown: it may hold a password. */
function urlFault(url: string): Pick<SchemaIssue, "code" | "message" | "hint"> | undefined {
  const parsed = URL.parse(url);
  const isShort = /^(?:[\w.-]+@)?[\w.-]+:(?!\/\/)[^\s-][^\s]*$/.test(url);
  if (url.startsWith("/")) return undefined;
  if (isShort && !parsed?.host) return undefined;
  if (!parsed || !["https:", "http:", "ssh:", "file:"].includes(parsed.protocol)) {
    const hint = "Write https://HOST/PATH, ssh://HOST/PATH, git@HOST:PATH, or a folder's absolute path.";
    return { code: "bad-url", message: "`url` is nothing that git can clone here", hint };
  }
  if (parsed.password !== "") {
    const hint = "Give git its credential as docs/serve.md says, and change this one if the file was shared.";
    return { code: "plain-text-secret", message: "`url` cannot hold a password or a token", hint };
  }
  if (parsed.protocol === "http:" && !isLoopback(parsed.hostname)) {
    const message = "`url` would be fetched unencrypted: whoever is in between could say what is declared";
    return { code: "bad-url", message, hint: "Write https:// or ssh://." };
  }
  return undefined;
}
