/** The differences between an approved removal and the removal that is planned now. */

import { expect, test } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { type ApprovedChange, movedLines } from "../../../src/report/plan/plan-moved.ts";
import { present } from "../../properties/compared.ts";
import { network, organization } from "../../properties/declared.ts";
import { planOf } from "../../properties/planned.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const removing = (id: string, tags: readonly string[] = []) => {
  const live = {
    [acme.address]: present({}, { id: "o1" }),
    [berlin.address]: present({ name: "Berlin", tags }, { id }),
  };
  return planOf({ desired: [acme], base: [acme, berlin], live });
};
/** Returns the changes of a plan as a plan file contains them. */
const approved = (plan: Plan): readonly ApprovedChange[] => Object(planDocument(plan)).changes;

test.each([
  ["the same object", removing("n1"), []],
  ["an object with other values", removing("n1", ["new"]), ["the live state has changed"]],
  ["another object", removing("n2"), ["the live name now belongs to another object"]],
])("a removal is of %s", (_, now, lines) => {
  const said = lines.map((line) => `~ remove network berlin: ${line}`);
  expect(
    movedLines(approved(removing("n1")), now).map((line) => line.replace("cloud/network/", "network ")),
  ).toEqual(said);
});

test("a removal of which the file does not say which object it is counts by its values", () => {
  const older = approved(removing("n1")).map(({ ids: _, ...change }) => change);
  expect(movedLines(older, removing("n2"))).toEqual([]);
});
