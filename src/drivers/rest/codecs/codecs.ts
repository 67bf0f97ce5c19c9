/** The codecs of products, by name: fabrics, SD-WAN managers, and server managers. */

import type { Codecs } from "../codec.ts";
import { anyObject } from "./fabric/any-object.ts";
import { attributes } from "./fabric/attributes.ts";
import { objectTree } from "./fabric/object-tree.ts";
import { deviceValues } from "./sdwan/device-values.ts";
import { parcel } from "./sdwan/parcel.ts";
import { template } from "./sdwan/template.ts";
import { typedObject } from "./servers/typed-object.ts";

/** The codecs for managed objects. */
export const fabricCodecs: Codecs = { objectTree, anyObject, attributes };

/** The codecs for parcels, feature templates, and device values. */
export const sdwanCodecs: Codecs = { parcel, template, deviceValues };

/** The codec for typed objects. */
export const serversCodecs: Codecs = { typedObject };
