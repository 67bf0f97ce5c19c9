/** Which simulated projects the cliffs benchmark runs if it is split into parts. */

import { expect, test } from "vitest";
import { chosenOf } from "../../bench/processes/cliffs.ts";

const all = ["apic filter", "meraki network", "meraki ssid", "webex room"].map((name) => [name, 50] as const);
const names = (choice: Parameters<typeof chosenOf>[1]) => chosenOf(all, choice).map(([name]) => name);

test("a piece begins at a world, and has those that are called so", () => {
  expect(names({})).toHaveLength(4);
  expect(names({ from: "meraki ssid" })).toEqual(["meraki ssid", "webex room"]);
  expect(names({ only: ["meraki", "webex"] })).toEqual(["meraki network", "meraki ssid", "webex room"]);
  expect(names({ only: ["meraki"], from: "meraki ssid" })).toEqual(["meraki ssid"]);
  expect(() => names({ from: "nobody" })).toThrow("There is no kind nobody");
});
