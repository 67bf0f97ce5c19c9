/** The collections of a simulated Firewall Management Center: paths, types, and fixed objects. */

/** The form of a collection: how its objects are created, and whether their order matters. */
interface FmcForm {
  /**
   * `many`: objects can be created and removed. `fixed`: there are several objects by name, which always exist. `one`:
   * there is a single object, which always exists.
   */
  readonly form: "many" | "fixed" | "one";
  /**
   * Set if the order of the objects matters. A create then contains the position. `categories` means that the objects
   * are categories of access rules.
   */
  readonly order?: "access" | "nat" | "categories";
}

/** The collections whose form is not plain `many`, by their path below the domain. `*` stands for an id. */
const special: Readonly<Record<string, FmcForm>> = {
  "policy/accesspolicies/*/accessrules": { form: "many", order: "access" },
  "policy/accesspolicies/*/categories": { form: "many", order: "categories" },
  "policy/ftdnatpolicies/*/manualnatrules": { form: "many", order: "nat" },
  "devices/devicerecords/*/physicalinterfaces": { form: "fixed" },
  "chassis/fmcmanagedchassis/*/physicalinterfaces": { form: "fixed" },
  "policy/accesspolicies/*/inheritancesettings": { form: "one" },
  ...Object.fromEntries(
    [
      ...["bannersettings", "dnssettings", "httpaccesssettings", "icmpsettings", "ntpsettings"],
      ...["snmpsettings", "syslog/basicloggingsetups", "syslog/loggingemailsetups", "syslog/servers"],
      ...["syslog/syslogsettings", "trusteddnssettings"],
    ].map((name) => [`policy/ftdplatformsettingspolicies/*/${name}`, { form: "one" } as const]),
  ),
  ...Object.fromEntries(
    ["advancedsettings", "ikesettings", "ipsecsettings"].map((name) => [
      `policy/ftds2svpns/*/${name}`,
      { form: "one" } as const,
    ]),
  ),
  ...Object.fromEntries(
    [
      ...["addressassignmentsettings", "certificatemapsettings", "ipsecadvancedsettings"],
      ...["ldapattributemaps", "loadbalancesettings", "secureclientcustomizationsettings"],
    ].map((name) => [`policy/ravpns/*/${name}`, { form: "one" } as const]),
  ),
};

/** Matches the paths of collections with the form `many`, including nested collections. */
const many = [
  /^object\/[a-z0-9]+$/,
  /^policy\/[a-z0-9]+(?:\/\*\/[a-z]+(?:\/[a-z]+)?)*$/,
  /^assignment\/policyassignments$/,
  /^chassis\/fmcmanagedchassis(?:\/\*\/[a-z]+)?$/,
  /^devices\/devicerecords(?:\/\*\/(?:routing\/)?[a-z0-9]+)?$/,
];

/** A collection, with the paths of the objects that must exist. */
export interface FmcCollection extends FmcForm {
  readonly path: string;
  /** The paths of the objects that must exist before an object of the collection is created. */
  readonly parents: readonly string[];
  readonly type: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the collection of a path below the domain. Returns undefined if there is no such collection. */
export function fmcCollection(path: string): FmcCollection | undefined {
  const parts = path.split("/");
  const shape = parts.map((part) => (uuid.test(part) ? "*" : part)).join("/");
  const form =
    special[shape] ?? (many.some((each) => each.test(shape)) ? ({ form: "many" } as const) : undefined);
  if (form === undefined) return undefined;
  const parents = parts.flatMap((part, at) => (uuid.test(part) ? [parts.slice(0, at + 1).join("/")] : []));
  return { ...form, path, parents, type: types[parts.at(-1) ?? ""] ?? typeOf(parts.at(-1) ?? "") };
}

/** Types that cannot be derived from the path. */
const types: Readonly<Record<string, string>> = {
  fqdns: "FQDN",
  icmpv4objects: "ICMPV4Object",
  icmpv6objects: "ICMPV6Object",
  networkgroups: "NetworkGroup",
  portobjectgroups: "PortObjectGroup",
  protocolportobjects: "ProtocolPortObject",
  securityzones: "SecurityZone",
  securitygrouptags: "SecurityGroupTag",
  urlgroups: "UrlGroup",
  vlantags: "VlanTag",
  vlangrouptags: "VlanGroupTag",
  timeranges: "TimeRange",
  accesspolicies: "AccessPolicy",
  accessrules: "AccessRule",
  categories: "Category",
  prefilterpolicies: "PrefilterPolicy",
  intrusionpolicies: "IntrusionPolicy",
  ftdnatpolicies: "FTDNatPolicy",
  autonatrules: "FTDAutoNatRule",
  manualnatrules: "FTDManualNatRule",
  devicerecords: "Device",
  physicalinterfaces: "PhysicalInterface",
  subinterfaces: "SubInterface",
  ipv4staticroutes: "IPv4StaticRoute",
  ipv6staticroutes: "IPv6StaticRoute",
};

function typeOf(last: string): string {
  const one = last.endsWith("ies") ? `${last.slice(0, -3)}y` : last.replace(/s$/, "");
  return one.charAt(0).toUpperCase() + one.slice(1);
}
