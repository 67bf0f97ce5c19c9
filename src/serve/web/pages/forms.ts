/** Requests as forms, shown only if the viewer's role and the environment's state allow them. */

import { html } from "hono/html";
import { fingerprintLabel } from "../../../model/plan/plan.ts";
import type { ServedEnvironment, ServedRequest } from "../../served.ts";
import { offeredRequests } from "../../views/environments.ts";
import type { Html, PageContext } from "../frame.ts";
import { mayDo, type Viewer } from "../viewer.ts";

type Deed = ServedRequest["do"];

/** The buttons that an environment's state and the viewer's role allow. `only` limits the buttons to these. */
export function requestForms(
  { who }: PageContext,
  environment: ServedEnvironment,
  only?: readonly Deed[],
): Html {
  const offered = offeredRequests(environment)
    .filter((deed) => mayDo(who.role, deed))
    .filter((deed) => only === undefined || only.includes(deed));
  if (offered.length === 0) return html``;
  return html`<div class="acts">${offered.map((deed) => form(who, environment, deed))}</div>`;
}

/** The CSS class of each button. */
const looks: Readonly<Record<Deed, string>> = {
  look: "",
  apply: "first",
  setBack: "",
  stopAfterWave: "danger",
  releaseLock: "danger",
};

function form(who: Viewer, environment: ServedEnvironment, deed: Deed): Html {
  const fingerprint = environment.look?.plan.fingerprint ?? "";
  const lock = environment.reasons.find((reason) => reason.run !== undefined);
  const names: Readonly<Record<Deed, string>> = {
    look: "Plan now",
    apply: `Apply ${fingerprintLabel(fingerprint)}`,
    setBack: "Revert drift",
    stopAfterWave: "Stop after this wave",
    releaseLock: "Release the lock",
  };
  const more = {
    ...(deed === "apply" || deed === "setBack" ? { fingerprint } : {}),
    ...(deed === "releaseLock" ? { run: lock?.run ?? "" } : {}),
  };
  return html`<form method="post" action="/requests">${formFields(who, environment, { do: deed, ...more })}
<button class="${looks[deed]}">${names[deed]}</button></form>`;
}

/** Fields that every form sends. */
export function formFields(
  who: Viewer,
  { id }: ServedEnvironment,
  more: Readonly<Record<string, string>>,
): Html {
  const all = { environment: id, ...more, ...(who.csrf === undefined ? {} : { csrf: who.csrf }) };
  return html`${Object.entries(all).map(
    ([name, value]) => html`<input type="hidden" name="${name}"
value="${value}">`,
  )}`;
}
