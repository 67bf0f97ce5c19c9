/** The parts of a device's configuration by which it is reached: the lock-out guard's data. */

/** A part of the configuration that, changed wrongly, locks the tool out. */
export interface WayIn {
  /** What it is called in a refusal. */
  readonly what: string;
  /** Names of the tree, one below the other, at any depth and in any module. */
  readonly path: readonly string[];
  /** Only elements that hold one of these texts, or an address with it. Default: all. */
  readonly holding?: readonly string[] | "host";
  /** Only changes in members of these names, below the element. Default: all. */
  readonly members?: readonly string[];
}

const interfaceMembers = [
  "shutdown",
  "enabled",
  "vrf",
  "ip",
  "ipv4",
  "ipv6",
  "encapsulation",
  "subinterfaces",
];
const anywhere = ["0.0.0.0", "0.0.0.0/0", "::/0"];

/**
 * | path                           | of                                     | guarded                            |
 * |--------------------------------|----------------------------------------|------------------------------------|
 * | `interface/…`, `interfaces/…`  | the interface with the host's address  | address, shutdown, VRF, encapsulation |
 * | `ip/route`, `ipv6/route`, `static-routes` | the default route           | all                                |
 * | `aaa`                          | all                                    | all                                |
 * | `username`                     | all                                    | all                                |
 * | `line/vty`                     | all                                    | all                                |
 * | `ip/http`                      | all                                    | all                                |
 * | `restconf`                     | all                                    | all                                |
 *
 * Where the host is a name, nobody knows which interface has its address: every one with an address is guarded.
 */
export const waysIn: readonly WayIn[] = [
  { what: "its own interface", path: ["interface"], holding: "host", members: interfaceMembers },
  { what: "its own interface", path: ["interfaces"], holding: "host", members: interfaceMembers },
  { what: "the default route", path: ["ip", "route"], holding: anywhere },
  { what: "the default route", path: ["ipv6", "route"], holding: anywhere },
  { what: "the default route", path: ["static-routes"], holding: anywhere },
  { what: "AAA", path: ["aaa"] },
  { what: "users", path: ["username"] },
  { what: "the vty lines", path: ["line", "vty"] },
  { what: "the HTTP server", path: ["ip", "http"] },
  { what: "RESTCONF", path: ["restconf"] },
];
