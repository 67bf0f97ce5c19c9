/**
 * The parts of a device's configuration through which the device is reached, by model. They are the data of the
 * lock-out guard.
 */

/** A part of the configuration that locks trueup out if it is changed wrongly. */
export interface ManagementPath {
  /** The name of this part in a refusal. */
  readonly what: string;
  /**
   * Names in the tree, in sequence, at any depth and in any module, ignoring list elements between them: `ip/http`.
   * With a leading slash, the first name must be at the top of the tree: `/ssh`.
   */
  readonly path: string;
  /** Guards only entries that contain the host's address, or the default route. Default: all entries. */
  readonly holding?: "host" | "default route";
  /** Guards only changes to members with these names, at any depth. Default: all members. */
  readonly members?: readonly string[];
  /** The YANG modules that define the path, or the reason for the rule if there are many. */
  readonly source: string;
}

/** The guarded paths of one family of models. */
export interface ManagementModel {
  /** The vendor or body behind the models, as in the documentation. */
  readonly of: string;
  readonly paths: readonly ManagementPath[];
}

const interfaceMembers = [
  ...["shutdown", "enabled", "disable", "admin-status"],
  ...["ip", "ipv4", "ipv6", "address", "addresses", "subinterfaces", "unit", "family"],
  ...["vrf", "network-instance", "encapsulation", "switchport", "channel-group"],
  // Names of such members in the models of Nokia (including SR Linux) and Huawei, and in RFC 8529.
  ...["admin-state", "subinterface", "vrf-name", "bind-ni-name"],
  // Members that remove an interface's own addresses: OpenConfig, IOS XR, Junos.
  ...["aggregate-id", "switched-vlan", "routed-vlan", "bundle", "bundle-member", "ieee-802.3ad"],
];

const several: ManagementModel = {
  of: "several",
  paths: [
    {
      what: "its own interface",
      path: "interface",
      holding: "host",
      members: interfaceMembers,
      source: "ietf-ip, Cisco-IOS-XE-native, Cisco-IOS-XR-um-interface-cfg, nokia-conf, srl_nokia-interfaces",
    },
    {
      what: "its own interface",
      path: "interfaces",
      holding: "host",
      members: interfaceMembers,
      source: "ietf-interfaces, openconfig-interfaces, junos-conf-interfaces, huawei-ifm",
    },
    { what: "its VRF", path: "network-instance/interfaces", source: "openconfig-network-instance" },
    { what: "the default route", path: "ip/route", holding: "default route", source: "Cisco-IOS-XE-native" },
    {
      what: "the default route",
      path: "ipv6/route",
      holding: "default route",
      source: "Cisco-IOS-XE-native",
    },
    {
      what: "the default route",
      path: "static-routes",
      holding: "default route",
      source: "ietf-routing, openconfig-local-routing, nokia-conf",
    },
    { what: "the default route", path: "ip/default-gateway", source: "Cisco-IOS-XE-native" },
    {
      what: "AAA",
      path: "aaa",
      source:
        "openconfig-aaa, Cisco-IOS-XE-aaa, Cisco-IOS-XR-aaa-lib-cfg, Cisco-IOS-XR-um-aaa-cfg, huawei-aaa",
    },
    { what: "AAA", path: "tacacs", source: "Cisco-IOS-XE-aaa" },
    { what: "AAA", path: "radius", source: "ietf-system, Cisco-IOS-XE-aaa" },
    { what: "users", path: "username", source: "Cisco-IOS-XE-native" },
    { what: "users", path: "authentication/user", source: "ietf-system" },
    { what: "the vty lines", path: "line/vty", source: "Cisco-IOS-XE-native" },
    { what: "the HTTP server", path: "ip/http", source: "Cisco-IOS-XE-http" },
    { what: "RESTCONF", path: "restconf", source: "Cisco-IOS-XE-native" },
    { what: "NETCONF", path: "netconf-yang", source: "Cisco-IOS-XE-native, Cisco-IOS-XR-man-netconf-cfg" },
    { what: "SSH", path: "ip/ssh", source: "Cisco-IOS-XE-native" },
  ],
};

const ietf: ManagementModel = {
  of: "IETF",
  paths: [
    { what: "NACM", path: "nacm", source: "ietf-netconf-acm (RFC 8341)" },
    { what: "users", path: "system/authentication", source: "ietf-system (RFC 7317)" },
    { what: "NETCONF", path: "/netconf-server", source: "ietf-netconf-server" },
    { what: "RESTCONF", path: "/restconf-server", source: "ietf-restconf-server" },
  ],
};

const openconfig: ManagementModel = {
  of: "OpenConfig, Arista EOS",
  paths: [
    { what: "SSH", path: "system/ssh-server", source: "openconfig-system" },
    { what: "Telnet", path: "system/telnet-server", source: "openconfig-system" },
    { what: "gRPC", path: "system/grpc-servers", source: "openconfig-system-grpc" },
    { what: "gRPC", path: "system/grpc-server", source: "openconfig-system-management" },
    {
      what: "the filter of its control plane",
      path: "system/control-plane-traffic",
      source: "openconfig-system-controlplane",
    },
  ],
};

const iosXe: ManagementModel = {
  of: "Cisco IOS XE",
  paths: [
    { what: "NETCONF", path: "native/netconf", source: "Cisco-IOS-XE-native" },
    { what: "the enable password", path: "native/enable", source: "Cisco-IOS-XE-native" },
    { what: "AAA", path: "native/tacacs-server", source: "Cisco-IOS-XE-native" },
    { what: "AAA", path: "native/radius-server", source: "Cisco-IOS-XE-native" },
  ],
};

