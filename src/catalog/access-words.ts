/**
 * Determines which kinds and fields decide who has access to something. If the catalog does not say this, their names
 * are used. Pure.
 */

/** Anything with such a word in its name decides about access. */
const deciding: ReadonlySet<string> = wordSet(`
  access acl ace firewall firewalled nat rule contract filter filtering prefilter
  allow allowed deny denied permit permitted block blocked allowlist blocklist whitelist blacklist
  bypass exempt exclusion isolation quarantine inspection guard
  security intrusion malware signature threat posture trust trusted untrusted
  vpn ipsec ike tls ssl ssh crypto cipher encryption certificate cert
  aaa radius tacacs ldap saml sso auth authentication authorization identity
  login logon user admin administrator role privilege permission guest
  secret password passphrase credential key psk community snmp splash garden forwarding webhook proxy vrf sgt
`);

/** A field with such a word in its name decides about access, because it makes a choice or is a reference. */
const choosing: ReadonlySet<string> = wordSet(`
  action mode type direction protocol state status level method policy scope id moid serial provide consume
`);

/** Objects whose id is a plain number and refers to nothing. */
const numbered: ReadonlySet<string> = wordSet("vlan vsan vni segment router area");

/** A kind with such a word in its name decides about access, because policies and filters match its objects. */
const matching: ReadonlySet<string> = wordSet("list object scalable");

/** Names of texts for people. A field with such a name never decides about access. */
const remarks: ReadonlySet<string> = wordSet("description descr desc comment remark note annotation");

/** Words about logging, counting or monitoring traffic, which do not affect what is allowed. */
const recording: ReadonlySet<string> = wordSet(`
  log logging syslog snmp trap event statistic hit counter name label tag color position index number
`);

/** True if a thing with this name only informs people or records events, such as a remark, a log or a tag. */
export function recordsByName(name: string): boolean {
  return isRemark(name) || wordsOf(name).some((word) => remarks.has(word) || recording.has(word));
}

/** True if a field decides about access, by its name. */
export function decidesByName(name: string): boolean {
  const words = wordsOf(name);
  return words.some(
    (word, at) => deciding.has(word) || (choosing.has(word) && !numbered.has(words[at - 1] ?? "")),
  );
}

/** True if a whole kind decides about access, by its name or title. */
export function kindDecidesByName({
  kind,
  title,
}: {
  readonly kind: string;
  readonly title: string;
}): boolean {
  return [...wordsOf(kind), ...wordsOf(title)].some((word) => deciding.has(word) || matching.has(word));
}

/** True if a field is a text for people, by its name. */
export function isRemark(name: string): boolean {
  const [word = "", ...more] = wordsOf(name);
  return more.length === 0 && remarks.has(word);
}

/** Returns the words of a name in lower case and singular: `allow` and `list` for `allowLists`. */
function wordsOf(name: string): readonly string[] {
  const singular = name.replaceAll(/([A-Z]{2,})s(?![a-z])/g, "$1");
  const parts = singular
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  const words = parts.toLowerCase().split(/[^a-z0-9]+/);
  return words.map((word) => {
    if (deciding.has(word) || word.length < 4 || word.endsWith("ss")) return word;
    return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.replace(/s$/, "");
  });
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
