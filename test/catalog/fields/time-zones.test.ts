/** Time zones that trueup knows without ICU. Each has the name that ICU gives it, in any version of Node. */

import { expect, test } from "vitest";
import { canonicalTimeZone, isTimeZone, settledTimeZones } from "../../../src/catalog/fields/time-zones.ts";

test.each([...settledTimeZones])("%s is a time zone, by its own name", (name) => {
  expect(new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone).toBe(name);
  expect([isTimeZone(name), canonicalTimeZone(name.toLowerCase())]).toEqual([true, name]);
});
