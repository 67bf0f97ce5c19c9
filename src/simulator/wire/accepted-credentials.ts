/** The credentials that the simulated interfaces accept. */

/** The interfaces with OAuth 2.0 tokens. */
export type OauthInterface = "messaging" | "servers" | "firewall";

/** A client of an authorization server. */
export interface OauthClient {
  readonly interface: OauthInterface;
  readonly id: string;
  /** The client's secret. If absent, the client is public, and has no secret. */
  readonly secret?: string;
  /** The scopes that may be granted to the client. */
  readonly scopes: readonly string[];
}

/** The accepted credentials. A request with any other credential gets 401. */
export interface SimulatorCredentials {
  /** The dashboard's key, for the header `X-Vendor-API-Key`. */
  readonly apiKey: string;
  /** Further keys of the dashboard. They are needed if keys have different permissions. */
  readonly moreApiKeys: readonly string[];
  /** The user name for the controller's token path and for the fabric controller (Basic credentials). */
  readonly username: string;
  /** The password of `username`. */
  readonly password: string;
  /** The fabric controller's Bearer value. */
  readonly fabricToken: string;
  /** The user name for every router (Basic credentials). */
  readonly routerUsername: string;
  /** The password of `routerUsername`. */
  readonly routerPassword: string;
  /** The Bearer value that every router accepts instead of Basic credentials. */
  readonly routerToken: string;
  /** The clients of the interfaces messaging, servers and firewall. */
  readonly clients: readonly OauthClient[];
  /** The user name of a login in mode `fmc`. */
  readonly firewallUsername: string;
  /** The password of `firewallUsername`. */
  readonly firewallPassword: string;
  /** The Bearer value of a cloud-delivered manager, in mode `fmc`. */
  readonly cdfmcToken: string;
  /** The initial refresh token of the firewall manager's first client. */
  readonly firewallRefreshToken: string;
  /** The initial refresh token of the clients of the servers interface. */
  readonly serversRefreshToken: string;
  /** The public keys, in PEM, that verify signed requests in mode `intersight`. */
  readonly serversKeys: readonly { readonly id: string; readonly publicKey: string }[];
  /** The SD-WAN manager's Bearer value. */
  readonly sdwanToken: string;
  /** The user name for the SD-WAN manager. It accepts Basic credentials instead of the Bearer value. */
  readonly sdwanUsername: string;
  /** The password of `sdwanUsername`. */
  readonly sdwanPassword: string;
}

/** The default credentials. */
export const defaultCredentials: SimulatorCredentials = {
  apiKey: "simulated-api-key",
  moreApiKeys: [],
  username: "simulated-user",
  password: "simulated-password",
  fabricToken: "simulated-fabric-token",
  routerUsername: "simulated-router-user",
  routerPassword: "simulated-router-password",
  routerToken: "simulated-router-token",
  clients: [
    {
      interface: "messaging",
      id: "simulated-messaging-client",
      secret: "simulated-messaging-secret",
      scopes: ["rooms:read", "rooms:write"],
    },
    {
      interface: "servers",
      id: "simulated-servers-client",
      secret: "simulated-servers-secret",
      scopes: ["profiles:read", "profiles:write"],
    },
    { interface: "firewall", id: "simulated-firewall-client", scopes: ["devices:read"] },
  ],
  firewallUsername: "simulated-firewall-user",
  firewallPassword: "simulated-firewall-password",
  cdfmcToken: "simulated-cdfmc-token",
  firewallRefreshToken: "simulated-firewall-refresh-token",
  serversRefreshToken: "simulated-servers-refresh-token",
  serversKeys: [],
  sdwanToken: "simulated-sdwan-token",
  sdwanUsername: "simulated-sdwan-user",
  sdwanPassword: "simulated-sdwan-password",
};
