/** Functions that write the address of an interface and its network in the forms of devices and controllers. */

import { expect, test } from "vitest";
import { interfaceNetwork } from "../../../../src/load/expressions/library/addresses.ts";

test.each([
  ["10.0.0.7/24", "10.0.0.7", "10.0.0.0/24", 24],
  ["10.0.0.7/255.255.255.0", "10.0.0.7", "10.0.0.0/24", 24],
  ["10.0.0.7/255.255.255.255", "10.0.0.7", "10.0.0.7/32", 32],
  ["10.0.0.7/0.0.0.0", "10.0.0.7", "0.0.0.0/0", 0],
  ["10.0.0.7/0", "10.0.0.7", "0.0.0.0/0", 0],
  ["10.1.255.7/255.254.0.0", "10.1.255.7", "10.0.0.0/15", 15],
  ["2001:DB8:0:0::7/64", "2001:db8::7", "2001:db8::/64", 64],
  ["::1/128", "::1", "::1/128", 128],
])("%s is an address in a network, each in its one spelling", (text, ip, network, prefix) => {
  expect(interfaceNetwork(text)).toEqual({ ip, network, prefix });
});

test.each([
  ["has no length", "10.0.0.7"],
  ["has an empty one", "10.0.0.7/"],
  ["has two", "10.0.0.7/24/24"],
  ["has a length that is too long", "10.0.0.7/33"],
  ["has a length that is too long for IPv6", "::1/129"],
  ["has a length below zero", "10.0.0.7/-1"],
  ["has half a length", "10.0.0.7/8.5"],
  ["has a length in another notation", "10.0.0.7/1e1"],
  ["has a length with a zero before it", "10.0.0.7/024"],
  ["has a mask with ones after a zero", "10.0.0.7/255.0.255.0"],
  ["has the mask of another family", "::1/255.255.0.0"],
  ["has a wildcard for a mask", "10.0.0.7/0.0.0.255"],
  ["is no address", "berlin/24"],
  ["has leading zeros", "010.0.0.7/24"],
  ["is nothing", ""],
])("what %s is none: %s", (_, text) => {
  expect(interfaceNetwork(text)).toBeUndefined();
});
