/** The catalog folders that a project file names. They are read before anything else in the file. */

import { describe, expect, test } from "vitest";
import { catalogFolders, folderName } from "../../../src/load/project-file/catalog-folders.ts";

const of = (text: string) => catalogFolders({ path: "trueup.yaml", text });

describe("the folders of catalogs", () => {
  test("are those of REST targets, each once, in the order of the targets", () => {
    const text = `version: 1
targets:
  a: { interface: rest, catalog: catalogs/ipam }
  b: { interface: rest, catalog: ./catalogs//ipam/ }
  c: { interface: rest, catalog: dns }
  d: { interface: dashboard, catalog: other }
  e: { interface: rest }
  f: catalog
`;
    expect(of(text)).toEqual(["catalogs/ipam", "dns"]);
  });

  test.each(["/etc", "../up", "a/../../b", "a\\b", "''", ".", "./", "//", "7", "[a]", "..", "~"])(
    "are none outside of the project, and none that is no folder: %s",
    (catalog) => {
      expect(of(`targets: { a: { interface: rest, catalog: ${catalog} } }\n`)).toEqual([]);
    },
  );

  test.each([
    ["a folder that only begins or ends with dots", "..a/b..", ["..a/b.."]],
    ["a hidden one", ".catalogs/x", [".catalogs/x"]],
  ])("are also %s", (_, catalog, folders) => {
    expect(of(`targets: { a: { interface: rest, catalog: ${catalog} } }\n`)).toEqual(folders);
  });

  test.each([
    ["no target names one", "targets: { a: { interface: rest } }\n"],
    ["it stands only in a comment", "# catalog\ntargets: { a: { interface: rest } }\n"],
    ["targets are no map", "targets: [catalog]\n"],
    ["the file is no map", "- catalog\n"],
    ["the file is empty but for a comment", "# catalog\n"],
    ["the file is no YAML", "catalog: [\n"],
  ])("are none where %s: that is said when the file is loaded", (_, text) => {
    expect(of(text)).toEqual([]);
  });

  test("have one spelling each", () => {
    expect(["a/b", "./a/b", "a//b/", "a/./b/."].map(folderName)).toEqual(["a/b", "a/b", "a/b", "a/b"]);
  });
});
