/** The parts of a device's configuration by which it is reached: the lock-out guard's data. */

/** A part of the configuration that, changed wrongly, locks the tool out. */
export interface ManagementPath {
  /** What it is called in a refusal. */
  readonly what: string;
  /** Names of the tree, one below the other, at any depth and in any module. */
  readonly path: readonly string[];
  /** Only what holds one of these texts, or the host's address. Default: all. */
  readonly holding?: readonly string[] | "host";
  /** Only changes in members of these names, at any depth. Default: all. */
  readonly members?: readonly string[];
}

const interfaceMembers = [
  ...["shutdown", "enabled", "disable", "admin-status"],
  ...["ip", "ipv4", "ipv6", "address", "addresses", "subinterfaces", "unit", "family"],
  ...["vrf", "network-instance", "encapsulation", "switchport", "channel-group"],
];
const anywhere = ["0.0.0.0", "0.0.0.0/0", "::/0"];

/**
 * | path                           | of                                     | guarded                            |
 * |--------------------------------|----------------------------------------|------------------------------------|
 * | `interface/…`, `interfaces/…`  | the interface with the host's address  | the members above                  |
 * | `network-instance/interfaces`  | all: its members name no address       | all                                |
 * | `ip/route`, `ipv6/route`, `static-routes` | the default route           | all                                |
 * | `ip/default-gateway`           | all                                    | all                                |
 * | `aaa`, `tacacs`, `radius`      | all                                    | all                                |
 * | `username`, `authentication/user` | all                                 | all                                |
 * | `line/vty`                     | all                                    | all                                |
 * | `ip/http`                      | all                                    | all                                |
 * | `restconf`, `netconf-yang`     | all                                    | all                                |
 * | `ip/ssh`                       | all                                    | all                                |
 *
 * Where the host is a name, it is unknown which interface has its address: every one with an address is guarded. One
 * that gets its address by DHCP always is.
 */
export const managementPaths: readonly ManagementPath[] = [
  { what: "its own interface", path: ["interface"], holding: "host", members: interfaceMembers },
  { what: "its own interface", path: ["interfaces"], holding: "host", members: interfaceMembers },
  { what: "its VRF", path: ["network-instance", "interfaces"] },
  { what: "the default route", path: ["ip", "route"], holding: anywhere },
  { what: "the default route", path: ["ipv6", "route"], holding: anywhere },
  { what: "the default route", path: ["static-routes"], holding: anywhere },
  { what: "the default route", path: ["ip", "default-gateway"] },
  { what: "AAA", path: ["aaa"] },
  { what: "AAA", path: ["tacacs"] },
  { what: "AAA", path: ["radius"] },
  { what: "users", path: ["username"] },
  { what: "users", path: ["authentication", "user"] },
  { what: "the vty lines", path: ["line", "vty"] },
  { what: "the HTTP server", path: ["ip", "http"] },
  { what: "RESTCONF", path: ["restconf"] },
  { what: "NETCONF", path: ["netconf-yang"] },
  { what: "SSH", path: ["ip", "ssh"] },
];
