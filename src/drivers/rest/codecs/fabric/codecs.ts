/** The codecs of fabrics, by name. */

import type { Codecs } from "../../codec.ts";
import { anyObject } from "./any-object.ts";
import { attributes } from "./attributes.ts";
import { objectTree } from "./object-tree.ts";

/** What no word of a catalog can say of managed objects. */
export const fabricCodecs: Codecs = { objectTree, anyObject, attributes };
