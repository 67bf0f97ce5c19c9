/**
 * `node scripts/release.ts --repository URL --tag vVERSION`: makes a checkout ready to be published, in place. The
 * package gets the repository that its provenance is checked by, and its pages get links that work at the registry.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** Where a release comes from. */
interface Origin {
  /** `https://github.com/owner/name`. */
  readonly repository: string;
  /** `v0.2.0`. */
  readonly tag: string;
}

/** Pages that go along in the package, whose links lead to what does not. */
const pages = ["README.md", "CHANGELOG.md"];

/** Writes it. Throws where the tag is not the package's version, or CHANGELOG.md says nothing of it. */
export function prepareRelease(root: string, origin: Origin): void {
  const path = join(root, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const version = origin.tag.replace(/^v/, "");
  if (manifest.version !== version)
    throw new Error(`package.json has version ${manifest.version}, and the tag is ${origin.tag}`);
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

/** A page at the top of the repository, its links into it made absolute: to the files as they are at the tag. */
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
