/** Numbers used in routing, in their various notations. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalArea,
  canonicalAsNumber,
  canonicalCommunity,
  canonicalNetmask,
} from "../../../src/model/spelling/network-numbers.ts";

const forms = { canonicalArea, canonicalAsNumber, canonicalCommunity, canonicalNetmask };

const alike = [
  [canonicalAsNumber, ["1.10", "65546", "065546"]],
  [canonicalAsNumber, ["0.65001", "65001"]],
  [canonicalAsNumber, ["65535.65535", "4294967295"]],
  [canonicalCommunity, ["65537", "1:1", "01:001"]],
  [canonicalCommunity, ["65535:65281", "4294967041"]],
  [canonicalArea, ["0", "0.0.0.0", "backbone"]],
  [canonicalArea, ["10", "0.0.0.10"]],
  [canonicalArea, ["4294967295", "255.255.255.255"]],
  [canonicalNetmask, ["24", "/24", "255.255.255.0"]],
  [canonicalNetmask, ["0", "0.0.0.0"]],
  [canonicalNetmask, ["32", "255.255.255.255"]],
] as const;

const different = [
  [canonicalAsNumber, ["1.1", "1.10", "11"]],
  [canonicalCommunity, ["1:10", "11:0", "110"]],
  [canonicalArea, ["1.0", "1", "0.0.0.10", "0.0.1.0"]],
  [canonicalNetmask, ["24", "255.255.255.1", "255.0.255.0", "33", "25"]],
] as const;

const none = [
  [canonicalAsNumber, ["4294967296", "1.65536", "1.2.3", "", "as1", " 1", "1e3", "-1"]],
  [canonicalCommunity, ["no-export", "65536:1", "1:2:3", "4294967296", "1:", ""]],
  [canonicalArea, ["0.0.0.256", "0.0.0", "4294967296", "area", ""]],
  [canonicalNetmask, ["33", "255.255.255.256", "255.0.255.0", "mask", "/", ""]],
] as const;

describe("numbers of routing", () => {
  test.each(alike)("%o: %j are one", (form, texts) => {
    expect(new Set(texts.map(form)).size).toBe(1);
  });

  test.each(different)("%o: %j differ", (form, texts) => {
    expect(new Set(texts.map(form)).size).toBe(texts.length);
  });

  test.each(none)("%o: %j stay as they are", (form, texts) => {
    expect(texts.map(form)).toEqual(texts);
  });

  test.each(Object.entries(forms))("%s is the same when it is done twice", (_, form) => {
    const written = fc.oneof(
      fc.string(),
      fc.ipV4(),
      fc.nat(4_294_967_295).map(String),
      fc.stringMatching(/^\d{1,5}[.:]\d{1,5}$/),
    );
    fc.assert(fc.property(written, (text) => form(form(text)) === form(text)));
  });
});
