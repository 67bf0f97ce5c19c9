/** What was merged: applied by itself where the project says so, and waiting for somebody where it does not. */

import { describe, expect, test } from "vitest";
import { networks, projectFile, stage } from "./stage.ts";

const onMerge = projectFile("serve: { apply: onMerge }\n");
const berlin = networks({ berlin: "Europe/Berlin" });

describe("with apply: onMerge", () => {
  test("what is merged is applied with the plan's own fingerprint, recorded, and looked at again", async () => {
    const at = await stage({ files: { "trueup.yaml": onMerge, "desired-state/a.yaml": berlin } });
    const first = await at.until(({ state }) => state === "inSync");
    expect(at.live()).toEqual({ berlin: "Europe/Berlin" });
    expect(first.runs).toMatchObject([{ why: "merge", by: "trueup serve", ended: "applied", steps: { all: 1, applied: 1 } }]);
    const commit = at.merge({ "desired-state/a.yaml": networks({ berlin: "Europe/Paris", oslo: "Europe/Oslo" }) });
    at.running().moved("net");
    const next = await at.until(({ state, applied }) => state === "inSync" && applied?.commit === commit);
    expect(at.live()).toEqual({ berlin: "Europe/Paris", oslo: "Europe/Oslo" });
    expect(next.applied).toMatchObject({ commit, by: "trueup serve" });
    expect(next.runs).toHaveLength(2);
  });
});
