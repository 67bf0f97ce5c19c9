/** The messaging interface as the specification has it; what it leaves open is in docs/open-points.md. */

import type { MessagingDialect } from "./dialect.ts";

/** The specification's dialect. */
export const neutral: MessagingDialect = {
  name: "neutral",
  basePath: "",
  tokenPath: "/oauth/token",
  scope: undefined,
  paths: {
    rooms: "/rooms",
    room: "/rooms/{roomId}",
    members: "/rooms/{roomId}/members",
    member: "/rooms/{roomId}/members/{memberId}",
  },
  methods: { updateRoom: "PUT", updateMember: "PUT" },
  queries: { rooms: "", members: "" },
  roomField: undefined,
  roomFields: { id: "id", name: "name" },
  memberFields: { id: "id", email: "email", moderator: "moderator" },
  messagePath: undefined,
  messageFields: { roomId: "roomId", text: "text" },
  limits: { requestsPerSecond: 10, concurrency: 4 },
  operations: {
    room: { read: "assumed", create: "shown", update: "assumed", remove: "assumed" },
    member: { read: "assumed", create: "assumed", update: "assumed", remove: "assumed" },
  },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 401, means: "refused" },
    { status: 403, means: "refused" },
    { status: 404, method: "PUT", means: "conflict" },
    { status: 404, method: "DELETE", means: "conflict" },
    { status: 409, means: "contended" },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
