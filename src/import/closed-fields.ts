/** What can be taken away from an entry, and what can stand in it. Pure. */

import { z } from "zod";
import type { Driver, Kind } from "../drivers/contract/contract.ts";
import { shortSection } from "../model/place.ts";
import { type Pointer, segments } from "../model/pointer.ts";

/**
 * Fields of its schema that can be taken away, and the sections that can stand in it. A secret that cannot be seen is
 * not among them: defaults may give it.
 */
export function closedOf({ kinds }: Driver, name: string, kind?: Kind): readonly string[] {
  const fields = kind?.schema instanceof z.ZodObject ? Object.keys(kind.schema.shape) : [];
  const secret = kind?.secrets.map(topFieldOf) ?? [];
  const sections = kinds.filter(({ place }) => place.within === name).map(({ place }) => shortSection(place));
  return [...fields.filter((field) => !secret.includes(field)), ...sections];
}

/** The field of the entry that holds what this points at. */
export function topFieldOf(path: Pointer): string {
  return segments(path)[0] ?? "";
}
