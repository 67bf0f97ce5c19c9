/** The collections of a simulated Webex: the schemas of their bodies, and the filters of their lists. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";

/** A collection. Its paths are below `/v1`. */
export interface WebexCollection {
  readonly path: string;
  readonly create: z.ZodType;
  readonly update: z.ZodType;
  /** Query parameters that filter the list by the field with the same name. */
  readonly selects: readonly string[];
  /** The parameter without which the list is empty. If absent, there is no such parameter. */
  readonly needed?: string;
  /** The fields that must be unique. If absent, there are no such fields. */
  readonly once?: readonly string[];
  /** The defaults of a record. */
  readonly standard: JsonObject;
  /**
   * The collection of a record's parent, and the field that names the parent. A record is removed with its parent. If
   * absent, records have no parent.
   */
  readonly within?: { readonly path: string; readonly field: string };
}

const text = z.string().min(1);
const flags = {
  isLocked: z.boolean().exactOptional(),
  isPublic: z.boolean().exactOptional(),
  isAnnouncementOnly: z.boolean().exactOptional(),
};
const room = {
  title: text,
  classificationId: text.exactOptional(),
  description: z.string().exactOptional(),
  ...flags,
};
const person = {
  personEmail: z.email().exactOptional(),
  personId: text.exactOptional(),
  isModerator: z.boolean().exactOptional(),
};
const membership = z.strictObject({ isModerator: z.boolean(), isRoomHidden: z.boolean().exactOptional() });
const team = z.strictObject({ name: text, description: z.string().exactOptional() });
const hook = {
  name: text,
  targetUrl: z.url(),
  secret: text.exactOptional(),
  ownedBy: z.enum(["creator", "org"]).exactOptional(),
};

/** All Webex collections. */
export const webexCollections: readonly WebexCollection[] = [
  {
    path: "rooms",
    create: z.strictObject({ ...room, teamId: text.exactOptional() }),
    update: z.strictObject({
      ...room,
      isReadOnly: z.boolean().exactOptional(),
      teamId: text.exactOptional(),
    }),
    selects: ["teamId", "type"],
    within: { path: "teams", field: "teamId" },
    standard: { type: "group", isLocked: false, isPublic: false, isAnnouncementOnly: false },
  },
  {
    path: "memberships",
    create: z.strictObject({ ...person, roomId: text }),
    update: membership,
    selects: ["roomId", "personEmail"],
    needed: "roomId",
    once: ["roomId", "personEmail"],
    standard: { isModerator: false },
    within: { path: "rooms", field: "roomId" },
  },
  { path: "teams", create: team, update: team, selects: [], standard: {} },
  {
    path: "team/memberships",
    create: z.strictObject({ ...person, teamId: text }),
    update: z.strictObject({ isModerator: z.boolean() }),
    selects: ["teamId"],
    needed: "teamId",
    once: ["teamId", "personEmail"],
    standard: { isModerator: false },
    within: { path: "teams", field: "teamId" },
  },
  {
    path: "webhooks",
    create: z.strictObject({ ...hook, resource: text, event: text, filter: text.exactOptional() }),
    update: z.strictObject({ ...hook, status: z.enum(["active", "inactive"]).exactOptional() }),
    selects: [],
    standard: { status: "active", ownedBy: "creator" },
  },
];

/** Returns the records that are removed with a record: its children, and the children's children. */
export function goneWith(records: readonly WebexRecord[], gone: WebexRecord): readonly WebexRecord[] {
  const inside = records.filter((each) => {
    const { within } = webexCollections.find(({ path }) => path === each.path) ?? {};
    return within?.path === gone.path && each.value[within.field] === gone.value.id;
  });
  return [gone, ...inside.flatMap((each) => goneWith(records, each))];
}

/** A record, and the path of its collection. */
export interface WebexRecord {
  readonly path: string;
  readonly value: JsonObject;
}
