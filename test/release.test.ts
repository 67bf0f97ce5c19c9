/** A checkout that is prepared for publishing: what the registry will show, and the checks before the publication. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
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
    "package.json has version 1.2.3-dev, but the tag is v1.2.3",
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

test("whatever is released is attested first, executables as the package, and the documentation checks that", () => {
  const path = ".github/workflows/release.yml";
  const workflow = parse(readFileSync(join(root, path), "utf8"));
  const { publish } = workflow.jobs;
  const steps: readonly Readonly<Record<string, Record<string, string>>>[] = publish.steps;
  const at = (what: RegExp) => steps.findIndex((step) => what.test(JSON.stringify(step)));
  const [sums, attested] = [at(/sha256sum -- \*/), at(/"actions\/attest@[0-9a-f]{40}"/)];
  expect(steps[sums]).toMatchObject({ "working-directory": "built" });
  expect(steps[attested]?.with).toEqual({ "subject-checksums": "built/SHA256SUMS" });
  expect(steps[attested]).not.toHaveProperty("if");
  expect(steps[attested]).not.toHaveProperty("continue-on-error");
  const published = [at(/npm publish --provenance/), at(/gh release create .* built\/\*/)];
  for (const step of published)
    expect([sums, attested, step].toSorted((a, b) => a - b)).toEqual([sums, attested, step]);
  expect(publish.permissions).toEqual({ contents: "write", "id-token": "write", attestations: "write" });
  const page = readFileSync(join(root, "docs/install.md"), "utf8");
  expect(page).toMatch(
    new RegExp(`gh attestation verify trueup-VERSION-linux-x64 --repo \\S+ --signer-workflow \\S+/${path} `),
  );
});
