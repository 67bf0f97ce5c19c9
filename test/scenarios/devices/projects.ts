/** Project files for tests of devices: a target over NETCONF, and one over RESTCONF beside it. */

const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";

/** Returns a project with the target `edge` over NETCONF. `settings` is YAML. */
export function edgeProject(settings = "{}"): string {
  return `version: 1
environment: virtual
targets:
  edge:
    interface: netconf
    url: ssh://{host}
    hosts: [10.20.0.0/16]
    credential: ${credential}
    settings: ${settings}
`;
}

/**
 * Returns the project of `edgeProject` with a second target, `routers`, over RESTCONF. `more` is a line of this second
 * target.
 */
export function twoProtocols({ settings = "{}", more }: { settings?: string; more: string }): string {
  return `${edgeProject(settings)}  routers:
    interface: restconf
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: ${credential}
    ${more}
`;
}

/** Returns a project with the target `edge` over RESTCONF, in the dialect `rfc8040`. `settings` is YAML. */
export function routersProject(settings = "{}"): string {
  return `version: 1
environment: virtual
targets:
  edge:
    interface: restconf
    dialect: rfc8040
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: ${credential}
    settings: ${settings}
`;
}
