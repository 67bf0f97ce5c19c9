/** Reads the wanted parts of a device's tree with a single filter. */

import { type Problem, problem } from "../../../model/problem.ts";
import type { ReadReply, ReadRequest } from "../../contract/contract.ts";
import { unkept } from "../../http/replies/replies.ts";
import { displacedAround } from "../device/choices/around.ts";
import type { DeviceTree } from "../device/items.ts";
import { declaredDefaults } from "../device/model-values.ts";
import { noteSecrets } from "../device/secrets/noted-secrets.ts";
import { unknownModule } from "./edits/edit-content.ts";
import {
  answersTo,
  contradicts,
  type DeviceRead,
  doubtIn,
  filterOf,
  isKnown,
  itemsIn,
  treeIn,
  widerThan,
} from "./filtered-read.ts";
import type { Fleet } from "./fleet.ts";
import { childOf, offers } from "./hello.ts";
import { completed } from "./left-out-defaults.ts";
import { answerIn, notServed, unreadableReply } from "./replies.ts";
import { readRpcText } from "./rpcs.ts";
import { modulesNamed } from "./tree-parts.ts";
import type { XmlElement } from "./xml.ts";

type Data = { readonly data: XmlElement } | { readonly problem: Problem };

/**
 * Reads the wanted parts of a device. Unless the reply is complete and proven, the result is unknown. Parts of modules
 * that the device does not announce are left out with a warning, if the request allows it.
 */
