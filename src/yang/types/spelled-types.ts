/** Text types whose values have equivalent spellings, according to RFC 6991 and OpenConfig. Pure. */

import { canonicalAddress, canonicalMac, canonicalPrefix } from "../../model/spelling/addresses.ts";
import { canonicalMoment } from "../../model/spelling/moments.ts";
import { canonicalUri } from "../../model/spelling/uri.ts";

/** Canonicalizes a text. Accepts every text. Idempotent. */
export type TypeSpelling = (text: string) => string;

const lower: TypeSpelling = (text) => text.toLowerCase();
const masked: TypeSpelling = (text) => canonicalPrefix(text, "masked");
const prefix: TypeSpelling = (text) => canonicalPrefix(text);
/** RFC 6991 does not remove dot segments. */
const uri: TypeSpelling = (text) => canonicalUri(text, "dotsStay");

const byModule: Readonly<Record<string, Readonly<Record<string, TypeSpelling>>>> = {
  "ietf-inet-types": {
    "ipv4-address": canonicalAddress,
    "ipv6-address": canonicalAddress,
    "ipv4-prefix": masked,
    "ipv6-prefix": masked,
    "ipv4-address-and-prefix": prefix,
    "ipv6-address-and-prefix": prefix,
    "domain-name": lower,
    "host-name": lower,
    uri,
  },
  "ietf-yang-types": {
    "mac-address": canonicalMac,
    "phys-address": lower,
    "hex-string": lower,
    uuid: lower,
    "date-and-time": canonicalMoment,
  },
  // OpenConfig does not say what happens to host bits, so host bits stay.
  "openconfig-inet-types": {
    "ipv6-address": canonicalAddress,
    "ipv6-address-zoned": canonicalAddress,
    "ipv6-prefix": prefix,
  },
  "openconfig-yang-types": {
    "mac-address": canonicalMac,
    "date-and-time": canonicalMoment,
  },
};

/** Returns the canonicalization for a typedef, by its module. Undefined: all texts are distinct. */
export function spellingOf(module: string, typedef: string): TypeSpelling | undefined {
  const own = Object.hasOwn(byModule, module) ? byModule[module] : undefined;
  return own && Object.hasOwn(own, typedef) ? own[typedef] : undefined;
}
