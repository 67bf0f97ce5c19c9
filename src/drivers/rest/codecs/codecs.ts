/** The codecs of products, by name: those of fabrics, of SD-WAN managers, of managers of servers. */

import type { Codecs } from "../codec.ts";
import { anyObject } from "./fabric/any-object.ts";
import { attributes } from "./fabric/attributes.ts";
import { objectTree } from "./fabric/object-tree.ts";
import { deviceValues } from "./sdwan/device-values.ts";
import { parcel } from "./sdwan/parcel.ts";
import { template } from "./sdwan/template.ts";
import { typedObject } from "./servers/typed-object.ts";

/** What no word of a catalog can say of managed objects. */
export const fabricCodecs: Codecs = { objectTree, anyObject, attributes };

/** What no word of a catalog can say of parcels, of feature templates, and of values of devices. */
export const sdwanCodecs: Codecs = { parcel, template, deviceValues };

/** What no word of a catalog can say of objects with a type. */
export const serversCodecs: Codecs = { typedObject };
