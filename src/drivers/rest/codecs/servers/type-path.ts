/** Where objects of a type are: `ntp.Policy` at `ntp/Policies`. Pure. */

/** Types whose paths are not made by the rule, of those that can be made. */
const irregular: ReadonlyMap<string, string> = new Map([["vrf.Vrf", "vrf/Vrves"]]);

/** Names that are plural, or have none, already. */
const plurals =
  /(?:Metrics|Settings|Roles|Limits|Criteria|Diagnostics|Meta|MetaData|Metadata|UnsupportedModels)$/;

/** The path of a type: its package, and its name in the plural. */
export function pathOfType(type: string): string {
  const [family = "", name = ""] = type.split(".");
  return irregular.get(type) ?? `${family}/${plurals.test(name) ? name : pluralOf(name)}`;
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
