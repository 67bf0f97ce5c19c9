/**
 * The registry of formats. Each format writes what it promises, without secrets, and no two formats write the same kind
 * of file.
 */

import { describe, expect, test } from "vitest";
import { problem } from "../../../src/model/problem.ts";
import type { PlanContext } from "../../../src/report/formats/format.ts";
import { planWriter } from "../../../src/report/formats/plan-writer.ts";
import {
  formatOfFile,
  formats,
  formatsFor,
  noPlanIn,
  problemsIn,
  resultIn,
  writerOf,
} from "../../../src/report/formats/registry.ts";
import { plain } from "../../../src/report/text/style.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import { planWith, updating } from "../plans.ts";

const secret = "correct-horse-battery";
const zone = { path: "/timeZone", live: `Europe/London ${secret}`, desired: "Europe/Berlin" } as const;
const plan = planWith([
  updating("cloud/network/berlin", [{ ...zone, base: "Europe/Berlin", cause: "drift" }]),
]);
const wrong = problem("wrong-type", "version is a text", {});
const on: PlanContext = { style: plain, folder: "", problems: [wrong], locate: () => undefined };
const secrets = openRedactor();
secrets.learn([secret]);

describe.each(["plan", "drift"] as const)("%s", (document) => {
  test.each(formatsFor(document))(
    "as %s has what differs and no secret, and ends with its line",
    async (format) => {
      const write = await planWriter(document, { format, secrets });
      const text = write(plan, on);
      expect(text).toMatch(/Europe(?:\/|&#x2F;|\\\/)London/);
      expect(text).not.toContain(secret);
      expect(text).toMatch(/[^\n]\n$/);
    },
  );
});

test.each(formatsFor("status"))("status as %s names its target", async (format) => {
  const write = await writerOf("status", format);
  const view = { rows: 0 };
  const all = [{ target: "cloud", interface: "dashboard", problems: [] }] as const;
  expect(write(all, { style: plain, view, range: undefined })).toMatch(/cloud[\s\S]*\n$/);
});

test("problems are one document for machines, and for people none: they read standard error", () => {
  for (const { name, readers } of formats) {
    const document = problemsIn(name, [wrong], "");
    if (readers === "people") expect(document, name).toBeUndefined();
    else expect(document, name).toContain("wrong-type");
  }
});

test("a file for a plan that there is not says why, but for HTML, which is not written then", () => {
  for (const { name } of formats) {
    const text = noPlanIn(name, [wrong], "");
    if (name === "html") expect(text).toBeUndefined();
    else expect(text, name).toContain("wrong-type");
  }
});

test("a result is made in the form that is asked for, and in no other", () => {
  const other = () => expect.unreachable();
  expect(resultIn("text", { text: () => "all\n", document: other })).toBe("all\n");
  expect(JSON.parse(resultIn("json", { text: other, document: () => ({ all: 1 }) }))).toEqual({ all: 1 });
});

describe("the ending of a file's name", () => {
  test("is of one format, and one format takes all others", () => {
    const endings = formats.flatMap((one) => one.endings);
    expect(new Set(endings).size).toBe(endings.length);
    expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length);
    expect(formats.filter(({ endings }) => endings.includes("")).map(({ name }) => name)).toEqual(["text"]);
    for (const ending of endings) expect(ending).toMatch(/^(?:\.[a-z.]+)?$/);
  });

  test("decides by the longest that fits", () => {
    expect(formatOfFile("plan.sarif.json", "plan")).toBe("sarif");
    expect(formatOfFile("sarif.json", "plan")).toBe("json");
    expect(formatOfFile("plan.json.txt", "drift")).toBe("text");
    expect(formatOfFile("plan", "plan")).toBe("text");
    // A format is chosen only if it can write the document, and there is no HTML page of health.
    expect(formatOfFile("status.html", "status")).toBe("text");
  });
});
