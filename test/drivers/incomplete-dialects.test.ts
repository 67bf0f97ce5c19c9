/** A dialect that leaves something out must not compile. `tsc` fails if one of these lines is no longer an error. */

import { expect, test } from "vitest";
import type { RestconfDialect } from "../../src/drivers/yang/restconf/dialects/dialect.ts";
import { rfc8040 as restconf } from "../../src/drivers/yang/restconf/dialects/rfc8040.ts";

const { body: __, ...withoutBody } = restconf;
const { deviceInterface: ___, ...otherKinds } = restconf.operations;
const { remove: ____, ...otherOperations } = restconf.operations.deviceInterface;
const withoutRemoval = { ...otherKinds, deviceInterface: otherOperations };

test("what a dialect leaves out is an error of the compiler", () => {
  const incomplete: readonly unknown[] = [
    // @ts-expect-error what a PUT carries
    { ...withoutBody } satisfies RestconfDialect,
    // @ts-expect-error what can be done with one of the kinds
    { ...restconf, operations: otherKinds } satisfies RestconfDialect,
    // @ts-expect-error whether one of the kinds can be removed
    { ...restconf, operations: withoutRemoval } satisfies RestconfDialect,
  ];
  const complete: readonly unknown[] = [restconf];
  for (const each of incomplete) expect(complete).not.toContainEqual(each);
});
