/** Kinds of Meraki's catalog that do not go round, and why. Each is a doubt, or more than a description tells. */

/** By kind. Whoever mends one takes it out. */
export const unsettledKinds: Readonly<Record<string, string>> = {
  applianceInboundCellularFirewallRules:
    "the description's reply is a list of unknown objects; another client reads `rules` of an object, and so does the catalog",
  networkDevice: "claiming is an action: a server of a description does nothing in it",
  networkTemplate: "binding is an action: a server of a description does nothing in it",
};
