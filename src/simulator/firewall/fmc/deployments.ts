/** Deployments of a simulated Firewall Management Center: pending changes, deployment requests, and their tasks. */

import { z } from "zod";
import { json } from "../../wire/message.ts";
import type { Answer, Call } from "../../wire/route.ts";
import type { FirewallState } from "../state.ts";
import { fmcError, page } from "./answers.ts";
import { deviceId } from "./devices.ts";
import { freshFmc, idOf } from "./state.ts";

/** Answers `GET /deployment/deployabledevices` with the firewalls that have undeployed changes. */
export function deployable(state: FirewallState, call: Call): Answer<FirewallState> {
  const { fmc = freshFmc, devices } = state;
  const records = [...fmc.pending].flatMap(([serial, version]) => {
    const name = devices.get(serial)?.name;
    if (name === undefined) return [];
    const device = { id: deviceId(serial), name, type: "Device" };
    return [
      {
        name,
        type: "DeployableDevice",
        version: String(Math.floor(version)),
        canBeDeployed: true,
        upToDate: false,
        trafficInterruption: "NO",
        device,
      },
    ];
  });
  return { state, reply: page(records, call) };
}

const deployment = z.object({
  type: z.literal("DeploymentRequest"),
  version: z.string().regex(/^\d+$/),
  deviceList: z.array(z.string()).min(1),
});

/** Answers `POST /deployment/deploymentrequests`: starts a task that deploys all earlier changes to the firewalls. */
export function deploy(state: FirewallState, call: Call): Answer<FirewallState> {
  const { fmc = freshFmc } = state;
  const asked = deployment.safeParse(call.body);
  if (!asked.success) return { state, reply: fmcError(400, "Invalid deployment request") };
  const { version, deviceList } = asked.data;
  const waiting = [...fmc.pending].filter(([serial]) => deviceList.includes(deviceId(serial)));
  if (waiting.length < deviceList.length)
    return { state, reply: fmcError(400, "One or more devices are not deployable") };
  if (waiting.some(([, at]) => Math.floor(at) > Number(version)))
    return { state, reply: fmcError(400, "The version of the deployment request is outdated") };
  const counted = fmc.counted + 1;
  const task = idOf(`deployment ${counted}`);
  const pending = new Map([...fmc.pending].filter(([serial]) => !deviceList.includes(deviceId(serial))));
  const deployments = new Map(fmc.deployments).set(task, {
    devices: deviceList,
    endsAt: call.now + call.settings.taskMs,
  });
  const answer = { ...asked.data, metadata: { task: { id: task, type: "TaskStatus" } } };
  return { state: { ...state, fmc: { ...fmc, counted, pending, deployments } }, reply: json(202, answer) };
}

/** Answers `GET /job/taskstatuses/{id}`. */
export function taskStatus(state: FirewallState, { parameters, now }: Call): Answer<FirewallState> {
  const { id = "" } = parameters;
  const found = state.fmc?.deployments.get(id);
  if (found === undefined) return { state, reply: fmcError(404, "The requested resource was not found.") };
  const isDone = now >= found.endsAt;
  const message = isDone ? "Deployment to devices completed." : "Deployment to devices is going on.";
  const status = isDone ? "Deployed" : "Deploying";
  return {
    state,
    reply: json(200, { id, taskType: "DEVICE_DEPLOYMENT", type: "TaskStatus", message, status }),
  };
}
