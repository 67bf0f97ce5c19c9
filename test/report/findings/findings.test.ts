/** Machine-readable output of a plan: annotations, SARIF, JUnit, outputs. */

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { problem } from "../../../src/model/problem.ts";
import { problemFindings } from "../../../src/report/findings/findings.ts";
import { driftFindings, planFindings } from "../../../src/report/findings/plan-findings.ts";
import { githubAnnotations } from "../../../src/report/formats/annotations.ts";
import { junitXml } from "../../../src/report/formats/junit.ts";
import { sarifDocument } from "../../../src/report/formats/sarif.ts";
import { stepOutputs } from "../../../src/report/formats/workflow-outputs.ts";
import { withoutCommands } from "../../../src/report/text/workflow-commands.ts";
import { creation, hostile, planWith, removal, updating, written } from "../plans.ts";

const trouble = problem("unreachable", "cloud: no connection", { hint: "Check the url." });
const everything = planWith(
  [
    creation("cloud/network/a", { name: "A" }),
    updating("cloud/network/b", [{ cause: "drift" }, { path: "/tags", at: { ...written, line: 9 } }]),
    updating("cloud/network/c", [{ cause: "conflict", base: "before" }]),
    removal("routers/deviceHostname/d", "d"),
  ],
  {
    unknown: [{ address: "fabric/tenant/e", problem: trouble }],
    unwritable: [{ address: "cloud/ssid/a.0", action: "remove", reason: "SSIDs stay", at: written }],
    guards: [{ guard: "removals", message: "too many", addresses: ["cloud/network/b"], hint: "add --allow" }],
  },
);

describe("findings", () => {
  test("come with errors first, and each has its rule, its place and a sentence", () => {
    expect(
      planFindings(everything).map(({ level, rule, message }) => `${level} ${rule}: ${message}`),
    ).toEqual([
      "error guard: too many. add --allow",
      "error unknown: tenant e: unknown: cloud: no connection",
      "warning cannot-be-written: ssid a.0: trueup cannot remove it: SSIDs stay",
      "warning drift: network b name: live found, declared wanted",
      "warning conflict: network c name: live found, declared wanted",
      "warning remove: device hostname d: will be removed",
      "note create: network a: will be created",
      "note update: network b tags: live found, declared wanted",
    ]);
  });

  test("of drift leave out what only an apply would meet", () => {
    const rules = driftFindings(everything).map(({ rule }) => rule);
    expect(rules).not.toContain("guard");
    expect(rules).not.toContain("cannot-be-written");
    expect(rules).toContain("unknown");
  });
});

describe("annotations", () => {
  /** Parses a command as GitHub's runner does. */
  const read = (line: string) => {
    const [, command = "", properties = "", data = ""] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
    const text = (escaped: string) =>
      escaped
        .replaceAll("%0D", "\r")
        .replaceAll("%0A", "\n")
        .replaceAll("%3A", ":")
        .replaceAll("%2C", ",")
        .replaceAll("%25", "%");
    const pairs = properties
      .split(",")
      .map((pair) => [pair.split("=")[0], text(pair.slice(pair.indexOf("=") + 1))]);
    return { command, data: text(data), ...Object.fromEntries(pairs) };
  };

  test("stand at the file and line that they are about, below the repository's root", () => {
    const lines = githubAnnotations(planFindings(everything), "network/").trimEnd().split("\n");
    expect(lines.map(read)).toContainEqual({
      command: "warning",
      file: "network/desired-state/a.yaml",
      line: "7",
      title: "trueup: cannot-be-written, drift, conflict",
      data: [
        "ssid a.0: trueup cannot remove it: SSIDs stay",
        "network b name: live found, declared wanted",
        "network c name: live found, declared wanted",
      ].join("\n"),
    });
    expect(lines.map(read)).toContainEqual({
      command: "notice",
      file: "network/desired-state/a.yaml",
      line: "9",
      title: "trueup: update",
      data: "network b tags: live found, declared wanted",
    });
  });

  test("hold what is foreign as text: one line each, and no second command in it", () => {
    const at = { file: `a,line=9::${hostile}`, line: 1, column: 1 };
    const found = problemFindings([problem("x", hostile, { at }), problem("y", `100%0A${hostile}`)]);
    const lines = githubAnnotations(found, "").trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(read(lines[0] ?? "")).toMatchObject({ command: "error", line: "1", title: "trueup: x" });
    expect(read(lines[1] ?? "").data).toContain("100%0A");
  });

  test("other output cannot give commands to a runner", () => {
    expect(withoutCommands("ok\n  ::error::x\n::stop-commands::y\na ##[add-mask]b\na::b")).toBe(
      "ok\n  :\u200b:error::x\n:\u200b:stop-commands::y\na #\u200b#[add-mask]b\na::b",
    );
  });
});