const iosXr: ManagementModel = {
  of: "Cisco IOS XR",
  paths: [
    { what: "SSH", path: "/ssh", source: "Cisco-IOS-XR-crypto-ssh-cfg, Cisco-IOS-XR-um-ssh-cfg" },
    { what: "NETCONF", path: "/netconf", source: "Cisco-IOS-XR-man-xml-ttyagent-cfg" },
    { what: "XML", path: "/xr-xml", source: "Cisco-IOS-XR-man-xml-ttyagent-cfg" },
    { what: "gRPC", path: "/grpc", source: "Cisco-IOS-XR-man-ems-cfg, Cisco-IOS-XR-um-grpc-cfg" },
    { what: "the vty lines", path: "/tty", source: "Cisco-IOS-XR-tty-server-cfg" },
    { what: "the vty lines", path: "/vty", source: "Cisco-IOS-XR-tty-vty-cfg" },
    {
      what: "management plane protection",
      path: "control-plane/management-plane-protection",
      source: "Cisco-IOS-XR-lib-mpp-cfg",
    },
    {
      what: "management plane protection",
      path: "control-plane/management-plane",
      source: "Cisco-IOS-XR-um-control-plane-cfg",
    },
    {
      what: "its own interface",
      path: "interface-configurations",
      holding: "host",
      members: [...interfaceMembers, "ipv4-network", "ipv6-network"],
      source: "Cisco-IOS-XR-ifmgr-cfg",
    },
    {
      what: "the default route",
      path: "router-static",
      holding: "default route",
      source: "Cisco-IOS-XR-ip-static-cfg",
    },
    {
      what: "the default route",
      path: "router/static",
      holding: "default route",
      source: "Cisco-IOS-XR-um-router-static-cfg",
    },
  ],
};

const nxOs: ManagementModel = {
  of: "Cisco NX-OS",
  paths: [
    {
      what: "features that allow its login",
      path: "fm-items",
      members: [
        ...["netconf-items", "restconf-items", "nxapi-items", "grpc-items", "ssh-items", "telnet-items"],
        ...["bashshell-items", "tacacsplus-items", "ldap-items", "scpserver-items"],
      ],
      source: "Cisco-NX-OS-device",
    },
    { what: "users and AAA", path: "System/userext-items", source: "Cisco-NX-OS-device" },
    { what: "the vty lines", path: "System/terml-items", source: "Cisco-NX-OS-device" },
    { what: "NX-API", path: "System/nxapi-items", source: "Cisco-NX-OS-device" },
    { what: "gRPC", path: "System/grpc-items", source: "Cisco-NX-OS-device" },
    {
      what: "its own interface",
      path: "intf-items/mgmt-items",
      members: ["adminSt", "rtvrfMbr-items"],
      source: "Cisco-NX-OS-device",
    },
    {
      what: "its own interface",
      path: "ipv4-items",
      holding: "host",
      members: ["addr-items"],
      source: "Cisco-NX-OS-device",
    },
    { what: "the default route", path: "rt-items", holding: "default route", source: "Cisco-NX-OS-device" },
  ],
};

const junos: ManagementModel = {
  of: "Junos",
  paths: [
    { what: "system services", path: "system/services", source: "junos-conf-system" },
    { what: "users", path: "system/login", source: "junos-conf-system" },
    { what: "users", path: "system/root-authentication", source: "junos-conf-system" },
    { what: "AAA", path: "system/authentication-order", source: "junos-conf-system" },
    { what: "AAA", path: "system/radius-server", source: "junos-conf-system" },
    { what: "AAA", path: "system/tacplus-server", source: "junos-conf-system" },
    {
      what: "the default route",
      path: "routing-options/static",
      holding: "default route",
      source: "junos-conf-routing-options",
    },
    {
      what: "the default route",
      path: "routing-options/rib/static",
      holding: "default route",
      source: "junos-conf-routing-options",
    },
    { what: "its VRF", path: "system/management-instance", source: "junos-conf-system" },
    { what: "services that its zones admit", path: "host-inbound-traffic", source: "junos-conf-security" },
  ],
};

const nokia: ManagementModel = {
  of: "Nokia SR OS, SR Linux",
  paths: [
    {
      what: "its own interface",
      path: "router/interface",
      holding: "host",
      members: ["port"],
      source: "nokia-conf",
    },
    { what: "system security", path: "configure/system/security", source: "nokia-conf" },
    { what: "management interfaces", path: "configure/system/management-interface", source: "nokia-conf" },
    { what: "logins", path: "configure/system/login-control", source: "nokia-conf" },
    { what: "gRPC", path: "configure/system/grpc", source: "nokia-conf" },
    { what: "boot options", path: "/bof", source: "nokia-bof-conf" },
    { what: "NETCONF", path: "system/netconf-server", source: "srl_nokia-netconf-server" },
    { what: "JSON-RPC", path: "system/json-rpc-server", source: "srl_nokia-json-rpc" },
  ],
};

const huawei: ManagementModel = {
  of: "Huawei VRP",
  paths: [
    { what: "SSH", path: "/sshs", source: "huawei-sshs" },
    { what: "NETCONF", path: "/netconf", source: "huawei-netconf" },
    { what: "AAA", path: "/hwtacacs", source: "huawei-hwtacacs" },
  ],
};

/**
 * The guarded paths, by model. If the host is given by name, it is unknown which interface has its address, so every
 * interface with an address is guarded. An interface that uses DHCP is always guarded.
 */
export const managementModels: readonly ManagementModel[] = [
  ...[several, ietf, openconfig, iosXe, iosXr, nxOs, junos, nokia, huawei],
];
