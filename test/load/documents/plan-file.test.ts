import { describe, expect, test } from "vitest";
import { planFileExcess, planFileSchema, readPlanFile } from "../../../src/load/documents/plan-file.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const text = (networks: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}`,
});
const origin = { tool: "1.2.3", prune: true, only: ["cloud/*"], commit: "a".repeat(40) };

/** Returns the document of a plan that creates, updates and removes. */
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

describe("a plan file that cannot be followed", () => {
  const refused = async (change: Readonly<Record<string, unknown>>) => {
    const read = readPlanFile(JSON.stringify({ ...JSON.parse(await document()), ...change }));
    if ("file" in read) throw new Error("it was read");
    const { code, message, hint } = read.problem;
    return { said: `${code}: ${message} (${hint})`, approvesNothing: read.approvesNothing ?? false };
  };
  const again = "Write a plan file with this version of trueup: `trueup plan --out plan.json`.";

  test("of a newer trueup asks for an update, and says who wrote it", async () => {
    expect(await refused({ version: 3 })).toEqual({
      said: "plan-file: this plan file was written by trueup 1.2.3, in version 3 of its format; this trueup reads version 2 (Update trueup.)",
      approvesNothing: false,
    });
    expect((await refused({ version: 3, origin: "me" })).said).toContain("written by another trueup,");
  });

  test("of an older one approves nothing, even where it is whole", async () => {
    expect(await refused({ version: 1, fingerprint: "abc" })).toEqual({
      said: "old-plan-file: this plan file was written by trueup 1.2.3, in version 1 of its format: its fingerprint is too short to approve a plan (Plan again with this trueup, review that plan and approve it: an old approval is no longer valid.)",
      approvesNothing: true,
    });
  });

  test("of a preview approves nothing, where it lacks what a plan has", async () => {
    expect(await refused({ fingerprint: `preview-${"a".repeat(64)}`, steps: undefined })).toEqual({
      said: "plan-file: this plan file is a preview, which was made from a snapshot without reading the network (Approve a plan that was made without --snapshot.)",
      approvesNothing: true,
    });
  });

  test("says which part of it has another form", async () => {
    const said = async (change: Readonly<Record<string, unknown>>) => (await refused(change)).said;
    const form = "plan-file: this is not a plan file: it does not follow the format of version 2";
    expect(await said({ fingerprint: "f".repeat(63) })).toBe(`${form} (fingerprint) (${again})`);
    expect(await said({ fingerprint: 7 })).toBe(`${form} (fingerprint) (${again})`);
    expect(await said({ format: "trueup.snapshot" })).toBe(`${form} (format) (${again})`);
    expect(await said({ changes: [{ action: "grow" }] })).toBe(`${form} (changes.0.action) (${again})`);
  });

  test.each([
    ["nothing", "", "it is not JSON"],
    ["half a file", "{", "it is not JSON"],
    ["a list", "[]", "it does not follow the format of version 2"],
    ["null", "null", "it does not follow the format of version 2"],
  ])("is %s", (_, text, why) => {
    const read = readPlanFile(text);
    expect("problem" in read && read.problem).toMatchObject({ code: "plan-file", hint: again });
    expect("problem" in read && read.problem.message).toMatch(/^this is not a plan file: /);
    expect("problem" in read && read.problem.message.endsWith(why)).toBe(true);
    expect(read).not.toHaveProperty("approvesNothing");
  });
});

test.each([
  ["nested too deeply", "[".repeat(201) + "]".repeat(201), "is nested over 200 levels deep"],
  ["of too many values", `[${"0,".repeat(500_000)}0]`, "has more than 500,000 values"],
  ["too long", `"${"x".repeat(8 * 1024 * 1024)}"`, "is longer than 8 MB"],
])("a text that is %s is not read, whatever it is, and there is another approval", (_, text, why) => {
  const read = readPlanFile(text);
  expect("problem" in read && read).toMatchObject({
    tooLarge: true,
    problem: {
      message: `trueup does not read this plan file: it ${why}`,
      hint: expect.stringContaining("--approved"),
    },
  });
  expect(read).not.toHaveProperty("approvesNothing");
  expect(planFileExcess(text)).toBe(why);
});
