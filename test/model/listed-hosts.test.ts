/** Which hosts a list covers. The loader uses the same check as the guard before a socket is opened. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isHostPattern, isListedHost } from "../../src/model/listed/hosts.ts";

describe("a listed host covers", () => {
  test.each([
    ["core-1", "core-1", true],
    ["Core-1", "cORE-1", true],
    ["core-1", "core-11", false],
    ["core-1", "core-1.example.net", false],
    [".example.net", "rtr-1.example.net", true],
    [".example.net", "a.b.EXAMPLE.net", true],
    [".example.net", "example.net", false],
    [".example.net", "evilexample.net", false],
    [".example.net", "rtr-1.example.net.evil.org", false],
    [".example.net", "rtr-1.example.net.", false],
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.70", false],
    ["10.20.0.0/16", "10.20.255.255", true],
    ["10.20.0.0/16", "10.21.0.0", false],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["0.0.0.0/0", "core-1", false],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["::/0", "10.20.3.4", false],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
    ["2001:db8::/32", "2001:DB8::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["2001:db8::/32", "[2001:db8::1]", false],
    // Other programs interpret these texts as other addresses.
    ["10.0.0.0/8", "012.0.0.1", false],
    ["10.0.0.0/8", "10.1", false],
    ["10.0.0.0/8", "0x0a000001", false],
    ["10.0.0.0/8", "167772161", false],
    ["10.0.0.0/8", "::ffff:10.0.0.1", false],
    ["10.0.0.0/8", "", false],
    ["10.0.0.0/8", "10.0.0.1/8", false],
  ])("%s: %s is %s", (listed, host, isCovered) => {
    expect(isListedHost([listed], host)).toBe(isCovered);
    expect(isListedHost(["other", listed, ".else.example"], host)).toBe(isCovered);
  });

  test("nothing, where nothing is listed", () => {
    expect(isListedHost([], "10.20.3.4")).toBe(false);
  });

  test("an address of a network, whichever it is, and none beside it", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(
        fc.tuple(octet, octet, octet, octet),
        fc.integer({ min: 0, max: 32 }),
        octet,
        (own, bits, by) => {
          const other = own.map((part, at) => (at === bits >> 3 ? part ^ by : part));
          const numberOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0);
          const prefixOf = (parts: readonly number[]) => Math.floor(numberOf(parts) / 2 ** (32 - bits));
          const network = `${own.join(".")}/${bits}`;
          expect(isListedHost([network], other.join("."))).toBe(prefixOf(own) === prefixOf(other));
        },
      ),
    );
  });
});

test.each([
  ["core-1", true],
  [".example.net", true],
  ["10.20.0.0/16", true],
  ["2001:db8::/32", true],
  ["192.0.2.7", true],
  ["2001:db8::7", true],
  ["", false],
  [".", false],
  ["*.example.net", false],
  ["core-1:8443", false],
  ["https://core-1", false],
  ["core-1/x", false],
  ["10.20.0.0/33", false],
  ["user@core-1", false],
  ["core 1", false],
])("%s may be listed: %s", (text, mayBe) => {
  expect(isHostPattern(text)).toBe(mayBe);
});
