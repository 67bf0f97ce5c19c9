/** The codecs of SD-WAN managers, by name. */

import type { Codecs } from "../../codec.ts";
import { parcel } from "./parcel.ts";

/** What no word of a catalog can say of parcels. */
export const sdwanCodecs: Codecs = { parcel };
