/**
 * Spellings of points in time, durations and times of day. Two spellings are equal exactly if they mean the same time.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalDuration,
  canonicalMoment,
  canonicalTimeOfDay,
  isMoment,
} from "../../../src/model/spelling/moments.ts";

const two = (count: number) => String(count).padStart(2, "0");

describe("moments", () => {
  const minutes = fc.integer({ min: Date.UTC(1900, 0, 1) / 60_000, max: Date.UTC(2150, 0, 1) / 60_000 });
  const habits = fc.record({
    offset: fc.integer({ min: -23 * 60, max: 23 * 60 }),
    fraction: fc.constantFrom("", ".0", ".000"),
    t: fc.constantFrom("T", "t", " "),
    z: fc.constantFrom("Z", "z", "+00:00", "-00:00", "+0000", "+00"),
    inUtc: fc.boolean(),
  });
  type Habits = typeof habits extends fc.Arbitrary<infer T> ? T : never;
  const written = (at: number, seconds: number, { offset, fraction, t, z, inUtc }: Habits) => {
    const local = new Date((at + (inUtc ? 0 : offset)) * 60_000).toISOString();
    const size = Math.abs(offset);
    const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
    return `${local.slice(0, 10)}${t}${local.slice(11, 17)}${two(seconds)}${fraction}${inUtc ? z : zone}`;
  };
  const seconds = fc.integer({ min: 0, max: 59 });

  test("each spelling of a moment is the one in UTC", () => {
    fc.assert(
      fc.property(minutes, seconds, habits, (at, second, how) => {
        const text = written(at, second, how);
        const own = new Date((at * 60 + second) * 1000).toISOString().replace(".000Z", "Z");
        expect([isMoment(text), canonicalMoment(text), canonicalMoment(own)]).toEqual([true, own, own]);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["2027-01-31T00:00:00+00:00", "2027-01-31T00:00:00Z"],
    ["2027-01-31T00:00:00.120Z", "2027-01-31T00:00:00.12Z"],
    ["2027-01-01T00:30:00+01:00", "2026-12-31T23:30:00Z"],
    ["1990-12-31T15:59:60-08:00", "1990-12-31T23:59:60Z"],
    ["2027-01-31T12:00Z", "2027-01-31T12:00:00Z"],
    ["2027-01-31t12:00:00.000", "2027-01-31T12:00:00"],
    ["2027-01-31T12:00", "2027-01-31T12:00:00"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
  ])("%s is %s", (text, own) => {
    expect([canonicalMoment(text), canonicalMoment(own)]).toEqual([own, own]);
  });

  test("a local time is no moment in UTC", () => {
    expect(canonicalMoment("2027-01-31T12:00:00")).not.toBe(canonicalMoment("2027-01-31T12:00:00Z"));
  });

  test.each([
    "2027-02-30T00:00:00Z",
    "2027-13-01T00:00:00Z",
    "2027-01-31T24:00:00Z",
    "2027-01-31T12:60:00Z",
    "2027-01-31",
    "27-01-31T00:00:00Z",
    "2027-01-31T12:00:00+24:00",
    "tomorrow",
    "",
  ])("%j is none, and stays", (text) => {
    expect([isMoment(text), canonicalMoment(text)]).toEqual([false, text]);
  });

  test.each(["2027-01-31 12:00:00", "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"])(
    "%s stays as it is",
    (text) => {
      expect(canonicalMoment(text)).toBe(text);
    },
  );
});

describe("durations", () => {
  test.each([
    [["P1D", "PT24H", "PT1440M", "PT86400S", "P1DT0S", "+P1D", "PT23H60M", "P0Y1D"]],
    [["P1W", "P7D", "PT168H"]],
    [["PT1M", "PT60S", "PT0H1M", "PT60.0S", "PT60,0S"]],
    [["PT1.5S", "PT1,50S"]],
    [["P0.5D", "PT12H"]],
    [["P1Y", "P12M", "P1Y0M"]],
    [["P0.5Y", "P6M"]],
    [["PT0S", "P0D", "-PT0S", "P0Y0M0W0DT0H0M0S"]],
    [["-P1D", "-PT24H"]],
    [["P1YT1H", "P12MT3600S"]],
    [["P1M"]],
    [["P30D"]],
    [["P31D"]],
  ])("%j are one", (texts) => {
    const all = texts.map(canonicalDuration);
    expect(new Set(all).size).toBe(1);
    expect(all.map(canonicalDuration)).toEqual(all);
  });

  test("each of those is another one than the others", () => {
    const all = [
      "P1D",
      "P1W",
      "PT1M",
      "P1M",
      "PT1.5S",
      "PT12H",
      "P1Y",
      "P6M",
      "PT0S",
      "-P1D",
      "P1YT1H",
      "P30D",
    ];
    expect(new Set(all.map(canonicalDuration)).size).toBe(all.length);
  });

  test("two are one exactly where they have as many months and seconds", () => {
    const units = fc.record({
      Y: fc.integer({ min: 0, max: 2 }),
      M: fc.integer({ min: 0, max: 24 }),
      W: fc.integer({ min: 0, max: 2 }),
      D: fc.integer({ min: 0, max: 14 }),
      h: fc.integer({ min: 0, max: 48 }),
      m: fc.integer({ min: 0, max: 120 }),
      s: fc.integer({ min: 0, max: 120 }),
    });
    type Units = typeof units extends fc.Arbitrary<infer T> ? T : never;
    const text = ({ Y, M, W, D, h, m, s }: Units) => `P${Y}Y${M}M${W}W${D}DT${h}H${m}M${s}S`;
    const meaning = ({ Y, M, W, D, h, m, s }: Units) =>
      `${Y * 12 + M} ${(((W * 7 + D) * 24 + h) * 60 + m) * 60 + s}`;
    fc.assert(
      fc.property(units, units, (one, other) => {
        const isSame = canonicalDuration(text(one)) === canonicalDuration(text(other));
        expect(isSame).toBe(meaning(one) === meaning(other));
        expect(canonicalDuration(canonicalDuration(text(one)))).toBe(canonicalDuration(text(one)));
      }),
    );
  });

  test.each(["P", "PT", "P1DT", "1D", "P1H", "PT1D", "P1.5DT1H", "P-1D", "p1d", "", "60"])(
    "%j is none, and stays",
    (text) => {
      expect(canonicalDuration(text)).toBe(text);
    },
  );
});

describe("times of day", () => {
  test.each([
    [["8:00", "08:00", "08:00:00", "8:00:00", "08:00:00.000", "8 AM", "8am", "8:00 a.m.", "08:00\u202FAM"]],
    [["0:00", "00:00", "12:00 AM", "12am"]],
    [["12:00", "12 PM", "12:00:00 pm"]],
    [["20:30", "8:30 PM"]],
    [["24:00", "24:00:00"]],
    [["23:59:59"]],
  ])("%j are one", (texts) => {
    const all = texts.map(canonicalTimeOfDay);
    expect(new Set(all).size).toBe(1);
    expect(all.map(canonicalTimeOfDay)).toEqual(all);
  });

  test("the end of a day is not its beginning, morning not evening", () => {
    const all = ["24:00", "0:00", "8:00", "8 PM", "12 PM", "8:00:01"];
    expect(new Set(all.map(canonicalTimeOfDay)).size).toBe(all.length);
  });

  test("two are one exactly where their seconds are", () => {
    const seconds = fc.integer({ min: 0, max: 86_399 });
    const spelled = (at: number, how: number) => {
      const [h, m, s] = [Math.floor(at / 3600), Math.floor(at / 60) % 60, at % 60];
      const rest = s === 0 && how % 2 === 0 ? two(m) : `${two(m)}:${two(s)}`;
      if (how < 2) return `${how === 0 ? h : two(h)}:${rest}`;
      return `${h % 12 === 0 ? 12 : h % 12}:${rest} ${h < 12 ? "AM" : "PM"}`;
    };
    const how = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(seconds, how, how, (at, one, other) => {
        expect(canonicalTimeOfDay(spelled(at, one))).toBe(canonicalTimeOfDay(spelled(at, other)));
        const later = (at + 43_200) % 86_400;
        expect(canonicalTimeOfDay(spelled(later, one))).not.toBe(canonicalTimeOfDay(spelled(at, other)));
      }),
    );
  });

  test.each(["", "8", "25:00", "24:01", "8:5", "13 PM", "0 AM", "8:60", "always"])("%j is none", (text) => {
    expect(canonicalTimeOfDay(text)).toBe(text);
  });
});
