/** A checkout made ready to be published: what the registry shows, and what it is checked by. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { prepareRelease, withLinksTo } from "../scripts/release.ts";

const root = resolve(import.meta.dirname, "..");
const repository = "https://github.com/acme/trueup";
const origin = { repository, tag: "v1.2.3" };
const folder = mkdtempSync(join(tmpdir(), "trueup-release-"));
const read = (name: string) => readFileSync(join(folder, name), "utf8");

afterAll(() => rmSync(folder, { recursive: true }));

function checkout(version: string, changelog: string): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "trueup", version }));
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
  writeFileSync(join(folder, "README.md"), "[Install](docs/install.md#npm)\n");
}

test("the package names the repository that its provenance is checked by, and its pages lead to the tag", () => {
  checkout("1.2.3", "# Changelog\n\n## [1.2.3] - 2026-12-01\n\n[Why](./docs/why.md)\n");
  prepareRelease(folder, origin);
  expect(JSON.parse(read("package.json"))).toEqual({
    name: "trueup",
    version: "1.2.3",
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: "git", url: `git+${repository}.git` },
  });
  expect(read("README.md")).toBe(`[Install](${repository}/blob/v1.2.3/docs/install.md#npm)\n`);
  expect(read("CHANGELOG.md")).toContain(`[Why](${repository}/blob/v1.2.3/docs/why.md)`);
});

test("a tag of another version, and a version that the changelog does not have, are not released", () => {
  checkout("1.2.3-dev", "# Changelog\n\n## [1.2.3]\n");
  expect(() => prepareRelease(folder, origin)).toThrow(
    "package.json has version 1.2.3-dev, and the tag is v1.2.3",
  );
  checkout("1.2.3", "# Changelog\n\n## [Unreleased]\n");
  expect(() => prepareRelease(folder, origin)).toThrow('CHANGELOG.md has no section "## [1.2.3]"');
});

test("links within a page and to other sites stay, and pictures are the files themselves", () => {
  const text = "[a](#top) [b](https://example.com/x) [c](mailto:a@example.com) ![d](docs/d.png)";
  expect(withLinksTo(text, origin)).toBe(
    `[a](#top) [b](https://example.com/x) [c](mailto:a@example.com) ![d](${repository}/raw/v1.2.3/docs/d.png)`,
  );
});

test("every link of the real pages leads to a file of the repository", () => {
  for (const page of ["README.md", "CHANGELOG.md"]) {
    const text = withLinksTo(readFileSync(join(root, page), "utf8"), origin);
    expect(text).not.toMatch(/\]\((?!#|https?:)/);
    const paths = [...text.matchAll(new RegExp(`${repository}/(?:blob|raw)/v1\\.2\\.3/([^)#\\s]+)`, "g"))];
    const missing = paths.filter(([, path = ""]) => !existsSync(join(root, path)));
    expect(missing.map(([link]) => link)).toEqual([]);
  }
});
