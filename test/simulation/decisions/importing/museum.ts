/** A fictional product for imports: halls contain cases with short ids, and labels refer to cases. */

import { kindFile } from "../../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../../src/catalog/schema/product.ts";
import { driversWith } from "../../../../src/drivers/index.ts";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import type { Wire } from "../../../../src/model/wire.ts";

/** How a hall or a case looks. If undefined, the value is not set. */
export interface Look {
  readonly light?: number | undefined;
  readonly color?: string | undefined;
}

/** A hall. Ids are numbers from 1. */
export interface Hall {
  readonly name: string;
  readonly look: Look | undefined;
  readonly cases: readonly Case[];
}

/** A case in a hall, numbered from 1 in each hall. */
export interface Case {
  readonly name: string;
  readonly look: Look | undefined;
  /** True if the case has a lock with a code. */
  readonly isLocked: boolean;
}

/** A label that refers to a case by number. */
export interface Label {
  readonly name: string;
  readonly caseId: string;
  /**
   * The number of the hall that contains the label; undefined if no hall does. A label in a hall refers to a case in
   * the same hall.
   */
  readonly hall: number | undefined;
}

/** The whole museum. */
export interface Museum {
  readonly halls: readonly Hall[];
  readonly labels: readonly Label[];
}

/** Returns a wire to the museum. */
export function wireOf({ halls, labels }: Museum): Wire {
  const bodyAt = (path: string): Json | undefined => {
    const [, section, id, inner] = path.split("/");
    const number = Number(id) - 1;
    const labelsOf = (hall: number | undefined) =>
      labels.flatMap((one, at) =>
        one.hall === hall ? [{ id: `${at + 100}`, name: one.name, case: one.caseId }] : [],
      );
    if (section === "labels") return labelsOf(undefined);
    if (section !== "halls") return undefined;
    if (id === undefined)
      return halls.map(({ name, look }, at) => ({ id: `${at + 1}`, name, ...shown(look) }));
    const hall = halls[number];
    if (inner === "notes") return labelsOf(number);
    return hall?.cases.map(({ name, look, isLocked }, at) => {
      return { id: `${at + 1}`, name, ...shown(look), mode: isLocked ? "locked" : "open" };
    });
  };
  return {
    send: async ({ url }) => {
      const body = bodyAt(new URL(url).pathname);
      const headers = { "content-type": "application/json" };
      const text = JSON.stringify(body ?? {});
      return { outcome: "answered", status: body === undefined ? 404 : 200, headers, text };
    },
  };
}

function shown(look: Look | undefined): JsonObject {
  if (!look) return {};
  const { light, color } = look;
  return { look: { ...(light !== undefined && { light }), ...(color !== undefined && { color }) } };
}

const product = productFile.parse({
  ...{ product: "museum", title: "Museum", interface: "servers", basePath: "" },
  authentication: { by: "basic" },
  limits: { requestsPerSecond: 50, concurrency: 4 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: "4xx", means: "refused" },
  ],
  checks: ["hall"],
});
const name = { type: "string" } as const;
const look = {
  type: "object",
  properties: { light: { type: "integer" }, color: { type: "string" } },
} as const;
const made = { source: "made up", verified: "assumed" } as const;
const collection = (kind: string, path: string, more: object) => ({
  ...{ kind, title: kind, section: `${kind}s`, form: "collection", id: "id", list: path },
  ...{ create: `POST ${path}`, update: `PUT ${path}/{id}`, ...made, ...more },
});
const named = { type: "string", refersTo: "case" } as const;
const kinds = [
  collection("hall", "/halls", { fields: { name, look } }),
  collection("case", "/halls/{hall}/cases", {
    in: "hall",
    fields: {
      ...{ name, look, mode: { type: "string" } },
      code: { type: "string", secret: "hidden", shownIf: { mode: "locked" } },
    },
  }),
  collection("note", "/halls/{hall}/notes", { in: "hall", fields: { name, case: named } }),
  collection("label", "/labels", { fields: { name, case: named } }),
].map((each) => kindFile.parse(each));

/** The drivers, and the driver of the fictional product. */
export const drivers = driversWith({
  names: [{ product: "museum", interface: "servers" }],
  read: () => ({ product, kinds }),
});

/** The project file for the fictional product. */
export const project = `version: 1
environment: virtual
targets:
  museum:
    interface: servers
    dialect: museum
    url: https://museum.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
secrets: { allow: ["env:*"] }
`;
