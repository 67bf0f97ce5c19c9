/** Long secrets, such as keys and certificates, are removed from texts like passwords, whatever their length. */

import { expect, test } from "vitest";
import { redactor } from "../../../src/runtime/secrets/redactor.ts";

test.each([300, 4000, 65_536])("a secret of %i characters is taken out, plain and in base64", (length) => {
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed % 36).toString(36);
  };
  const value = Array.from({ length }, next).join("");
  const redact = redactor([value]);
  expect(redact(`before ${value} after`)).toMatch(/^before (?:\[secret\])+ after$/);
  const base64 = redact(Buffer.from(`user:${value}`).toString("base64"));
  expect(base64.replaceAll("[secret]", "").length).toBeLessThan(length / 20 + 20);
});
