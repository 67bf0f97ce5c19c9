/**
 * Spellings of addresses. Two spellings are equal exactly if they have the same bits, and the standard spelling is that
 * of RFC 5952.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalAddress,
  canonicalMac,
  canonicalPrefix,
  canonicalV6,
  isMac,
  prefixMeant,
} from "../../../src/model/spelling/addresses.ts";

/** Groups of an address, from a small set, so that runs of zeros and equal addresses occur. */
const groups = fc.array(fc.oneof(fc.constantFrom(0, 0, 0, 1, 0xffff), fc.integer({ min: 0, max: 0xffff })), {
  minLength: 8,
  maxLength: 8,
});

/** Ways to write an address. */
const habits = fc.record({
  upper: fc.boolean(),
  width: fc.integer({ min: 1, max: 4 }),
  /** The group with which the omitted run of zeros begins, and the maximum length of the run. */
  gap: fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 8 })),
  dotted: fc.boolean(),
});

type Habits = typeof habits extends fc.Arbitrary<infer T> ? T : never;

function written(address: readonly number[], { upper, width, gap, dotted }: Habits): string {
  const hex = address.map((group) => group.toString(16).padStart(width, "0"));
  const [high = 0, low = 0] = address.slice(6);
  const parts = dotted ? [...hex.slice(0, 6), [high >> 8, high & 255, low >> 8, low & 255].join(".")] : hex;
  const [from, most] = gap;
  let to = from;
  while (to < from + most && to < (dotted ? 6 : 8) && address[to] === 0) to += 1;
  const text =
    to === from ? parts.join(":") : `${parts.slice(0, from).join(":")}::${parts.slice(to).join(":")}`;
  return upper ? text.toUpperCase() : text;
}

const mapped = /^(?:::ffff:|::ffff:0:|64:ff9b::)[0-9.]+$/;

