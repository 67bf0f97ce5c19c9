/** What a dialect of the dashboard interface says: names, paths and habits of the product behind it. */

import type { JsonObject } from "../../../model/json.ts";
import type { Dialect } from "../../contract.ts";
import type { FieldNames } from "../../described/fields.ts";
import type { Envelopes } from "../../described/lists.ts";
import type { UpdateMethod } from "../../described/methods.ts";

type Row = Dialect["operations"][string];

/** The paths below the base path. The words in braces stand for ids; the one that creates may do without them. */
type Path = DashboardCollection | "createNetwork" | "network" | "createSsid" | "ssid" | "device";

/** The kinds of all dialects. */
export type DashboardKind = "organization" | "network" | "ssid" | "networkNetflow" | "dashboardDevice";

/** The lists that are read, and the one record that a network's netflow is. */
export type DashboardCollection = "organizations" | "networks" | "devices" | "netflow" | "ssids";

/** What a device reports of itself: uplinks of an appliance, wireless status of an access point. */
export type DeviceReport = "uplink" | "wirelessStatus";

/** How a slot looks that holds no SSID, where a network always has all its slots. */
export interface EmptySlot {
  /** Its name; `{position}` stands for its number, counted from 1. It is off, too. */
  readonly name: string;
  /** What besides empties it. */
  readonly reset: JsonObject;
}

/** A product behind the dashboard interface. */
export interface DashboardDialect extends Dialect, Envelopes {
  readonly operations: Readonly<Record<Exclude<DashboardKind, "networkNetflow">, Row>> &
    Readonly<Partial<Record<DashboardKind, Row>>> &
    Dialect["operations"];
  /** Put between the target's URL and every path. Empty, or with a leading and no trailing slash. */
  readonly basePath: string;
  /** The header of the API key; `Authorization` makes it a Bearer value. */
  readonly keyHeader: string;
  /** By collection: how many records a page is asked to hold. */
  readonly perPage: Readonly<Record<string, number>>;
  /** The query parameter that asks for what comes after the record with an id. Undefined: there is none. */
  readonly startingAfter: string | undefined;
  readonly paths: Readonly<Record<Path, string>>;
  readonly methods: Readonly<Record<"updateNetwork" | "updateSsid" | "updateDevice", UpdateMethod>> &
    Readonly<Record<"createSsid", UpdateMethod | "POST">>;
  readonly organizationFields: FieldNames<"id" | "name">;
  /** `organizationId` is sent where the path that creates a network does not name its organization. */
  readonly networkFields: FieldNames<"id" | "name" | "timeZone" | "tags" | "netflow" | "organizationId">;
  readonly deviceFields: FieldNames<"serial" | "name" | "model" | "networkId" | "tags">;
  readonly ssidFields: FieldNames<"number" | "name" | "password" | "vlan">;
  /** The wire name of the flag by which an SSID's vlan counts; undefined: it counts where it stands. */
  readonly vlanFlag: string | undefined;
  /** The values of `authMode` with which an SSID has a password; undefined: nobody can tell whether it has one. */
  readonly passwordModes: readonly string[] | undefined;
  /** Fields of an SSID that are sent together, as far as they are declared: the product checks them as one. */
  readonly ssidTogether: readonly (readonly string[])[];
  /** Undefined: the list holds the SSIDs that are configured, and none can be emptied. */
  readonly emptySlot: EmptySlot | undefined;
  readonly netflowFields: FieldNames<"enabled" | "collectorIp" | "collectorPort">;
  /** What a new network is given besides what is declared. */
  readonly newNetwork: JsonObject;
  /** Behind the path of a device: what it reports of itself, where the product has it. */
  readonly deviceReports: Readonly<Partial<Record<DeviceReport, string>>>;
  /** What becomes of a redirect to another host: refused, or followed to one that the target's `hosts` list. */
  readonly redirects: "refused" | "listed";
  /** What shares the rate limit: everything at the origin, or each organization by itself. */
  readonly budget: "origin" | "organization";
}