/**
 * The parts of the published schema of SARIF 2.1.0 that are used here. As in the published schema, other members are
 * not allowed.
 */
const sarifSchema = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          rules: z.array(
            z.strictObject({ id: z.string(), shortDescription: z.strictObject({ text: z.string().min(1) }) }),
          ),
        }),
      }),
      columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(["none", "note", "warning", "error"]),
          message: z.strictObject({ text: z.string().min(1) }),
          locations: z
            .array(
              z.strictObject({
                physicalLocation: z.strictObject({
                  artifactLocation: z.strictObject({ uri: z.string(), uriBaseId: z.string() }),
                  region: z.strictObject({
                    startLine: z.int().min(1),
                    startColumn: z.int().min(1).optional(),
                  }),
                }),
                logicalLocations: z
                  .array(z.strictObject({ fullyQualifiedName: z.string(), kind: z.string() }))
                  .optional(),
              }),
            )
            .min(1),
          partialFingerprints: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
});

describe("SARIF", () => {
  const document = sarifSchema.parse(sarifDocument(planFindings(everything), "net work/"));
  const [run] = document.runs;

  test("is in the shape of the published schema, and every result names a rule that is described", () => {
    for (const { ruleId, ruleIndex } of run?.results ?? [])
      expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(run?.results).toHaveLength(planFindings(everything).length);
  });

  test("gives every result a place, as a URI below the repository's root", () => {
    const uris = (run?.results ?? []).map(
      ({ locations: [first] }) => first?.physicalLocation.artifactLocation.uri,
    );
    expect(new Set(uris)).toEqual(new Set(["net%20work/desired-state/a.yaml", "net%20work/trueup.yaml"]));
  });

  test("tells two fields of one resource apart", () => {
    const prints = (run?.results ?? []).map(({ partialFingerprints }) => partialFingerprints?.["trueup/v1"]);
    const known = prints.filter((print) => print !== undefined);
    expect(new Set(known).size).toBe(known.length);
  });
});

describe("JUnit", () => {
  const xml = junitXml(planFindings(everything), "plan", 3);

  test("counts what differs or stops an apply as a failure, and what is as declared as a passed case", () => {
    expect(xml).toContain('<testsuites name="trueup plan" tests="9" failures="6" errors="0" skipped="0">');
    expect(xml.match(/<testcase /g)).toHaveLength(9);
    expect(xml.match(/<failure /g)).toHaveLength(6);
    expect(xml).toContain('<testcase name="3 as declared" classname="trueup"/>');
  });

  test("warnings of the project and of policies fail no build: they are skipped cases", () => {
    const open = {
      policy: "closed",
      message: "ssid a is open",
      addresses: ["cloud/ssid/a.0"],
      fix: "Close it.",
    } as const;
    const kept = planFindings({ ...planWith([]), policyWarnings: [open] });
    const emptied = problemFindings([
      problem("empty-file", "a.yaml is empty", { severity: "warning" }),
      trouble,
    ]);
    const said = junitXml([...kept, ...emptied], "plan", 0);
    expect(said).toContain('<testsuites name="trueup plan" tests="3" failures="1" errors="0" skipped="2">');
    expect(said).toContain('<skipped message="warning: ssid a is open. Close it."/>');
    expect(said).toMatch(/<failure type="unreachable"/);
  });

  test("stays well formed, whatever names and messages hold", () => {
    const bad = problemFindings([problem("x", `${hostile} \u0000 \ud800 \uffff ]]>`)]);
    const foreign = junitXml(bad, hostile, 0);
    const open: string[] = [];
    for (const [, end, name = "", own] of foreign.matchAll(/<(\/?)([\w-]+)(?:\s+[\w-]+="[^"<>]*")*(\/?)>/g)) {
      if (end) expect(open.pop()).toBe(name);
      else if (!own) open.push(name);
    }
    expect(open).toEqual([]);
    expect(foreign.replace(/<(\/?)([\w-]+)(?:\s+[\w-]+="[^"<>]*")*(\/?)>|<\?xml[^>]*\?>/g, "")).not.toMatch(
      /[<>]/,
    );
    // XML 1.0 does not allow these characters in any form.
    expect(foreign).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\ufffe\uffff]/u);
  });
});

test("the outputs of a step are lines of name and value that hold nothing foreign", () => {
  const lines = stepOutputs(everything).trimEnd().split("\n");
  for (const line of lines) expect(line).toMatch(/^[a-z-]+=(?:true|false|\d+|(?:preview-)?[0-9a-f]{64})$/);
  expect(lines).toEqual(
    expect.arrayContaining([
      "fingerprint=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      "has-changes=true",
      "has-drift=true",
      "creates=1",
      "updates=2",
      "removes=1",
      "drifted=1",
      "conflicts=1",
      "refused=1",
      "unwritable=1",
      "unknown=1",
    ]),
  );
});
