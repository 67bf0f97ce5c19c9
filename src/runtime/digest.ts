/** The hash behind fingerprints. */

import { hash } from "node:crypto";
import type { Digest } from "../model/wire.ts";

/** The hexadecimal SHA-256 of a text in UTF-8: 64 digits. */
export const digest: Digest = (text) => hash("sha256", text, "hex");
