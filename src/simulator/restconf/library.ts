/**
 * The module `ietf-yang-library`, which lists the modules that a device offers and their URLs (RFC 7895 and RFC 8525).
 */

import type { JsonObject } from "../../model/json.ts";
import { bare } from "../wire/message.ts";
import type { Answer, Call } from "../wire/route.ts";
import type { RestconfState, Router, RouterModule } from "./state.ts";

/** The form of a device's library. `modules-state` is the form until 2019, and `yang-library` the form since then. */
type LibraryForm = "modules-state" | "yang-library";

/** How a device shows its modules. */
interface LibraryOptions {
  readonly form: LibraryForm;
  /** Returns the URL of a module's text. */
  readonly url: (module: RouterModule) => string;
  readonly namespace: (module: string) => string;
}

/** Returns the library state of a device. It is empty if the device offers no modules. */
export function libraryOf({ modules = [] }: Router, { form, url, namespace }: LibraryOptions): JsonObject {
  if (modules.length === 0) return {};
  if (form === "modules-state") {
    const module = modules.map((each) => ({
      name: each.name,
      revision: each.revision,
      schema: url(each),
      namespace: namespace(each.name),
      feature: [...(each.features ?? [])],
      deviation: (each.deviations ?? []).map((name) => ({ name, revision: "" })),
      "conformance-type": each.importOnly === true ? "import" : "implement",
    }));
    return { "ietf-yang-library:modules-state": { "module-set-id": "1", module } };
  }
  const all = (importOnly: boolean) =>
    modules
      .filter((each) => (each.importOnly === true) === importOnly)
      .map((each) => ({
        name: each.name,
        revision: each.revision,
        namespace: namespace(each.name),
        location: [url(each)],
        ...(importOnly
          ? {}
          : { feature: [...(each.features ?? [])], deviation: [...(each.deviations ?? [])] }),
      }));
  const set = { name: "all", module: all(false), "import-only-module": all(true) };
  return { "ietf-yang-library:yang-library": { "content-id": "1", "module-set": [set] } };
}

/** Answers with the text of a module, at the URL in the library. */
export function moduleText(state: RestconfState, { parameters }: Call): Answer<RestconfState> {
  const { host = "", module } = parameters;
  const found = state.routers.get(host)?.modules?.find(({ name }) => name === module);
  if (found === undefined) return { state, reply: bare(404) };
  return { state, reply: { ...bare(200, { "content-type": "application/yang" }), body: found.text } };
}

/** Returns a router with its library in its state. */
export function withLibrary(router: Router, { settings, request, parameters }: Call): Router {
  if (router.modules === undefined) return router;
  const url = ({ name }: { readonly name: string }) =>
    `${request.origin}/devices/${parameters.host}/restconf/modules/${name}`;
  return {
    ...router,
    state: {
      ...router.state,
      ...libraryOf(router, { form: settings.yangLibrary, url, namespace: (name) => `urn:${name}` }),
    },
  };
}
