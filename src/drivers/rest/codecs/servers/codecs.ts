/** The codecs of managers of servers, by name. */

import type { Codecs } from "../../codec.ts";
import { typedObject } from "./typed-object.ts";

/** What no word of a catalog can say of objects with a type. */
export const serversCodecs: Codecs = { typedObject };