export async function readDevice(
  fleet: Fleet,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadReply> {
  const host = request.scope.host ?? "";
  if (!request.wanted.some(({ ifAnnounced }) => ifAnnounced)) return readWanted(fleet, request, signal);
  const moduleOf = (one: Wanted) => modulesNamed(fleet.dialect, one)[0] ?? "";
  const device = await fleet.deviceAt(host, signal, request.wanted.map(moduleOf));
  if ("problem" in device) return { state: "unknown", problem: device.problem };
  const isLacking = (one: Wanted) =>
    one.ifAnnounced === true && device.modules.namespaceOf(moduleOf(one)) === undefined;
  const lacking = request.wanted.filter(isLacking);
  const wanted = request.wanted.filter((one) => !isLacking(one));
  if (wanted.length === 0 || lacking.length === 0) return readWanted(fleet, request, signal);
  const read = await readWanted(fleet, { ...request, wanted }, signal);
  const { target } = fleet.exchange;
  const left = lacking.map((one): Problem => {
    const { message, hint } = unknownModule(`${target}: ${host}`, moduleOf(one));
    return problem("unknown-module", message, { hint, severity: "warning" });
  });
  return read.state === "whole" ? { ...read, warnings: [...(read.warnings ?? []), ...left] } : read;
}

type Wanted = ReadRequest["wanted"][number];

async function readWanted(fleet: Fleet, request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
  const host = request.scope.host ?? "";
  const { dialect } = fleet;
  const named = request.wanted.flatMap((one) =>
    [undefined, ...(one.declared ?? [])].flatMap((desired) => modulesNamed(dialect, { ...one, desired })),
  );
  const device = await fleet.deviceAt(host, signal, named);
  if ("problem" in device) return { state: "unknown", problem: device.problem };
  const xpath = dialect.filter === "xpath" && offers(device.hello, "xpath:1.0");
  const { wanted } = request;
  const isMixed = wanted.length > 0 && !wanted.some(({ exclusive }) => exclusive);
  const { modules, hello } = device;
  const of = { dialect, modules, host, wanted, xpath, defaults: hello.defaults };
  if (isMixed) return readBy(fleet, { ...of, operation: dialect.read }, signal);
  if (fleet.showsState.has(host)) return readBy(fleet, { ...of, operation: "get" }, signal);
  const read = await readBy(fleet, { ...of, operation: "get-config" }, signal);
  if (dialect.read !== "get" || read.state !== "unknown" || read.problem.code !== notServed) return read;
  const isFirst = fleet.showsState.size === 0;
  fleet.showsState.add(host);
  const all = await readBy(fleet, { ...of, operation: "get" }, signal);
  return all.state === "whole" && isFirst ? { ...all, warnings: [withState(fleet.exchange.target)] } : all;
}

async function readBy(fleet: Fleet, reading: DeviceRead, signal: AbortSignal): Promise<ReadReply> {
  const came = await provenData(fleet, reading, signal);
  if ("problem" in came) return { state: "unknown", problem: came.problem };
  return itemsOf(fleet, reading, { data: came.data, signal });
}

function withState(target: string): Problem {
  const message =
    `${target}: some devices do not support <get-config>, so trueup reads their configuration together ` +
    "with state data.";
  const hint =
    "List the paths of state data in settings.readOnly of the target. Otherwise an import contains " +
    "state data, which then counts as undeclared.";
  return problem("read-with-state", message, { hint, severity: "warning" });
}

/** Returns the items in a reply. A requested item that is missing is absent only if a wider read lacks it too. */
async function itemsOf(
  fleet: Fleet,
  reading: DeviceRead,
  { data, signal }: { readonly data: XmlElement; readonly signal: AbortSignal },
): Promise<ReadReply> {
  const tree = treeIn(reading, data);
  noteSecrets(fleet.live, fleet.dialect, tree);
  const whole = await withDefaults(fleet, reading, { tree, signal });
  if ("problem" in whole) return { state: "unknown", problem: whole.problem };
  const read = itemsIn(reading, whole.tree);
  if ("doubt" in read) return doubtful(fleet, reading, read.doubt);
  const { items, missing } = read;
  const wider = widerThan(reading, missing);
  const doubt = wider.length > 0 ? undefined : doubtIn(reading, { missing, data });
  if (doubt !== undefined) return doubtful(fleet, reading, doubt);
  const asked = new Set(wider.length > 0 ? missing.map(({ kind, identity }) => `${kind} ${identity}`) : []);
  const all = items.filter(({ kind, identity }) => !asked.has(`${kind} ${identity}`));
  let requests = whole.isAskedTwice ? 2 : 1;
  for (const each of wider) {
    const came = await dataOf(fleet, each, signal);
    if ("problem" in came) return { state: "unknown", problem: came.problem };
    if (contradicts({ reading, missing }, each, came.data)) return doubtful(fleet, each, forgotten);
    const more = await itemsOf(fleet, each, { data: came.data, signal });
    if (more.state !== "whole") return more;
    all.push(...more.items);
    requests += more.requests ?? 1;
  }
  const { dialect, host, wide } = reading;
  const around = wide ? [] : displacedAround(dialect, whole.tree, { host, missing });
  return {
    state: "whole",
    items: all,
    ...(around.length > 0 && { around }),
    ...(requests > 1 && { requests }),
  };
}

const forgotten = "lacks values that the previous reply contained";

/**
 * Returns the tree, completed with declared leaves that the device omits because they have their default. The defaults
 * come from the modules and settings. If a default is missing there, the device is asked to report all defaults.
 */
async function withDefaults(
  fleet: Fleet,
  reading: DeviceRead,
  { tree, signal }: { readonly tree: DeviceTree; readonly signal: AbortSignal },
): Promise<{ readonly tree: DeviceTree; readonly isAskedTwice?: true } | { readonly problem: Problem }> {
  const { dialect, wanted, defaults } = reading;
  const set = { ...declaredDefaults(dialect, wanted), ...dialect.defaults };
  if (defaults === undefined || defaults.leavesOut === "nothing") return { tree };
  const own = completed(dialect, wanted, { tree, sources: { set } });
  const [path] = own.missing;
  if (path === undefined) return own;
  if (defaults.reporting === undefined)
    return defaults.leavesOut === "unset" ? own : { problem: leftOut(fleet.exchange.target, reading, path) };
  const came = await dataOf(fleet, { ...reading, reporting: defaults.reporting }, signal);
  if ("problem" in came) return came;
  const reported = treeIn(reading, came.data);
  return { ...completed(dialect, wanted, { tree, sources: { set, reported } }), isAskedTwice: true };
}

function leftOut(target: string, { host }: DeviceRead, path: string): Problem {
  const message =
    `${target}: ${host} hides values that equal their default, so ${path} may be set although the ` +
    "answer does not contain it.";
  const hint = `Give the default of ${path} in settings.defaults of the target, or do not declare ${path}.`;
  return problem("default-left-out", message, { hint });
}

function doubtful(fleet: Fleet, { host, operation }: DeviceRead, doubt: string): ReadReply {
  const asked = { rpc: operation, request: fleet.request(host, "GET") };
  return { state: "unknown", problem: unreadableReply(fleet.exchange, asked, doubt) };
}

/**
 * Returns the reply's data. If the reply contains nothing of what was requested, the device may have no such data, or
 * the filter may not match this device. A read of the container that every device has then decides, if the device knows
 * the container's module. A device that announces all requested modules and shows nothing has no such data yet.
 */
async function provenData(fleet: Fleet, reading: DeviceRead, signal: AbortSignal): Promise<Data> {
  const came = await dataOf(fleet, reading, signal);
  if ("problem" in came || answersTo(reading, came.data)) return came;
  const { host, dialect } = reading;
  const device = await fleet.deviceAt(host, signal, [dialect.module]);
  if ("problem" in device) return { problem: device.problem };
  const { modules } = device;
  const isOther = reading.wanted.length > 0 && modules.namespaceOf(dialect.module) === undefined;
  if (isOther && came.data.children.length === 0 && isKnown({ ...reading, modules })) return came;
  const whole = { ...reading, modules, wanted: [] };
  const root = reading.wanted.length === 0 ? came : await dataOf(fleet, whole, signal);
  if ("problem" in root) return root;
  const hasNothing = came.data.children.length === 0 && root.data.children.length === 0;
  if (answersTo(whole, root.data) || (hasNothing && isKnown(reading))) return came;
  return { problem: noTree(fleet.exchange.target, reading) };
}

async function dataOf(
  fleet: Fleet,
  reading: DeviceRead & { readonly reporting?: string },
  signal: AbortSignal,
): Promise<Data> {
  const { host, operation, reporting } = reading;
  const { exchange } = fleet;
  const made = filterOf(reading);
  if ("module" in made) return { problem: unknownModule(`${exchange.target}: ${host}`, made.module) };
  const request = fleet.request(
    host,
    "GET",
    readRpcText({ operation, filter: made.filter, defaults: reporting }),
  );
  const asked = { rpc: operation, request };
  const answer = answerIn(exchange, asked, await fleet.send(host, request, signal));
  if (answer.state === "unknown") return answer;
  const data = childOf(answer.root, "data");
  if (data && isUnkept(data)) return { problem: unreadableReply(exchange, asked, unkept) };
  return data ? { data } : { problem: unreadableReply(exchange, asked, "has no data") };
}

function isUnkept({ children }: XmlElement): boolean {
  return children.some((each) => each.name === "__proto__" || isUnkept(each));
}

function noTree(target: string, { host, dialect }: DeviceRead): Problem {
  const message = `${target}: ${host} has no ${dialect.module}:${dialect.container}: its answer is empty.`;
  const hint =
    "Check settings.module and settings.container of the target, and the read permissions of its user.";
  return problem("no-tree", message, { hint });
}
