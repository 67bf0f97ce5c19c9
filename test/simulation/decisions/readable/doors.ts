/** A fictional product that shows its secrets. It has doors with a code and with users. */

import { kindFile } from "../../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../../src/catalog/schema/product.ts";
import { driversWith } from "../../../../src/drivers/index.ts";
import type { Address } from "../../../../src/model/address.ts";
import { isObject, type Json, type JsonObject } from "../../../../src/model/json.ts";
import type { Wire, WireReply } from "../../../../src/model/wire.ts";
import { revealed } from "../../../servers/scripted-wire.ts";
import { filesOf } from "../../declared.ts";
import { type Draw, maybe, pick } from "../../draw.ts";

type Reference = "A" | "B";

/** A secret of a door: what Git and base declare, what the server has, and what was recorded. */
export interface ShownSecret {
  readonly path: string;
  readonly desired: Reference | "-";
  readonly base: Reference | "-";
  /** What the server has: the value of reference A or B, another value, null, or a mask of stars. */
  readonly live: "A" | "B" | "somebody's" | "null" | "stars";
  readonly recorded: "same" | "other" | "nothing";
}

/** A door. */
export interface Door {
  readonly number: number;
  /** False if only the server has the door, and base does not. */
  readonly isInBase: boolean;
  /** True if somebody has changed the door's note, which is not a secret. */
  readonly isDrifted: boolean;
  readonly code: ShownSecret;
  /** The users of the door, in the order that Git declares. */
  readonly users: readonly ShownSecret[];
  /** True if the server has the users in the reverse order. */
  readonly isTurned: boolean;
}

/** The values of the references. */
export const texts: Readonly<Record<Reference, string>> = { A: "what A opens to", B: "what B opens to" };

/** Returns the name of a reference in files. */
export function referenceOf(reference: Reference): string {
  return `env:${reference}_PSK`;
}

/** Draws a door. */
export function doorOf(draw: Draw, number: number): Door {
  const isInBase = maybe(draw, 0.8);
  const secret = (path: string, isNeeded: boolean): ShownSecret => {
    const reference = () => pick<Reference | "-">(draw, isNeeded ? ["A", "B"] : ["A", "A", "B", "-"]);
    const desired = reference();
    const base = maybe(draw, 0.6) ? desired : reference();
    const live = pick<ShownSecret["live"]>(draw, [
      "A",
      "A",
      "B",
      "somebody's",
      "somebody's",
      "null",
      "stars",
    ]);
    return { path, desired, base, live, recorded: pick(draw, ["same", "same", "other", "nothing"]) };
  };
  const users = [0, 1].map((at) => secret(`/users/${at}/pass`, true));
  return {
    ...{ number, isInBase, isDrifted: maybe(draw, 0.2), code: secret("/code", false) },
    ...{ users, isTurned: maybe(draw, 0.5) },
  };
}

/** Returns all secrets of a door. */
export function secretsOf({ code, users }: Door): readonly ShownSecret[] {
  return [code, ...users];
}

/** Returns the address of a door. */
export function addressOf({ number }: Door): Address {
  return `safe/door/door-${number}`;
}

/** Returns the files of the desired state or of base. */
export function filesOn(doors: readonly Door[], side: "desired" | "base") {
  const there = doors.filter(({ isInBase }) => side === "desired" || isInBase);
  const said = (secret: ShownSecret) => {
    const reference = secret[side];
    return reference === "-" ? undefined : { secret: referenceOf(reference) };
  };
  const entries = there.map((door): readonly [string, JsonObject] => {
    const code = said(door.code);
    const users = door.users.map((one, at) => ({ user: `user-${at}`, pass: said(one) ?? null }));
    const own = { name: `Door ${door.number}`, note: "declared", users };
    return [`door-${door.number}`, { ...own, ...(code && { code }) }];
  });
  return filesOf([{ target: "safe", doors: Object.fromEntries(entries) }]);
}

/** The server of the doors. */
export class Safe {
  readonly #doors = new Map<string, JsonObject>();

  constructor(doors: readonly Door[]) {
    for (const door of doors) {
      const users = door.users.map((one, at) => ({ user: `user-${at}`, pass: textOf(one) }));
      this.#doors.set(`${door.number}`, {
        ...{ id: `${door.number}`, name: `Door ${door.number}`, pin: textOf(door.code) },
        ...{ note: door.isDrifted ? "changed by hand" : "declared" },
        users: door.isTurned ? users.toReversed() : users,
      });
    }
  }

  /** Returns the value that the server has for a secret. */
  at({ number }: Door, { path }: ShownSecret): Json | undefined {
    const record = this.#doors.get(`${number}`) ?? {};
    if (path === "/code") return record.pin;
    const users = Array.isArray(record.users) ? (record.users as readonly JsonObject[]) : [];
    return users.find(({ user }) => user === `user-${path.split("/")[2]}`)?.pass;
  }

  readonly wire: Wire = {
    send: async ({ method, url, body }): Promise<WireReply> => {
      const id = new URL(url).pathname.split("/")[2] ?? "";
      const sent: Json = JSON.parse(JSON.stringify(revealed(body) ?? {}));
      const was = this.#doors.get(id) ?? {};
      if (method !== "GET" && isObject(sent)) this.#doors.set(id, { ...was, ...sent });
      const said = method === "GET" ? [...this.#doors.values()] : {};
      const headers = { "content-type": "application/json" };
      return { outcome: "answered", status: 200, headers, text: JSON.stringify(said) };
    },
  };
}

function textOf({ live }: ShownSecret): string | null {
  if (live === "null") return null;
  if (live === "stars") return "********";
  return live === "A" || live === "B" ? texts[live] : "what somebody has set";
}

const product = productFile.parse({
  ...{ product: "safe", title: "Safe", interface: "servers", basePath: "" },
  authentication: { by: "basic" },
  limits: { requestsPerSecond: 50, concurrency: 4 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: "4xx", means: "refused" },
  ],
  checks: ["door"],
});
const secret = { type: "string", secret: "shown" } as const;
const door = kindFile.parse({
  ...{ kind: "door", title: "door", section: "doors", form: "collection", id: "id", list: "/doors" },
  ...{ create: "POST /doors", update: "PUT /doors/{id}", source: "made up", verified: "assumed" },
  fields: {
    ...{ name: { type: "string" }, note: { type: "string" }, code: { ...secret, wire: "pin" } },
    users: {
      ...{ type: "array", identity: ["user"] },
      items: { type: "object", properties: { user: { type: "string" }, pass: secret } },
    },
  },
});

/** The drivers, and the driver of the fictional product. */
export const drivers = driversWith({
  names: [{ product: "safe", interface: "servers" }],
  read: () => ({ product, kinds: [door] }),
});

/** The project file for the fictional product. */
export const project = `version: 1
environment: virtual
targets:
  safe:
    interface: servers
    dialect: safe
    url: https://safe.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
secrets: { allow: ["env:*_PSK"] }
`;
