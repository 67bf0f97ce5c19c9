/** Which kinds and fields decide who gets in, or who may reach what, where a catalog does not say it. Pure. */

/** Words of a name: each decides. */
const deciding: ReadonlySet<string> = new Set([
  ...[
    "access",
    "acl",
    "ace",
    "firewall",
    "firewalled",
    "nat",
    "rule",
    "contract",
    "filter",
    "filtering",
    "prefilter",
  ],
  ...[
    "allow",
    "allowed",
    "deny",
    "denied",
    "permit",
    "permitted",
    "block",
    "blocked",
    "allowlist",
    "blocklist",
  ],
  ...[
    "whitelist",
    "blacklist",
    "bypass",
    "exempt",
    "exclusion",
    "isolation",
    "quarantine",
    "inspection",
    "guard",
  ],
  ...["security", "intrusion", "malware", "ips", "ids", "threat", "posture", "trust", "trusted", "untrusted"],
  ...["vpn", "ipsec", "ike", "tls", "ssl", "ssh", "crypto", "cipher", "encryption", "certificate", "cert"],
  ...[
    "aaa",
    "radius",
    "tacacs",
    "ldap",
    "saml",
    "sso",
    "auth",
    "authentication",
    "authorization",
    "identity",
  ],
  ...["login", "logon", "user", "admin", "administrator", "role", "privilege", "permission", "guest"],
  ...[
    "secret",
    "password",
    "passphrase",
    "credential",
    "key",
    "psk",
    "community",
    "snmp",
    "splash",
    "forwarding",
  ],
]);

/** Of a kind's name besides: what policies and filters match by. */
const matching: ReadonlySet<string> = new Set(["list", "object", "sgt", "scalable"]);

/** Texts for people, also in what decides. */
const remarks: ReadonlySet<string> = new Set([
  ...["description", "descr", "desc", "comment", "remark", "note", "annotation"],
]);

/** Whether a field decides, by its name. */
export function decidesByName(name: string): boolean {
  return wordsOf(name).some((word) => deciding.has(word));
}

/** Whether all of a kind decides, by its name or its title. */
export function kindDecidesByName({
  kind,
  title,
}: {
  readonly kind: string;
  readonly title: string;
}): boolean {
  return [...wordsOf(kind), ...wordsOf(title)].some((word) => deciding.has(word) || matching.has(word));
}

/** Whether a field is a text for people, by its name. */
export function isRemark(name: string): boolean {
  const [word = "", ...more] = wordsOf(name);
  return more.length === 0 && remarks.has(word);
}

/** The words of a name, in lower case and in the singular: `allow`, `list` of `allowLists`. */
function wordsOf(name: string): readonly string[] {
  const parts = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  const words = parts.toLowerCase().split(/[^a-z0-9]+/);
  return words.map((word) => {
    if (deciding.has(word) || word.length < 4 || word.endsWith("ss")) return word;
    return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.replace(/s$/, "");
  });
}
