/** `desiredState`, `vars` and `inputs` in the project file: their valid values, and the messages about mistakes. */

import { describe, expect, test } from "vitest";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { settingsOf } from "../../../src/load/project-file/settings-at.ts";
import { told } from "../fixtures.ts";

const head = "version: 1\nenvironment: production\ntargets: {}\n";
const read = (text: string) =>
  loadProject({ file: { path: "trueup.yaml", text: head + text }, folder: "/p", drivers: [] });

describe("folders of desired state", () => {
  test("one, or several of which the last is the strongest", () => {
    expect(read("").project).toMatchObject({ desiredState: "desired-state" });
    expect(read("desiredState: networks\n").project).toMatchObject({ desiredState: "networks" });
    const { project } = read("desiredState: [./common/, eu, production]\n");
    expect(project).toMatchObject({ desiredBelow: ["common", "eu"], desiredState: "production" });
  });

  test.each([
    ["desiredState: []\n", "must be at least 1"],
    ["desiredState: [a, ../b]\n", "must be a folder inside the project, without `..`"],
    ["desiredState: [a, a/b]\n", "must be different folders, none of which is inside another"],
    ["desiredState: [./a, a/]\n", "must be different folders, none of which is inside another"],
    ["desiredState: 7\n", "must be text or a list, not a number"],
  ])("%j", (text, expected) => {
    const result = read(text);
    expect(told(result).join()).toContain(expected);
    expect(result.project).toBeUndefined();
  });
});

describe("variables", () => {
  test("are plain values, with their places; inputs may give defaults", () => {
    const { project, problems } = read(
      "vars: { region: north, sizes: [1, 2] }\ninputs: { count: { type: integer, default: 3 }, region: { enum: [north, south] } }\n",
    );
    expect(problems).toEqual([]);
    expect(project?.vars).toEqual({
      values: { region: "north", sizes: [1, 2] },
      defaults: { count: 3 },
      inputs: ["count", "region"],
      at: {
        region: { file: "trueup.yaml", line: 4, column: 9 },
        sizes: { file: "trueup.yaml", line: 4, column: 24 },
        count: { file: "trueup.yaml", line: 5, column: 11 },
      },
    });
    expect(read("").project?.vars).toBeUndefined();
  });

  test.each([
    ["vars: { in: 1 }\n", "4:13 bad-variable: `in` cannot be the name of a variable"],
    ["inputs: { 2nd: {} }\n", "4:16 bad-variable: `2nd` cannot be the name of a variable"],
    [
      "vars: { a: '${b}' }\n",
      "4:12 bad-variable: variables of the project file are plain values, without expressions (Put the expression into vars.yaml of desired state.)",
    ],
    [
      "vars: { a: x }\ninputs: { a: { type: integer, description: How many. } }\n",
      "4:12 bad-variable: `a` must be an integer, not text (How many.)",
    ],
    ["vars: { a: 1.5 }\ninputs: { a: { type: integer } }\n", "`a` must be an integer, not"],
    ["vars: { a: [] }\ninputs: { a: { type: map } }\n", "`a` must be a map, not a list"],
    ["vars: { a: {} }\ninputs: { a: { type: list } }\n", "`a` must be a list, not a map"],
    ["vars: { a: 1 }\ninputs: { a: { type: text } }\n", "`a` must be text, not a number"],
    ["vars: { a: 1 }\ninputs: { a: { type: boolean } }\n", "`a` must be true or false, not a number"],
    ["vars: { a: x }\ninputs: { a: { type: number } }\n", "`a` must be a number, not text"],
    ["vars: { a: x }\ninputs: { a: { enum: [b, c] } }\n", "`a` must be one of b, c"],
    ["vars: { a: 1 }\ninputs: { a: { minimum: 2 } }\n", "`a` must be at least 2"],
    ["vars: { a: 9 }\ninputs: { a: { maximum: 8 } }\n", "`a` must be at most 8"],
    ["vars: { a: xyz }\ninputs: { a: { maxLength: 2 } }\n", "`a` must be at most 2 long"],
    ["vars: { a: [x, y, z] }\ninputs: { a: { maxLength: 2 } }\n", "`a` must be at most 2 long"],
    [
      "inputs: { a: { maximum: 8, default: 9 } }\n",
      "4:37 bad-variable: the default of `a` must be at most 8",
    ],
    ["inputs: { a: { kind: x } }\n", "unknown-field"],
  ])("%j", (text, expected) => {
    const result = read(text);
    expect(told(result).join()).toContain(expected);
    expect(result.project).toBeUndefined();
  });
});

describe("a project file of another time", () => {
  const at = (text: string) => settingsOf({ path: "trueup.yaml", text });

  test("tells its folders and variables, whatever else is wrong with it today", () => {
    const text =
      "version: 9\ntargets: 7\ndesiredState: [a, b]\nvars: { x: 1 }\ninputs: { y: { default: 2 } }\n";
    expect(at(text)).toMatchObject({
      desiredBelow: ["a"],
      desiredState: "b",
      vars: { values: { x: 1 }, defaults: { y: 2 } },
    });
    expect(at("version: 1\n")).toEqual({ desiredState: "desired-state" });
  });

  test.each(["a: [", "[1]", "", "desiredState: ../x", "vars: 7"])(
    "of which that cannot be told: %j",
    (text) => {
      expect(at(text)).toBeUndefined();
    },
  );
});
