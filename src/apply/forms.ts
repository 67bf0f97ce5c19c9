/** Determines how servers have changed the values that were written. Pure. */

import { isMereSpelling } from "../diff/probable-cause.ts";
import { formDigest, isPair, type PairRules } from "../diff/settled.ts";
import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { isArray, type Json, sameJson } from "../model/json.ts";
import type { FieldForm } from "../model/memory.ts";
import { isWithin, type Pointer } from "../model/pointer.ts";
import type { NonConvergent } from "../model/reply.ts";
import type { Digest } from "../model/wire.ts";

/** How a run remembers values that servers stored in another form. Without these settings, it remembers none. */
export interface FormMemory extends PairRules {
  readonly digest: Digest;
  /**
   * True for a target's text that contains a secret: nothing about the text is remembered, not even a digest. Default:
   * no text contains one.
   */
  readonly holdsSecret?: ((text: string, target: string) => boolean) | undefined;
}

/** A field that still differs after its resource was written. */
export interface FieldAfterWrite {
  readonly resource: Resource;
  readonly field: NonConvergent;
  /**
   * The last write of the resource, if this run has written it. The live side of this change is the value before the
   * write.
   */
  readonly change: Change | undefined;
  /**
   * The live values, at the time of planning, of fields that their server is known to ignore or to store in another
   * form.
   */
  readonly settledBefore: ReadonlyMap<Pointer, Json | undefined>;
  /** An earlier observation: the reply to the write, or the first of two reads. */
  readonly earlier: EarlierSight | undefined;
  /** True: the live value is the product's own value for a field that is not sent. */
  readonly isUsual: boolean;
}

/** An earlier observation of a resource: the fields that differed at the time, by path. */
export type EarlierSight = ReadonlyMap<Pointer, { readonly live?: Json | undefined }>;

/**
 * Returns what to remember about a field that still differs.
 *
 * | live now                                     | two observations | is a pair (`isPair`) | remembered as |
 * |----------------------------------------------|------------------|----------------------|---------------|
 * | only a spelling of the declared value        | agree            | yes                  | stored        |
 * | as before the write                          | any              | any                  | not taken     |
 * | otherwise                                    | differ, or one   | any                  | nothing       |
 * | otherwise                                    | agree            | yes                  | stored        |
 * | otherwise, empty or usual, after a create    | agree            | any                  | not taken     |
 * | otherwise                                    | agree            | no                   | not taken     |
 * | contains a secret, or the declared value may | any              | any                  | nothing       |
 *
 * If two observations differ, somebody may have changed the field. A usual value is the product's own value for a field
 * that is not sent.
 */
export function formOf(written: FieldAfterWrite, by: FormMemory): FieldForm | undefined {
  const { resource, field, earlier, change, isUsual } = written;
  const { path, desired, live } = field;
  if (
    [desired, live].some(
      (value) => value !== undefined && by.holdsSecret?.(JSON.stringify(value), resource.target),
    )
  )
    return undefined;
  const was = valueBefore(written);
  if (was === "unclear") return undefined;
  const formed = (is: FieldForm["is"]): FieldForm => ({ is, ...digestsOf(field, by) });
  const isAgreed = earlier?.has(path) === true && isSame(earlier.get(path)?.live, live);
  const isPaired = isPair({ resource, path }, { desired, live }, by);
  if (isAgreed && isPaired && isMereSpelling(field)) return formed("stored");
  if (isSame(was.value, live)) return formed("notTaken");
  if (!isAgreed) return undefined;
  const isLeft = change?.action === "create" && (isUsual || isEmpty(live));
  const isStored = !isLeft && isPaired;
  return formed(isStored ? "stored" : "notTaken");
}

/** Returns the path of a field and the digests of its declared and its live value. */
export function digestsOf(
  { path, desired, live }: Pick<NonConvergent, "path" | "desired" | "live">,
  { digest }: Pick<FormMemory, "digest">,
): Pick<FieldForm, "path" | "sent" | "live"> {
  const [sent, kept] = [desired, live].map((value) => formDigest({ path, value }, digest));
  return { path, sent: sent ?? "", live: kept ?? "" };
}

/**
 * Returns the field's value before the write. Returns "unclear" if a difference at that time covered more than the
 * field, or only a part of it.
 */
function valueBefore({ field: { path, desired }, change, settledBefore }: FieldAfterWrite) {
  if (change?.action !== "update") return { value: undefined };
  const own = change.differences.find((one) => one.path === path);
  if (own) return { value: own.live };
  const isPart = change.differences.some((one) => isWithin(one.path, path) || isWithin(path, one.path));
  if (isPart) return "unclear";
  return { value: settledBefore.has(path) ? settledBefore.get(path) : desired };
}

function isEmpty(value: Json | undefined): boolean {
  return value === "" || value === 0 || (isArray(value) && value.length === 0);
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

/** Stored forms as observed after writes, by address. */
export type SeenForms = ReadonlyMap<Address, readonly FieldForm[]>;
