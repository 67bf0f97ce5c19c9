/** `serve:` in the project file: durations, defaults, and keys that do not belong there. */

import { describe, expect, test } from "vitest";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../../../src/project/drivers.ts";

function loaded(serve: string) {
  const text = `version: 1\nenvironment: test\ntargets: {}\n${serve}\n`;
  return loadProject({ file: { path: "trueup.yaml", text }, folder: "/project", drivers });
}

describe("serve", () => {
  test("says nothing where it is not written, and has a default for what is not", () => {
    expect(loaded("").project?.serve).toBeUndefined();
    expect(loaded("serve: {}").project?.serve).toEqual({
      observeMs: 900_000,
      fullReadMs: 86_400_000,
      apply: "asked",
    });
  });

  test.each([
    ["observe: 10s", { observeMs: 10_000 }],
    ["observe: 2h, fullRead: 7d", { observeMs: 7_200_000, fullReadMs: 604_800_000 }],
    ["apply: onMerge", { apply: "onMerge" }],
    ["selfHeal: true", { selfHeal: { pauseMs: 3_600_000, perDayMax: 4 } }],
    ["selfHeal: { perDay: 2 }", { selfHeal: { pauseMs: 3_600_000, perDayMax: 2 } }],
    ["selfHeal: { pause: 5m }", { selfHeal: { pauseMs: 300_000, perDayMax: 4 } }],
  ])("%s", (text, settings) => {
    expect(loaded(`serve: { ${text} }`).project?.serve).toMatchObject(settings);
  });

  test("does not heal where that is false", () => {
    expect(loaded("serve: { selfHeal: false }").project?.serve).not.toHaveProperty("selfHeal");
  });

  test.each([
    ["observe: 9s", "must be at least 10s"],
    ["observe: 31d", "must be at most 30d"],
    ["observe: 15", "serve.observe"],
    ["observe: 1.5h", "must be a length of time such as 30s, 15m, 24h or 7d"],
    ["apply: always", "onMerge"],
    ["selfHeal: { perDay: 0 }", "selfHeal"],
    ["selfHeal: { drift: true }", "selfHeal"],
    ["anyPlan: true", "anyPlan"],
  ])("%s is a problem that says so: %s", (text, said) => {
    const { project, problems } = loaded(`serve: { ${text} }`);
    expect(project).toBeUndefined();
    expect(problems.map(({ message, hint }) => `${message} ${hint}`).join("\n")).toContain(said);
  });
});
