import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Framing, framed } from "../../../../src/drivers/yang/netconf/framing.ts";
import { chunks } from "./device.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function fed(text: string, as: Framing["as"], pieces = text.length): Framing {
  const framing = new Framing();
  framing.as = as;
  const all = bytes(text);
  for (let at = 0; at < all.length; at += pieces) {
    framing.push(all.slice(at, at + pieces));
    if (at + pieces < all.length) framing.next(1_000_000);
  }
  return framing;
}

describe("messages that end with ]]>]]>", () => {
  test("are cut where they end, however the bytes arrive", () => {
    for (const pieces of [1, 2, 3, 7, 100]) {
      const framing = new Framing();
      const found: string[] = [];
      const all = bytes("<a>ü</a>]]>]]><b>]]></b>]]>]]>");
      for (let at = 0; at < all.length; at += pieces) {
        framing.push(all.slice(at, at + pieces));
        for (let cut = framing.next(1000); cut.state === "message"; cut = framing.next(1000))
          found.push(cut.text);
      }
      expect(found).toEqual(["<a>ü</a>", "<b>]]></b>"]);
    }
  });

  test("without an end are broken off at their longest", () => {
    const framing = fed("x".repeat(2000), "end-of-message");
    expect(framing.next(1000)).toMatchObject({ state: "broken", fault: "is longer than 1000 bytes" });
  });

  test("that are not UTF-8 are broken", () => {
    const framing = new Framing();
    framing.push(new Uint8Array([0xff, 0xfe, ...bytes("]]>]]>")]));
    expect(framing.next(1000)).toEqual({ state: "broken", fault: "is not UTF-8" });
  });
});

describe("messages in chunks", () => {
  test("are put together, however they were cut and however the bytes arrive", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", minLength: 1 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, pieces) => {
          const texts = parts.map((part) => part.toWellFormed());
          const sent = texts.map(chunks).join("");
          const framing = new Framing();
          framing.as = "chunked";
          const found: string[] = [];
          const all = bytes(sent);
          for (let at = 0; at < all.length; at += pieces) {
            framing.push(all.slice(at, at + pieces));
            for (let cut = framing.next(10_000); cut.state === "message"; cut = framing.next(10_000))
              found.push(cut.text);
          }
          expect(found).toEqual(texts);
        },
      ),
    );
  });

  test("are sent as one chunk with its length in bytes", () => {
    expect(new TextDecoder().decode(framed("<a>ü</a>", "chunked"))).toBe("\n#9\n<a>ü</a>\n##\n");
  });

  test.each([
    ["a chunk without its size", "<rpc-reply/>"],
    ["a size of nothing", "\n#0\n\n##\n"],
    ["a size with a leading nought", "\n#05\nhello\n##\n"],
    ["a size that is no number", "\n#five\nhello\n##\n"],
    ["a size with too many digits", "\n#12345678901\nx"],
    ["an end without a chunk", "\n##\n"],
    ["more bytes than the size says", "\n#2\nhello\n##\n"],
  ])("%s is broken, and never guessed at", (_, sent) => {
    expect(fed(sent, "chunked").next(1000).state).toBe("broken");
  });

  test("half a chunk is waited for", () => {
    expect(fed("\n#100\nhalf", "chunked").next(1000)).toEqual({ state: "more" });
  });

  test("a size over the longest is broken before its bytes have come", () => {
    expect(fed("\n#4294967295\n", "chunked").next(1000).state).toBe("broken");
  });

  test("many small chunks over the longest are broken too", () => {
    expect(fed("\n#10\n0123456789".repeat(200), "chunked").next(1000).state).toBe("broken");
  });
});
