/**
 * The simulator's modes answer like the products: with the same status, and with the same members of the same types.
 */

import { describe, expect, test } from "vitest";
import { isArray, isObject, type Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { respond } from "../../src/simulator/respond.ts";
import { readJson } from "../../src/simulator/wire/json-text.ts";
import type { ModeSettings } from "../../src/simulator/wire/mode-settings.ts";
import type { InterfaceName } from "../../src/simulator/wire/served-names.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { request } from "../simulator/asked.ts";
import recorded from "./answers/exchanges.json" with { type: "json" };

/** A request, and a product's answer. */
interface Exchange {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly status: number;
  readonly answer: Json;
}

/** Sends a request to a mode with these headers. Returns the mode's answer. */
type Ask = (line: string, headers: Readonly<Record<string, string>>, body?: Json | string) => Answered;

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly json: Json;
  readonly text: string;
}

function mode(of: InterfaceName, modes: Partial<ModeSettings>): Ask {
  let held: World = createWorld({}, modes);
  return (line, headers, body = null) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const done = respond(held, { ...request(of, line), headers, body: text }, 0);
    held = done.world;
    const read = readJson(done.reply.body);
    return { ...done.reply, text: done.reply.body, json: "value" in read ? read.value : null };
  };
}

/** Returns every member of a value by its path, with its type. All elements of a list have the same path. */
function shapeOf(value: Json, path = ""): readonly string[] {
  if (isArray(value)) return [`${path}: list`, ...value.flatMap((each) => shapeOf(each, `${path}/*`))];
  if (!isObject(value)) return [`${path}: ${value === null ? "null" : typeof value}`];
  return [
    `${path}: map`,
    ...Object.entries(value).flatMap(([name, member]) => shapeOf(member, `${path}/${name}`)),
  ];
}

/**
 * Members that the current reference has, but the recordings of 2020 lack. Since 2022, rooms can be public or only for
 * announcements.
 */
const since = ["a room: /isPublic: boolean", "a room: /isAnnouncementOnly: boolean"];

/** The products, each with its recorded exchanges and a way to send authorized requests to its mode. */
const products: readonly {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  readonly asks: () => (exchange: Exchange) => Answered;
}[] = [
  {
    name: "FMC",
    exchanges: recorded.fmc,
    asks: () => {
      const ask = mode("firewall", { firewallMode: "fmc" });
      const person = btoa("simulated-firewall-user:simulated-firewall-password");
      const login = ask("POST /api/fmc_platform/v1/auth/generatetoken", { authorization: `Basic ${person}` });
      const access = String(login.headers["x-auth-access-token"]);
      const domain = String(login.headers.domain_uuid);
      return ({ method, path, body }) =>
        ask(`${method} ${path.replace("{domain}", domain)}`, { "x-auth-access-token": access }, body);
    },
  },
  {
    name: "Webex",
    exchanges: recorded.webex,
    asks: () => {
      const ask = mode("messaging", { messagingMode: "webex" });
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const client = "client_id=simulated-messaging-client&client_secret=simulated-messaging-secret";
      const { json } = ask("POST /v1/access_token", form, `grant_type=client_credentials&${client}`);
      const headers = { authorization: `Bearer ${String(at(json, "/access_token"))}` };
      return ({ method, path, body }) => ask(`${method} ${path}`, headers, body);
    },
  },
  {
    name: "vManage",
    exchanges: recorded.vmanage,
    asks: () => {
      const ask = mode("sdwan", { sdwanMode: "vmanage" });
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const login = ask(
        "POST /j_security_check",
        form,
        "j_username=simulated-sdwan-user&j_password=simulated-sdwan-password",
      );
      const cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
      const token = ask("GET /dataservice/client/token", { cookie });
      return ({ method, path, body }) =>
        ask(`${method} ${path}`, { cookie, "x-xsrf-token": token.text }, body);
    },
  },
  {
    name: "APIC",
    exchanges: recorded.apic,
    asks: () => {
      const ask = mode("fabric", { fabricMode: "apic" });
      const person = { aaaUser: { attributes: { name: "simulated-user", pwd: "simulated-password" } } };
      const login = ask("POST /api/aaaLogin.json", {}, person);
      const cookie = `APIC-cookie=${String(at(login.json, "/imdata/0/aaaLogin/attributes/token"))}`;
      return ({ name, method, path, body }) =>
        ask(`${method} ${path}`, { cookie }, name === "a login" ? person : body);
    },
  },
];

describe.each(products)("$name", ({ exchanges, asks }) => {
  test("statuses and members are those of the product", () => {
    const ask = asks();
    const differing = exchanges.flatMap((exchange) => {
      const { status, json } = ask(exchange);
      const known = new Set(shapeOf(exchange.answer));
      const others = shapeOf(json).filter((each) => !known.has(each));
      return [
        ...(status === exchange.status ? [] : [`${exchange.name}: ${status} instead of ${exchange.status}`]),
        ...others.map((each) => `${exchange.name}: ${each}`),
      ];
    });
    expect(differing.filter((each) => !since.includes(each))).toEqual([]);
  });
});
