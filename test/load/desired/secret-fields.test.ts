/** Which fields of a value contain secrets. In a list, this includes fields of its elements. */

import { expect, test } from "vitest";
import type { Kind } from "../../../src/drivers/contract/contract.ts";
import { unreadFields } from "../../../src/load/desired/secret-fields.ts";
import { drivers } from "../fixtures.ts";

const [base] = drivers.flatMap(({ kinds }) => kinds);

function kind(secrets: Kind["secrets"]): Kind {
  if (!base) throw new Error("there is no kind");
  return { ...base, secrets };
}
const secret = { secret: "env:KEY" };

test.each([1, 2])("of a list of %i each element's secret is named by its place", (count) => {
  const users = Array.from({ length: count }, () => ({ password: secret }));
  const places = users.map((_, at) => `/users/${at}/password`);
  expect(unreadFields(kind(["/users/*/password"]), { users })).toEqual({ secrets: places });
});

test("a secret that is not written is none", () => {
  expect(unreadFields(kind(["/key", "/other"]), { key: secret })).toEqual({ secrets: ["/key"] });
  expect(unreadFields(kind(["/key"]), {})).toEqual({ secrets: [] });
});
