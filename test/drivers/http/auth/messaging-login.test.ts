/** How a messaging client authenticates: with a token that is renewed, or with a user name and a password. */

import { describe, expect, test } from "vitest";
import { fetchWire } from "../../../servers/scripted-wire.ts";
import { offline, prepared } from "../../nocked.ts";
import { calm, opened } from "../../opened.ts";

offline();

const typed = { "content-type": "application/json" };
const origin = "https://messaging.example.net";
const rooms = { collection: "rooms", scope: {}, wanted: [] };
const client = { clientId: "client", clientSecret: "client-canary" };

const products = [
  { dialect: "neutral", tokenPath: "/oauth/token", list: "/rooms", empty: [] },
  {
    ...{ dialect: "webex", tokenPath: "/v1/access_token" },
    ...{ list: "/v1/rooms?type=group&max=100", empty: { items: [] } },
  },
];

const token = (path: string, access_token: string, more = {}) => ({
  method: "POST" as const,
  path,
  body: { access_token, token_type: "Bearer", expires_in: 3600, ...more },
  headers: typed,
});

const form = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body));

describe.each(products)(
  "the token of a client in the dialect $dialect",
  ({ dialect, tokenPath, list, empty }) => {
    const get = (status = 200) => ({
      method: "GET" as const,
      path: list,
      status,
      body: status === 200 ? empty : {},
    });

    test("is asked for by the refresh token, and once more when it is refused: by the one that took its place", async () => {
      const arrived = prepared(origin, [
        token(tokenPath, "first", { refresh_token: "second-refresh" }),
        get(),
        get(401),
        token(tokenPath, "second"),
        get(),
      ]);
      const credential = { ...client, refreshToken: "refresh" };
      const talk = opened("messaging", fetchWire, { dialect, credential });
      expect(await talk.read(rooms, calm)).toMatchObject({ items: [] });
      expect(await talk.read(rooms, calm)).toMatchObject({ items: [] });
      expect(form(arrived[0]?.body)).toEqual({
        ...{ grant_type: "refresh_token", refresh_token: "refresh-canary-9" },
        ...{ client_id: "client", client_secret: "client-canary" },
      });
      expect(form(arrived[3]?.body).refresh_token).toBe("second-refresh");
      expect(arrived.map(({ headers }) => headers.authorization)).toEqual([
        ...[undefined, "Bearer first", "Bearer first", undefined, "Bearer second"],
      ]);
    });

    test("that the server grants no more, leaves the rooms unknown and says why", async () => {
      prepared(origin, [
        { method: "POST", path: tokenPath, status: 400, body: { error: "invalid_grant" }, headers: typed },
      ]);
      const credential = { ...client, refreshToken: "refresh" };
      const read = await opened("messaging", fetchWire, { dialect, credential }).read(rooms, calm);
      expect(read).toMatchObject({
        state: "unknown",
        problem: { message: expect.stringContaining("400: invalid_grant") },
      });
    });

    test("is asked for with the user's name and password where the credential has them", async () => {
      const arrived = prepared(origin, [token(tokenPath, "user-token"), get()]);
      const credential = { ...client, username: "ann", password: "pass-canary" };
      const talk = opened("messaging", fetchWire, { dialect, credential });
      expect(await talk.read(rooms, calm)).toMatchObject({ items: [] });
      expect(form(arrived[0]?.body)).toEqual({
        ...{ grant_type: "password", username: "ann", password: "pass-canary" },
        ...{ client_id: "client", client_secret: "client-canary" },
      });
      expect(arrived[1]?.headers.authorization).toBe("Bearer user-token");
    });
  },
);
