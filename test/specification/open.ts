/** What is known to fail, by test file and row. Whoever mends one takes it out: a test asserts that it still fails. */

import { openPages } from "./open-pages.ts";
import type { OpenRow } from "./open-row.ts";

const none: readonly OpenRow[] = [];

/** Everything that fails today. */
export const open = {
  pages: openPages,
  import: [
    {
      item: 1,
      today: "two of five devices are imported, exit status 0, nothing is said",
      rows: ["controller, _links.next.href"],
    },
  ],
  netconf: [
    {
      item: 6,
      today: "get-config is sent, and refused: operation-not-supported, all is unknown",
      rows: ["is read with <get>", "a device that serves <get> alone is read"],
    },
    {
      item: 6,
      today:
        "with-defaults is never asked for: what is trimmed counts as absent, and is created or updated in every plan",
      rows: [
        "trim, and report-all on demand: a declared default is as declared",
        "trim without another mode: a declared default is not taken for absent",
        "trim without another mode: one of two leaves at its default is not taken for absent",
      ],
    },
  ],
  fabric: [
    {
      item: 7,
      today: "an object of another class at the path is overwritten: POST of fvCtx where fvBD is",
      rows: ["a managed object of another class than the declared one"],
    },
    {
      item: 7,
      today: "the name in the answer is not looked at: the other object is as declared, or updated by POST",
      rows: [
        "a fabric that ignores case and answers with another tenant",
        "a fabric that ignores case, and the other tenant is as declared",
        "a fabric that ignores case and answers with another managed object",
      ],
    },
  ],
  restconf: [
    {
      item: 2,
      today:
        "GET .../Vendor-native:native alone is asked for: no-tree or refused, and all of the device is unknown",
      rows: [
        "an interface by its name alone, 404 for all else",
        "an interface by its name alone, 405 for all else",
        "an interface by its name alone is changed",
        "interface and hostname by their resources alone",
        "an interface that its own resource does not have",
      ],
    },
  ],
  readiness: [
    {
      item: 3,
      today: "refused at once: the step fails, and the SSID is sent once",
      rows: [
        'dialect meraki, "The network is not yet ready"',
        '"The network is not yet ready" in errors',
        '"This network isn\'t ready" in errors',
        '"This network isn’t ready yet" in errors',
        '"NETWORK_NOT_READY" in errors',
        '"network-not-ready" in errors',
        '"The network is not  ready" in errors',
        '"Network n1 is not yet ready for configuration, try again later" in errors',
        "as a code alone",
      ],
    },
  ],
  retryAfter: [
    {
      item: 5,
      today:
        'a Retry-After over 300 s is cut to 300 s: asked again too early, twice; then "answered 429" without a time',
      rows: ["600 seconds", "a year", "two hours, what it costs is said at once"],
    },
    {
      item: 5,
      today: "a date without a Date header is overlooked: the wait is the backoff's second",
      rows: ["a date in 280 seconds without a Date header"],
    },
  ],
  rates: none,
  requests: none,
  answers: none,
  adds: [
    {
      item: 11,
      today: 'applied, then not as declared: "live (not set) (likely cause: not readable)"; exit 3',
      rows: [
        "202 with a task, visible 12 seconds later",
        "201 with the record, visible 12 seconds later",
        "202, and not visible for an hour",
      ],
    },
  ],
  tokens: [
    {
      item: 11,
      today: "no-token: oauth4webapi wants status 200 and a token_type",
      rows: [
        "messaging, an answer without token_type",
        "messaging, an answer with status 201",
        "messaging, an answer with status 201 and without token_type",
        "servers, an answer without token_type",
        "servers, an answer with status 201",
        "servers, an answer with status 201 and without token_type",
        "firewall, an answer without token_type",
        "firewall, an answer with status 201",
        "firewall, an answer with status 201 and without token_type",
      ],
    },
  ],
  login: [
    {
      item: 4,
      today: "no-refresh-token: the access token that was given is thrown away",
      rows: ["an access token alone, with its expiry", "an access token alone, and nothing of its expiry"],
    },
    {
      item: 11,
      today: "login-refused or no-token: oauth4webapi wants status 200 and a token_type",
      rows: ["an answer without token_type", "an answer with status 201"],
    },
  ],
  check: [
    {
      item: 12,
      today: "one list of the target is read, and all is allowed",
      rows: [
        "a key that may not read SSIDs",
        "a key that may not read networks",
        "a key that may not read devices",
        "a client that may not read members",
      ],
    },
  ],
  settings: [
    {
      item: 4,
      today: "unknown-field: no `token` in this credential",
      rows: ["controller: credential token", "servers: credential token", "firewall: credential token"],
    },
    {
      item: 11,
      today: "unknown-field: servers take client credentials only",
      rows: [
        "servers: credential clientId and clientSecret and refreshToken",
        "servers: credential clientId and clientSecret and username and password",
      ],
    },
    {
      item: 2,
      today: "unknown-field: restconf has no `read`",
      rows: [
        'restconf: settings {"read":"container"}',
        'restconf: settings {"read":"resource"}',
        'restconf: settings {"read":"auto"}',
      ],
    },
    {
      item: 3,
      today: "wrong-type: notReady is one text",
      rows: ['dashboard: settings {"notReady":["not ready","provisioning"]}'],
    },
    {
      item: 5,
      today: "unknown-field: limits has no `retryAfterMaxSeconds`",
      rows: ["any: limits.retryAfterMaxSeconds"],
    },
    {
      item: 11,
      today:
        "unknown-field: what X-Page-Total-Count counts, and under which field devices stand, cannot be said",
      rows: ['controller: settings {"devicesField":"devices"}', 'controller: settings {"totalCount":"page"}'],
    },
    {
      item: 10,
      today: "unknown-field: the assumption cannot be replaced (the names in these rows are proposals)",
      rows: [
        'dashboard: settings {"paths":{"ssids":"/networks/{networkId}/ssids"}}',
        'dashboard: settings {"paths":{"createNetwork":"/networks"}}',
        'dashboard: settings {"deviceFields":{"serial":"serialNumber"}}',
        'dashboard: settings {"organizationFields":{"name":"title"}}',
        'controller: settings {"addPath":"/ctl/intent/api/v1/devices"}',
        'servers: settings {"profilesPath":"/api/v1/profiles"}',
        'servers: settings {"profileFields":{"serial":"sn"}}',
        'messaging: settings {"roomFields":{"name":"title"}}',
        'messaging: settings {"memberFields":{"email":"personEmail"}}',
        'messaging: settings {"paths":{"rooms":"/v1/rooms"}}',
        'messaging: settings {"itemsField":"items"}',
        'sdwan: settings {"itemsField":"data"}',
        'firewall: settings {"itemsField":"items"}',
        'sdwan: settings {"deviceFields":{"serial":"uuid"}}',
      ],
    },
  ],
  health: [
    {
      item: 9,
      today: 'list-moved: "changed while it was read, twice"',
      rows: ["20 of 150, and no next page"],
    },
    {
      item: 8,
      today: "list-moved: identical records count as a list that changed, and no site is shown",
      rows: ["two identical records", "two identical records on two pages"],
    },
  ],
  gates: [
    {
      item: 8,
      today: "health of all sites is unknown, and the change is held",
      rows: ["two identical site records that are well hold nothing back"],
    },
  ],
} satisfies Record<string, readonly OpenRow[]>;
