import { describe, expect, test } from "vitest";
import { planFileSchema, readPlanFile } from "../../../src/load/documents/plan-file.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { stage } from "../../virtual/run.ts";

const text = (networks: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}`,
});
const origin = { tool: "1.2.3", prune: true, only: ["cloud/*"], commit: "a".repeat(40) };

/** The document of a plan that creates, updates and removes. */
async function document(): Promise<string> {
  const on = stage({
    files: text("  oslo: { name: Oslo Lab }\n  berlin: { name: Berlin Office, tags: [x] }\n"),
  });
  const base = on.load(text("  munich: { name: Munich Office }\n"));
  const { plan } = await on.plan({ base, prune: true, origin });
  expect(plan.steps.map(({ operation }) => operation).sort()).toEqual(["create", "remove", "update"]);
  return JSON.stringify(planDocument(plan));
}

describe("the document of a plan", () => {
  test("has the published form: what is written can be read, with all that it says", async () => {
    const written = await document();
    const read = readPlanFile(written);
    expect("file" in read && read.file).toEqual(JSON.parse(written));
    expect("file" in read && read.file.origin).toEqual(origin);
  });

  test("has a JSON Patch for each update", async () => {
    const read = readPlanFile(await document());
    const changes = "file" in read ? read.file.changes : [];
    const update = changes.find(({ action }) => action === "update");
    expect(update).toMatchObject({
      patch: [
        { op: "remove", path: "/tags/1" },
        { op: "replace", path: "/tags/0", value: "x" },
      ],
    });
  });

  test.each(["environment", "fingerprint", "origin", "changes", "steps"])(
    "without %s is no plan file",
    async (field) => {
      const whole = JSON.parse(await document());
      delete whole[field];
      expect(planFileSchema.safeParse(whole).success).toBe(false);
      expect(readPlanFile(JSON.stringify(whole))).toMatchObject({
        problem: { code: "plan-file", message: expect.stringContaining(`(${field})`) },
      });
    },
  );
});
