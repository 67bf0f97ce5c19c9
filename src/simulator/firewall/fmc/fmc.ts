/**
 * The firewall manager in the style of a Firewall Management Center. It has tokens in headers, a domain in each path,
 * and deployments.
 */

import type { SimulatedInterface } from "../../wire/route.ts";
import type { FirewallState } from "../state.ts";
import { inMessages } from "./answers.ts";
import { deploy, deployable, taskStatus } from "./deployments.ts";
import { changeInFmc, makeInFmc, readFmc, removeFromFmc } from "./objects.ts";
import { changeMappings, changeOverride, makeOverrides, readBelow, removeOverride } from "./overrides.ts";
import { globalDomain } from "./state.ts";
import { fmcUserOf, tokenRoutes } from "./tokens.ts";

const domain = `/api/fmc_config/v1/domain/${globalDomain}`;
const below = `${domain}/{path*}`;

/** The mode `fmc`. If a request has a Bearer value, it is treated as a request to a cloud-delivered manager (cdFMC). */
export const fmc: SimulatedInterface<FirewallState> = {
  authenticate: (state, request, at) => fmcUserOf(state, request, at),
  dressed: inMessages,
  routes: [
    ...tokenRoutes,
    { method: "GET", path: `${domain}/deployment/deployabledevices`, answer: deployable },
    { method: "POST", path: `${domain}/deployment/deploymentrequests`, answer: deploy },
    { method: "GET", path: `${domain}/job/taskstatuses/{id}`, answer: taskStatus },
    { method: "POST", path: `${domain}/object/dynamicobjectmappings`, answer: changeMappings },
    { method: "GET", path: below, answer: (state, call) => readBelow(state, call) ?? readFmc(state, call) },
    {
      method: "POST",
      path: below,
      answer: (state, call) => makeOverrides(state, call) ?? makeInFmc(state, call),
    },
    {
      method: "PUT",
      path: below,
      answer: (state, call) => changeOverride(state, call) ?? changeInFmc(state, call),
    },
    {
      method: "DELETE",
      path: below,
      answer: (state, call) => removeOverride(state, call) ?? removeFromFmc(state, call),
    },
  ],
};
