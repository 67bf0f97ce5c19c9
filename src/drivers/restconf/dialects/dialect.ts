/** What a dialect of the RESTCONF interface says, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../../contract.ts";

/** A device model behind the RESTCONF interface. */
export interface RestconfDialect extends Dialect {
  /** The RESTCONF root and its data resource. */
  readonly dataPath: string;
  /** The module and its top-level container that hold hostname and interfaces. */
  readonly module: string;
  readonly container: string;
  /** Where, inside the container, the interfaces of that type are listed; their key is `name`. */
  readonly interfaces: readonly string[];
  readonly interfaceType: string;
  readonly hostname: string;
  /** The header that carries a token; in `Authorization` it is a Bearer value. */
  readonly tokenHeader: string;
  /** Data paths that the device shows and does not take: never compared, never sent. */
  readonly readOnly: readonly string[];
  /** What a device shows in the place of a value that it keeps to itself. Never sent back. */
  readonly masked: RegExp;
  /**
   * What becomes of a write whose tree would lack a masked value, and so delete it: refused before it is sent, or
   * sent without the value.
   */
  readonly maskedValues: "refuse" | "omit";
}

const name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/);

/** The settings of a RESTCONF target. */
export const restconfSettings = z
  .strictObject({
    module: name.describe("YANG module of the device's configuration. Default: Vendor-native."),
    container: name.describe("Its top-level container. Default: native."),
    readOnly: z
      .array(z.string().startsWith("/"))
      .describe("Data paths that the device shows and does not take. Default: none."),
    maskedValues: z
      .enum(["refuse", "omit"])
      .describe(
        "A write that would delete a value shown as ****: refuse it, or omit the value. Default: refuse.",
      ),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: RestconfDialect,
  settings: z.infer<typeof restconfSettings>,
): RestconfDialect {
  const { module, container, readOnly, maskedValues } = settings;
  return {
    ...dialect,
    module: module ?? dialect.module,
    container: container ?? dialect.container,
    readOnly: readOnly ?? dialect.readOnly,
    maskedValues: maskedValues ?? dialect.maskedValues,
  };
}
