/**
 * The index of an observation whose desired state comes in pieces. It equals the index of the whole, whichever pieces
 * have cached rows.
 */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import type { Resource } from "../../src/model/desired.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import type { ServedLook } from "../../src/serve/served.ts";
import { indexOf, prepareIndex } from "../../src/serve/views/look-index.ts";
import { fleet } from "./web-world.ts";

type Piece = ReadonlyMap<Address, Resource>;

/** Returns the resources in pieces of length `size`. The last piece may be shorter. */
function piecesOf(resources: Piece, size: number): readonly Piece[] {
  const all = [...resources];
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, at) => at * size);
  return starts.map((from) => new Map(all.slice(from, from + size)));
}

function inPieces(look: ServedLook, pieces: readonly Piece[]): ServedLook {
  return { ...look, made: { ...look.made, desired: { ...look.made.desired, pieces } } };
}

function shownOf(look: ServedLook) {
  const { ordered, rows, columns } = indexOf({ look }) ?? {};
  return { ordered, addresses: [...(rows?.keys() ?? [])].sort(), columns };
}

async function lookOfAcme(): Promise<ServedLook> {
  const look = (await fleet()).environments().find((one) => one.look)?.look;
  if (!look) throw new Error("nothing was seen");
  return look;
}

describe("a look in pieces", () => {
  test.each([1, 7, 1000])("of %d resources each is listed as the whole is", async (size) => {
    const look = await lookOfAcme();
    const pieces = piecesOf(look.made.desired.resources, size);
    expect(shownOf(look).ordered?.length).toBeGreaterThan(30);
    expect(shownOf(inPieces(look, pieces))).toEqual(shownOf(look));
    // The rows of these pieces are cached, because they were made for the previous observation.
    expect(shownOf(inPieces({ ...look }, pieces))).toEqual(shownOf(look));
  });

  test("shows no secret in rows that an earlier look has made, once it is learned", async () => {
    const look = await lookOfAcme();
    const pieces = piecesOf(look.made.desired.resources, 9);
    const [{ key = "", site = "" } = {}] =
      indexOf({ look: inPieces(look, pieces) })?.ordered.filter((row) => row.site) ?? [];
    expect(site).not.toBe("");
    const secrets = openRedactor();
    secrets.learn([site]);
    const later = inPieces({ ...look, secrets }, pieces);
    const found = indexOf({ look: later })?.ordered.find((row) => row.key === key);
    expect(found?.site).toBe("[secret]");
    expect(shownOf(later)).toEqual(shownOf({ ...look, secrets }));
  });

  test("is prepared a piece at a time, and what was prepared is not prepared again", async () => {
    const look = await lookOfAcme();
    const pieces = piecesOf(look.made.desired.resources, 10);
    let read = 0;
    const counted = pieces.map(
      (piece) =>
        new Counted(piece, () => {
          read += 1;
        }),
    );
    let breaths = 0;
    const breathe = async () => {
      breaths += 1;
    };
    await prepareIndex(inPieces(look, counted), breathe);
    expect([read, breaths]).toEqual([pieces.length, pieces.length - 1]);
    await prepareIndex(inPieces({ ...look }, counted), breathe);
    expect([read, breaths]).toEqual([pieces.length, pieces.length - 1]);
    expect(shownOf(inPieces({ ...look }, counted))).toEqual(shownOf(look));
    expect(read).toBe(pieces.length);
  });
});

/** A piece that calls `read` at each iteration over it. */
class Counted extends Map<Address, Resource> {
  readonly #read: () => void;

  constructor(piece: Piece, read: () => void) {
    super(piece);
    this.#read = read;
  }

  override [Symbol.iterator](): MapIterator<[Address, Resource]> {
    this.#read?.();
    return super[Symbol.iterator]();
  }
}
