/** Copies what runs on a device to what it starts with (RFC 6241, 8.7), or has IOS-XE do so. */

import type { Reply } from "../../../../model/reply.ts";
import type { Fleet } from "../fleet.ts";
import { offers } from "../hello.ts";
import { meaningOf } from "../replies.ts";
import { copyToStartupText, saveConfigText } from "../rpcs.ts";

const ciscoModule = "cisco-ia";

/** What came of it. A device with neither keeps what runs: nothing is sent to it. */
export async function saveDevice(fleet: Fleet, host: string, signal: AbortSignal): Promise<Reply> {
  const device = await fleet.deviceAt(host, signal);
  if ("problem" in device) return device.reply;
  const { hello, modules } = device;
  const isOwn = modules.isAnnounced(ciscoModule);
  if (!isOwn && !offers(hello, "startup:1.0")) return { meaning: "accepted" };
  const [rpc, text] = isOwn ? ["save-config", saveConfigText] : ["copy-config", copyToStartupText];
  const request = fleet.request(host, "POST", text);
  return meaningOf(fleet.exchange, { rpc, request }, await fleet.send(host, request, signal));
}
