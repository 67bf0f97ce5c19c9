/**
 * Paginated lists, wherever the link to the next page is. They are read completely or are unknown, and nothing is
 * created twice.
 */

import { beforeAll, expect, test } from "vitest";
import { type Laboratory, type LaboratoryPlan, laboratory, type Subject } from "./laboratory.ts";
import { type List, lists } from "./lists.ts";
import { type PageRow, pageRows } from "./page-rows.ts";
import { failing, holding, holds, stillFails } from "./rows.ts";

let all: Laboratory;
let plan: LaboratoryPlan;

beforeAll(async () => {
  all = await laboratory(Object.fromEntries(pageRows.map((row) => [row.name, subjectOf(row)])));
  plan = await all.plan();
  await all.trueup(["apply", "--yes"]);
  return () => all.close();
});

function subjectOf({ list, paging, envelope, settings }: PageRow): Subject {
  const { interface: protocol, served, desired }: List = lists[list];
  const answer = envelope === undefined ? served(paging) : served(paging, envelope);
  return { served: answer, target: { interface: protocol, ...(settings && { settings }) }, desired };
}

function isReadToItsEnd({ name, list, must, says }: PageRow): void {
  const one: List = lists[list];
  const { creates, unwritable, unknown } = plan.of(name);
  expect(all.heard(name).filter(({ status }) => status < 300)).not.toEqual([]);
  expect(all.heard(name).filter(one.isAdding), "added a second time").toEqual([]);
  expect([...creates, ...unwritable], "taken for absent").toEqual([]);
  if (must === "whole") expect(unknown).toEqual({});
  if (must === "unknown") expect(Object.keys(unknown)).toContain(one.key);
  if (says) expect(unknown[one.key]).toMatch(says);
}

test.each(holding("pages", pageRows))(
  "a list is whole or unknown, and nothing is made twice: %s",
  holds(isReadToItsEnd),
);

test.each(failing("pages", pageRows))("open, %s: %s", stillFails(isReadToItsEnd));
