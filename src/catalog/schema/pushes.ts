/** Catalog keys for pushing changed templates and similar objects to devices. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";
import { task } from "./tasks.ts";

const field = z.string().min(1).max(256);
const body = z.record(field, z.json());

/**
 * How an update is pushed to the affected devices. The devices are listed and read; then one request pushes to all of
 * them.
 */
export const pushes = z.strictObject({
  at: field.describe(
    "The field of an update's answer that holds the affected ids. Paths name one affected id as `{push}`.",
  ),
  members: z
    .strictObject({
      path: path.describe("The path that lists the devices of one affected id, by GET."),
      items: field.exactOptional().describe("The field that holds the records. Default: the answer."),
      id: field.describe("The field of a record that holds the device's id."),
    })
    .describe("The devices that use the object."),
  asks: z
    .strictObject({
      path: path.describe("The path, for POST."),
      body: body.describe("The body: `{ids}` is the list of the devices of one affected id."),
      rows: field.describe("The field of the answer that holds the input of each device."),
    })
    .describe("The request that fetches the values of each device, which the push must send along."),
  send: z
    .strictObject({
      path: path.describe("The path, for POST."),
      into: field.describe("The field of the body that holds one object for each affected id."),
      with: body.describe("The object for one affected id: `{rows}` is the input of its devices."),
    })
    .describe("The request that pushes to the devices."),
  task: task.describe("The task that the product creates for the push."),
});
