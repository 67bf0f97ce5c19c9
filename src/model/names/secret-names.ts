/** Decides by name whether a device leaf without a type, or a field of a product, is a secret. Pure. */

const words = (...lines: readonly string[]) => lines.join(" ").split(" ").join("|");

/** Prefixes that make a key a secret: `auth-key`, `preSharedKey`. */
const keys = words(
  "shared preshared private priv auth authentication encryption encrypt encr privacy session master primary symmetric",
  "wep wpa wpa2 api access md5 sha sha1 sha256 hmac ah esp tacacs radius ospf isis bgp server localized cipher signing",
  "isakmp ike ipsec psk pskset pac cleartext hashed message tsig fips",
);

/** Texts under these names are always secrets; white space, case, `-`, `_` and `.` are ignored. */
const secret = new RegExp(
  words(
    "passw(?:or)?ds? passphrases? passcodes? pwds?$ ^pw$ (?:^|auth|priv|privacy|user|login|enable|admin)pass$",
    "secrets? psks?$ preshared$ ^pin$ ^puk$ ^otp$ tokens?$ ^bearer$ ^credentials?$ (?:nt|lm)hash$",
    "(?:^|fallback|primary)(?:cak|sak|kek|tek|pmk)$ auth(?:entication)?(?:string|data|text|word)$",
    `(?:${keys})keys?$ keystrings? keytext keydata keyvalue keycontent keyoctets keyhash keypass wepkey\\d*$`,
    "priv(?:ate)?key(?:pem|data|contents?|value)$ privkey cleartext ciphertext plaintext crypthash",
    "communitystring$ (?:read|write|ro|rw)community$",
  ),
);

/**
 * Names with these endings describe a secret, but their values are not secret: `key-id`, `password-policy`,
 * `secret-type`.
 */
const about = new RegExp(
  `(?:${words(
    "ids? types? policy policies length len encryption encoding algorithms? algo count min max timeout lifetimes? ttl",
    "expiry expires expiration expired age aging history retry retries attempts? profiles? groups? mode format level",
    "enabled? disabled? file(?:name)? path ur[il] chains? index usage required? changed? updated? status state",
    "recovery complexity strength only ref(?:erence)? version size prompt number label hint display rotate",
    "rotation interval",
    "delay date time method checks? validation mandatory allowed restrictions? rules?",
  )})$`,
);
const neverSecret =
  /public|keyname|secretname|passwordname|tokenname|username|keychain|secretbinding|fingerprint/;

const publicKey = /pub(?:lic)?key/;

/** In SNMP, a community is a password; in BGP, it is a route tag. */
const snmp = /snmp|trap/;
const community = /communit(?:y|ies)|comm(?:sec|name|str)|securitystring|^secname$/;
const notCommunity = /(?:list|map|mapping|index|context|view|access|acl|permission|mode|set)s?$/;

/** Leaf names that mean nothing by themselves: their ancestors decide. */
const plain =
  /^(?:key|hash|digest|string|value|text|data|word|md5(?:cfg)?|sha\d*|hmac\w*|cmac\w*|hexkey|7|6)$/;
const keysAround = new RegExp(
  `^(?:${words(
    "keys? keystring .*authentication.* .*auth .*tacacs.* .*radius.* .*keyring.* .*keychain.* .*keyconfig.* pac md5",
    "sha\\d* hmac.* isakmp.* .*ikev?2? .*ipsec.* .*macsec.* mka .*crypto.* .*serverkey .*password.* .*secret.*",
    "ospfkey messagedigestkey .*ldap.* .*hsrp.* .*credentials?",
  )})$`,
);

/**
 * Leaves that describe how a secret is stored, in a container with the name of a secret, but do not contain the
 * secret.
 */
const harmless = new RegExp(
  `^(?:${words(
    "name id type level mode format index number description privilege user view host address vrf algorithm",
    "encryption\\w* enc\\w*type kind login log[io]nname distinguishedname domain",
  )})$`,
);

/** A normalized name, without a module prefix. */
function compact(name: string): string {
  return name
    .slice(name.indexOf(":") + 1)
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/**
 * True if the value under a name is a secret. `above`: the names of ancestors, the outermost first, with module
 * prefixes as in data.
 */
export function isSecretName(name: string, above: readonly string[] = []): boolean {
  const own = compact(name);
  const around = above.slice(-2).map(compact);
  if (neverSecret.test(own) || around.some((each) => publicKey.test(each))) return false;
  if (isCommunity(own, name, above)) return true;
  if (about.test(own)) return false;
  if (secret.test(own)) return true;
  const [nearest = ""] = around.slice(-1);
  if (plain.test(own) && around.some((each) => keysAround.test(each))) return true;
  return secret.test(nearest) && !about.test(nearest) && !neverSecret.test(nearest) && !harmless.test(own);
}

function isCommunity(own: string, name: string, above: readonly string[]): boolean {
  const all = [...above, name].map((each) => each.toLowerCase().replaceAll(/[^\p{L}\p{N}:]/gu, ""));
  if (!all.some((each) => snmp.test(each))) return false;
  if (community.test(own)) return !notCommunity.test(own);
  const nearest = compact(above.at(-1) ?? "");
  return community.test(nearest) && /^(?:name|id|string|community|text\w*|binary\w*|word)$/.test(own);
}

/**
 * Like `isSecretName`, for an attribute of a class. The class name decides what a `key` is, but nothing else:
 * `aaaRadiusProvider` has a secret key, and `snmpCommunityP` is named by a community.
 */
export function isSecretAttribute(name: string, of: string): boolean {
  if (isSecretName(name) || isCommunity(compact(name), name, [of])) return true;
  const around = compact(of);
  return plain.test(compact(name)) && (keysAround.test(around) || secret.test(around));
}

/**
 * Like `isSecretName`, for a leaf that is a list key. Since the key identifies the entries, only unambiguous names and
 * SNMP communities count.
 */
export function isSecretKeyName(name: string, above: readonly string[] = []): boolean {
  const own = compact(name);
  if (neverSecret.test(own)) return false;
  return isCommunity(own, name, above) || (secret.test(own) && !about.test(own));
}

/** True if a name identifies an entry in a list of communities. The name is then the community itself. */
export function isCommunityKey(name: string, above: readonly string[] = []): boolean {
  return community.test(compact(above.at(-1) ?? "")) && isCommunity(compact(name), name, above);
}
