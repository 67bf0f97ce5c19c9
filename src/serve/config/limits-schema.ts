/** The schema of `limits` in `serve.yaml`. */

import { z } from "zod";

const whole = (least: number, most: number) => z.int().min(least).max(most).exactOptional();

/** The limits on clients. */
export const limitsSchema = z
  .strictObject({
    connections: whole(10, 100_000).describe("Simultaneous connections. Default: 1000."),
    connectionsPerAddress: whole(1, 100_000).describe(
      "Simultaneous connections per address, except for proxies. Default: 100.",
    ),
    requestsPerMinute: whole(1, 1_000_000).describe("Requests per address, and per viewer. Default: 600."),
    failuresPerMinute: whole(1, 10_000).describe(
      "Requests with refused credentials per minute and address. Default: 20.",
    ),
    bodyKilobytes: whole(1, 16_384).describe("The maximum size of a request body. Default: 256."),
    webhookKilobytes: whole(1, 32_768).describe("The maximum size of a webhook's body. Default: 4096."),
    requestSeconds: whole(1, 600).describe("How long a request may take to arrive. Default: 30."),
    auditMegabytes: whole(1, 10_000).describe(
      "The maximum size of the audit file and its predecessor together. Default: 100.",
    ),
  })
  .describe("Limits on clients.");
