/** The Webex API, version 1. Facts that no document confirms are marked in docs/dialects.md. */

import type { MessagingDialect } from "./dialect.ts";

/** Webex: memberships are a list of their own, lists stand in an envelope, and messages can be posted. */
export const webex: MessagingDialect = {
  name: "webex",
  basePath: "/v1",
  tokenPath: "/v1/access_token",
  scope: undefined,
  paths: {
    rooms: "/rooms",
    room: "/rooms/{roomId}",
    members: "/memberships",
    member: "/memberships/{memberId}",
  },
  methods: { updateRoom: "PUT", updateMember: "PUT" },
  queries: { rooms: "?type=group&max=100", members: "?roomId={roomId}&max=100" },
  roomField: "roomId",
  itemsField: "items",
  roomFields: { id: "id", name: "title" },
  memberFields: { id: "id", email: "personEmail", moderator: "isModerator" },
  messagePath: "/messages",
  messageFields: { roomId: "roomId", text: "markdown" },
  limits: { requestsPerSecond: 5, concurrency: 2 },
  operations: {
    room: { read: "shown", create: "shown", update: "shown", remove: "shown" },
    member: { read: "shown", create: "shown", update: "shown", remove: "shown" },
  },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 401, means: "refused" },
    { status: 403, means: "refused" },
    { status: 404, method: "PUT", means: "conflict" },
    { status: 404, method: "DELETE", means: "conflict" },
    { status: 409, means: "contended" },
    { status: 423, means: { busy: "locked" } },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