describe("IPv6", () => {
  test("each spelling of an address is the one of RFC 5952, as URLs have it but for embedded IPv4", () => {
    fc.assert(
      fc.property(groups, habits, (address, how) => {
        const own = canonicalV6(written(address, how));
        const byUrl = new URL(`http://[${written(address, how)}]/`).hostname.slice(1, -1);
        expect(mapped.test(own) ? new URL(`http://[${own}]/`).hostname.slice(1, -1) : own).toBe(byUrl);
        expect(canonicalV6(own)).toBe(own);
        expect(canonicalAddress(own)).toBe(own);
      }),
      { numRuns: 500 },
    );
  });

  test("two texts are one exactly where their bits are", () => {
    const few = fc.array(fc.constantFrom(0, 1), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(few, habits, few, habits, (one, howOne, other, howOther) => {
        const isSame = canonicalV6(written(one, howOne)) === canonicalV6(written(other, howOther));
        expect(isSame).toBe(one.join() === other.join());
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["2001:DB8:0:0:0:0:0:53", "2001:db8::53"],
    ["2001:db8::0:1", "2001:db8::1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["2001:db8::1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1"],
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["0:0:0:0:0:0:0:0", "::"],
    ["::FFFF:c000:0201", "::ffff:192.0.2.1"],
    ["64:FF9B:0::C000:201", "64:ff9b::192.0.2.1"],
    ["::0.0.0.1", "::1"],
    ["FE80::A%Eth0", "fe80::a%Eth0"],
    ["1::2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["1:2:3:4:5:6::", "1:2:3:4:5:6::"],
    ["1:2:3::4:5:6", "1:2:3::4:5:6"],
    ["::ffff:a:b", "::ffff:0.10.0.11"],
  ])("%s is %s", (text, own) => {
    expect(canonicalV6(text)).toBe(own);
  });

  test.each([
    "",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8:9",
    "g::",
    "12345::",
  ])("%j is none, and stays", (text) => {
    expect([canonicalV6(text), canonicalAddress(text)]).toEqual([text, text]);
  });

  test.each(["::1.2.3", "::1.2.3.256", "::1.2.3.04", "1.2.3.4::", "fe80::1%", "10.0.0.1", "ANY"])(
    "%j stays too",
    (text) => {
      expect(canonicalV6(text)).toBe(text);
    },
  );
});

describe("prefixes", () => {
  test.each([
    ["2001:DB8:0::/32", "2001:db8::/32", "2001:db8::/32"],
    ["10.0.20.1/24", "10.0.20.1/24", "10.0.20.0/24"],
    ["10.0.20.1/024", "10.0.20.1/24", "10.0.20.0/24"],
    ["10.255.255.255/9", "10.255.255.255/9", "10.128.0.0/9"],
    ["10.1.2.3/32", "10.1.2.3/32", "10.1.2.3/32"],
    ["10.1.2.3/0", "10.1.2.3/0", "0.0.0.0/0"],
    ["FE80::1%eth0/64", "fe80::1%eth0/64", "fe80::%eth0/64"],
    ["2001:db8::ffff/121", "2001:db8::ffff/121", "2001:db8::ff80/121"],
    ["10.0.0.0/33", "10.0.0.0/33", "10.0.0.0/33"],
    ["10.0.0.300/8", "10.0.0.300/8", "10.0.0.300/8"],
    ["any", "any", "any"],
    ["2001:DB8::/129", "2001:DB8::/129", "2001:DB8::/129"],
  ])("%s is %s, masked %s", (text, kept, masked) => {
    expect([canonicalPrefix(text), canonicalPrefix(text, "masked")]).toEqual([kept, masked]);
    expect(prefixMeant(text)).toBe(kept === masked ? undefined : masked);
  });

  test("masked, two are one exactly where their networks are", () => {
    const v4 = fc.tuple(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 32 }));
    const text = ([bits, length]: readonly [number, number]) =>
      `${[24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".")}/${length}`;
    const network = ([bits, length]: readonly [number, number]) =>
      `${BigInt(bits) >> BigInt(32 - length)}/${length}`;
    fc.assert(
      fc.property(v4, fc.integer({ min: 0, max: 31 }), (one, flipped) => {
        const other = [(one[0] ^ (1 << flipped)) >>> 0, one[1]] as const;
        const [a, b] = [one, other].map((each) => canonicalPrefix(text(each), "masked"));
        expect(a === b).toBe(network(one) === network(other));
        expect(canonicalPrefix(a ?? "", "masked")).toBe(a);
        expect(canonicalPrefix(text(one)) === canonicalPrefix(text(other))).toBe(false);
      }),
    );
  });

  test("of IPv6, two are one exactly where their networks are", () => {
    const length = fc.integer({ min: 0, max: 128 });
    const bits = (address: readonly number[]) =>
      address.map((group) => group.toString(2).padStart(16, "0")).join("");
    fc.assert(
      fc.property(groups, habits, length, fc.integer({ min: 0, max: 127 }), (one, how, size, at) => {
        const other = one.map((group, index) =>
          index === at >> 4 ? group ^ (1 << (15 - (at & 15))) : group,
        );
        const [a, b] = [one, other].map((each) => canonicalPrefix(`${written(each, how)}/${size}`, "masked"));
        expect(a === b).toBe(bits(one).slice(0, size) === bits(other).slice(0, size));
        expect(canonicalPrefix(a ?? "", "masked")).toBe(a);
      }),
    );
  });
});

describe("MAC addresses", () => {
  const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 6, maxLength: 6 });
  const groupings = fc.constantFrom<readonly [number, string]>(
    [1, ":"],
    [1, "-"],
    [1, "."],
    [1, " "],
    [2, "."],
    [2, "-"],
    [2, ":"],
    [3, "-"],
    [3, ":"],
    [3, "."],
    [6, ""],
  );
  const hex = (all: readonly number[]) => all.map((octet) => octet.toString(16).padStart(2, "0"));
  const own = (all: readonly number[]) => hex(all).join(":");

  test("each spelling of a vendor's is the same, in either case", () => {
    fc.assert(
      fc.property(octets, groupings, fc.boolean(), (all, [size, between], upper) => {
        const text = (
          hex(all)
            .join("")
            .match(new RegExp(`.{${size * 2}}`, "g")) ?? []
        ).join(between);
        const spelled = upper ? text.toUpperCase() : text;
        expect([isMac(spelled), canonicalMac(spelled)]).toEqual([true, own(all)]);
        expect(canonicalMac(own(all))).toBe(own(all));
      }),
    );
  });

  test("zeros at the front of octets may be left out", () => {
    fc.assert(
      fc.property(octets, fc.constantFrom(":", "-"), (all, between) => {
        expect(canonicalMac(all.map((octet) => octet.toString(16)).join(between))).toBe(own(all));
      }),
    );
  });

  test.each(["", "aabbccddeef", "aabbccddeeffa", "aa:bb:cc:dd:ee", "aa:bb:cc:dd:ee:gg", "aabb.ccdd", "any"])(
    "%j is none",
    (text) => {
      expect([isMac(text), canonicalMac(text)]).toEqual([false, text]);
    },
  );
});
