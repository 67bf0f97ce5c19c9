/**
 * `node scripts/release.ts --repository URL --tag vVERSION`: prepares a checkout for publishing, in place.
 * Sets the repository in the package, for its provenance, and makes links in its pages work at the registry.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** The source of a release. */
interface Origin {
  /** The URL of the repository: `https://github.com/owner/name`. */
  readonly repository: string;
  /** The tag, such as `v0.2.0`. */
  readonly tag: string;
}

/** Pages in the package that link to files outside of the package. */
const pages = ["README.md", "CHANGELOG.md"];

/** Prepares the checkout. Throws if the tag differs from the package's version, or CHANGELOG.md does not mention it. */
export function prepareRelease(root: string, origin: Origin): void {
  const path = join(root, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const version = origin.tag.replace(/^v/, "");
  if (manifest.version !== version)
    throw new Error(`package.json has version ${manifest.version}, but the tag is ${origin.tag}`);
  if (!readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(`\n## [${version}]`))
    throw new Error(`CHANGELOG.md has no section "## [${version}]"`);
  const { repository } = origin;
  const published = {
    ...manifest,
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: "git", url: `git+${repository}.git` },
  };
  writeFileSync(path, `${JSON.stringify(published, null, 2)}\n`);
  for (const page of pages) {
    const text = readFileSync(join(root, page), "utf8");
    writeFileSync(join(root, page), withLinksTo(text, origin));
  }
}

/** Returns a top-level page in which links into the repository are absolute, and lead to the files at the tag. */
export function withLinksTo(text: string, { repository, tag }: Origin): string {
  return text.replaceAll(/\]\((?!#|[a-z][a-z\d+.-]*:)(?:\.\/)?([^)\s]+)/gi, (_, path: string) => {
    const kind = /\.(?:png|svg|jpe?g|gif|webp)$/i.test(path) ? "raw" : "blob";
    return `](${repository}/${kind}/${tag}/${path}`;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({ options: { repository: { type: "string" }, tag: { type: "string" } } });
  const { repository, tag } = values;
  if (!repository || !tag) throw new Error("a release needs --repository URL and --tag vVERSION");
  prepareRelease(resolve(import.meta.dirname, ".."), { repository, tag });
}
