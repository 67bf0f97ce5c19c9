import { describe, expect, test } from "vitest";
import { plainScalar } from "../../src/yaml/scalar.ts";

describe("plain scalars", () => {
  test.each([
    ["", null],
    ["~", null],
    ["null", null],
    ["NULL", null],
    ["nUll", "nUll"],
    ["true", true],
    ["False", false],
    ["tRUE", "tRUE"],
    ["no", "no"],
    ["yes", "yes"],
    ["off", "off"],
    ["0", 0],
    ["-7", -7],
    ["20", 20],
    ["0.5", 0.5],
    ["-1.25", -1.25],
    ["9007199254740991", 9007199254740991],
    ["1:30", "1:30"],
    ["10.0.0.1", "10.0.0.1"],
    ["2001-01-01", "2001-01-01"],
    ["1_000", "1_000"],
    ["-", "-"],
    [".", "."],
    ["+x", "+x"],
    ["~x", "~x"],
  ])("`%s` is %j", (text, value) => {
    expect(plainScalar(text)).toStrictEqual(value);
  });

  test.each([
    ["012", "12"],
    ["+5", "5"],
    ["1.10", "1.1"],
    ["1.0", "1"],
    ["5.", "5"],
    [".5", "0.5"],
    ["1e3", "1000"],
    ["12E5", "1200000"],
    ["0x1F", "31"],
    ["0o17", "15"],
    ["-0", "0"],
    ["9007199254740993", "9007199254740992"],
    ["12345678901234567890", "12345678901234567000"],
    ["0.1234567890123456789", "0.12345678901234568"],
    ["1e999", undefined],
    [".inf", undefined],
    ["-.Inf", undefined],
    [".nan", undefined],
  ])("`%s` is not turned into another number silently", (text, number) => {
    expect(plainScalar(text)).toStrictEqual({ number });
  });
});
