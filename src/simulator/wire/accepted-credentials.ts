/** The credentials that the simulated interfaces accept. */

/** The interfaces with OAuth 2.0 tokens. */
export type OauthInterface = "messaging" | "servers" | "firewall";

/** A client of an authorization server. */
export interface OauthClient {
  readonly interface: OauthInterface;
  readonly id: string;
  /** Absent: a public client, without a secret. */
  readonly secret?: string;
  /** The scopes that the client may be granted. */
  readonly scopes: readonly string[];
}

/** The accepted credentials; every other one gets 401. */
export interface SimulatorCredentials {
  /** The dashboard's key, for the header `X-Vendor-API-Key`. */
  readonly apiKey: string;
  /** More keys of the dashboard, so that different keys can have different permissions. */
  readonly moreApiKeys: readonly string[];
  /** Basic credentials: of the controller's token path, and of the fabric controller. */
  readonly username: string;
  readonly password: string;
  /** The fabric controller's Bearer value. */
  readonly fabricToken: string;
  /** Basic credentials of every router. */
  readonly routerUsername: string;
  readonly routerPassword: string;
  /** The Bearer value that every router accepts instead of Basic credentials. */
  readonly routerToken: string;
  /** The clients of messaging, servers and the firewall manager. */
  readonly clients: readonly OauthClient[];
  /** Mode `fmc`: the credentials of a login, and the Bearer value of a cloud-delivered manager. */
  readonly firewallUsername: string;
  readonly firewallPassword: string;
  readonly cdfmcToken: string;
  /** The initial refresh token of the firewall manager's first client. */
  readonly firewallRefreshToken: string;
  /** The initial refresh token of the clients of the servers interface. */
  readonly serversRefreshToken: string;
  /** Mode `intersight`: public keys, in PEM, that verify signed requests. */
  readonly serversKeys: readonly { readonly id: string; readonly publicKey: string }[];
  /** The SD-WAN manager's Bearer value, or Basic credentials instead. */
  readonly sdwanToken: string;
  readonly sdwanUsername: string;
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
