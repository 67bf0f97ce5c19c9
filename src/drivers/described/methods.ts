/** Methods of requests that change something: which of them may be set. */

import { z } from "zod";
import type { WireRequest } from "../../model/wire.ts";

/** How something that exists is changed: a PATCH is read like a PUT (`model/reply-rule.ts`). */
export type UpdateMethod = Extract<WireRequest["method"], "PUT" | "PATCH">;

/** A setting for such a method. */
export const updateMethod = z.enum(["PUT", "PATCH"]).exactOptional();
