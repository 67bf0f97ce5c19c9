/**
 * Only approved requests are sent. If an edit of a file changes a request, the fingerprint and the reviewed changes
 * differ from the approved ones.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { notReviewed } from "../../../src/engine/recorded-apply/reviewed-plans.ts";
import { readPlanFile } from "../../../src/load/documents/plan-file.ts";
import type { Address } from "../../../src/model/address.ts";
import { type Json, parseJson } from "../../../src/model/json.ts";
import { alikeConsent, secretsConsent } from "../../../src/model/plan/consent.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { times } from "../../long-forms.ts";
import { EditedProject, type PlannedRequests, worlds } from "./worlds.ts";

/** Returns the plan file that an apply gets. */
function fileOf(plan: Plan) {
  const origin = { tool: "test", prune: false, ...plan.origin };
  const read = readPlanFile(JSON.stringify(planDocument({ ...plan, origin })));
  if ("problem" in read) throw new Error(read.problem.message);
  return read.file;
}

async function planned(
  on: EditedProject,
  request: Parameters<EditedProject["plan"]>[0] = {},
  between?: (wire: Wire) => Wire,
) {
  const made = await on.plan(request, between);
  if (!made) throw new Error("the project is wrong");
  return made;
}

/** Returns the addresses whose requests differ between two plans. */
function otherRequests(one: PlannedRequests, other: PlannedRequests): readonly Address[] {
  const all = new Set([...one.requests.keys(), ...other.requests.keys()]);
  return [...all].filter((address) => one.requests.get(address) !== other.requests.get(address));
}

const token = /[\p{L}\d_./:*{}%+@-]+/gu;

/**
 * Removes one line of a file, or replaces one word. The new word is another word of the file, or a word with a large
 * effect.
 */
function edited(text: string, { at, by, line }: { at: number; by: number; line: boolean }): string {
  if (line) {
    const lines = text.split("\n");
    return lines.toSpliced(at % lines.length, 1).join("\n");
  }
  const tokens = [...text.matchAll(token)];
  const found = tokens[at % tokens.length];
  if (!found) return text;
  const others = [...tokens.map(([word]) => word), ...deciding];
  return `${text.slice(0, found.index)}${others[by % others.length]}${text.slice(found.index + found[0].length)}`;
}

const deciding = [
  ...[
    "true",
    "false",
    "null",
    "0",
    "1",
    "15",
    "PUT",
    "POST",
    "PATCH",
    "all",
    "changed",
    "known",
    "merged",
    "nothing",
  ],
  ...[
    "exclusive",
    "declared",
    "string",
    "integer",
    "uint8",
    "int32",
    "boolean",
    "empty",
    "env:OTHER_PSK",
    "other",
  ],
];

const edits = fc.record({ file: fc.nat(), at: fc.nat(), by: fc.nat(), line: fc.boolean() });

describe.each(Object.entries(worlds))("%s", (name, world) => {
  // Requests contain undeclared values only in these two projects.
  const hasUndeclared = ["the example company", "a catalog of its own"].includes(name);
  test("where an edit changes requests, the plan has another fingerprint, and no review has them", async () => {
    const on = new EditedProject(world);
    const before = await planned(on);
    const file = fileOf(before.plan);
    expect(before.plan.unknown).toEqual([]);
    expect(before.requests.size).toBeGreaterThan(5);
    expect(notReviewed(before.plan, [file]).size).toBe(0);
    const files = on.files();
    let differing = 0;
    await fc.assert(
      fc.asyncProperty(edits, async ({ file: index, ...edit }) => {
        const path = files[index % files.length] ?? "";
        const text = on.text(path);
        on.write(path, edited(text, edit));
        const after = await on.plan().finally(() => on.write(path, text));
        fc.pre(after !== undefined);
        const others = otherRequests(before, after);
        differing += others.length > 0 ? 1 : 0;
        if (others.length > 0) expect(after.plan.fingerprint).not.toBe(before.plan.fingerprint);
        const left = notReviewed(after.plan, [file]);
        expect(others.filter((address) => after.requests.has(address) && !left.has(address))).toEqual([]);
      }),
      { numRuns: times("editedProjects"), maxSkipsPerRun: 1000 },
    );
    expect(differing).toBeGreaterThan(0);
  });

  test("consents change neither the fingerprint nor what a review has", async () => {
    const on = new EditedProject(world);
    const { plan } = await planned(on);
    const consents = [
      secretsConsent(plan),
      alikeConsent(plan),
      ...plan.guards.flatMap(({ consent }) => consent ?? []),
    ];
    const allowed = await planned(on, { consents });
    expect(allowed.plan.fingerprint).toBe(plan.fingerprint);
    const wires = new Map(allowed.plan.changes.map(({ address, wire }) => [address, wire]));
    for (const { address, wire } of plan.changes)
      expect([address, wires.get(address)]).toEqual([address, wire]);
    expect(notReviewed(allowed.plan, [fileOf(plan)]).size).toBe(0);
  });

  test("what is live and declared by nobody is no part of it, though requests have it", async () => {
    const on = new EditedProject(world);
    const [one, other] = [await planned(on, {}, more("one")), await planned(on, {}, more("other"))];
    const wires = new Map(one.plan.changes.map((change) => [change.address, change]));
    expect(one.plan.changes.length).toBeGreaterThan(0);
    if (hasUndeclared) expect(otherRequests(one, other).length).toBeGreaterThan(0);
    for (const { address, wire } of other.plan.changes)
      expect([address, wire]).toEqual([address, wires.get(address)?.wire]);
    expect(other.plan.fingerprint).toBe(one.plan.fingerprint);
  });
});

/** Returns a wire whose replies have an additional member in every object. */
function more(value: string): (wire: Wire) => Wire {
  return (wire) => ({
    send: async (request, signal) => {
      const reply = await wire.send(request, signal);
      if (reply.outcome !== "answered" || request.method !== "GET") return reply;
      const body = parseJson(reply.text);
      return body === undefined ? reply : { ...reply, text: JSON.stringify(withMore(body, value)) };
    },
  });
}

function withMore(shown: Json, value: string): Json {
  if (Array.isArray(shown)) return shown.map((each) => withMore(each, value));
  if (typeof shown !== "object" || shown === null) return shown;
  const members = Object.entries(shown).map(([name, each]) => [name, withMore(each, value)]);
  return { ...Object.fromEntries(members), undeclaredNote: value };
}
