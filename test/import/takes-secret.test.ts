/** An import asks for a secret only if the resource can have one. */

import { expect, test } from "vitest";
import { mappingOf } from "../../src/drivers/yang/device/mapping/mapping.ts";
import { takesSecret } from "../../src/import/takes-secret.ts";
import { builtInData } from "../../src/project/mappings.ts";
import { mappingFolder } from "../../src/runtime/files/catalog-files.ts";

const folder = mappingFolder();
const mapping = folder === undefined ? undefined : mappingOf(builtInData(folder, "ios-xe"));

test.each([
  ["Tunnel 1", true],
  ["GigabitEthernet 0/0/1", false],
  ["Loopback 0", false],
])("of the key of NHRP, %s: %s", (key, isAsked) => {
  const kind = mapping?.kinds.get("deviceInterface")?.kind;
  if (!kind) throw new Error("no kind deviceInterface");
  expect(kind.secrets).toContain("/nhrpAuthentication");
  expect(takesSecret(kind, { key, value: {}, scope: {} }, "/nhrpAuthentication")).toBe(isAsked);
});
