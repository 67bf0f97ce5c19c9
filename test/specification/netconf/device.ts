/** A minimal NETCONF device (RFC 6241): reads with filters, edits, locks, and defaults (RFC 6243). */

import { type Defaults, edited, reported, selected, trimmed } from "./tree.ts";
import { type Element, element, renderXml } from "./xml.ts";

const base = "urn:ietf:params:xml:ns:netconf:base:1.0";
const capability = "urn:ietf:params:netconf:capability";

/** The namespace of the device's own module. */
export const vendor = "http://vendor.example.net/ns/Vendor-native";

/** What the specification and the RFCs leave open about a device. */
export interface DeviceSwitches {
  /** The running configuration. */
  readonly config: readonly Element[];
  /** Additional data in the reply to `<get>`. It is merged into the configuration. */
  readonly state?: readonly Element[];
  /** The supported reads. Default: both reads are supported. */
  readonly reads?: readonly ("get" | "get-config")[];
  /** If true, the device supports only NETCONF 1.0, without chunks. */
  readonly only10?: boolean;
  /**
   * The device's mode for defaults, and the other modes that clients can request. If absent, the device does not
   * announce the capability.
   */
  readonly withDefaults?: { readonly basic: DefaultsMode; readonly also?: readonly DefaultsMode[] };
  /** The default values of leaves, by path, for example `/native/logging/level`. */
  readonly defaults?: Defaults;
  /** If true, edits apply to the candidate. Default: they apply directly to the running configuration. */
  readonly candidate?: boolean;
}

/** The modes of RFC 6243, section 2. In the mode `explicit`, leaves that nobody has set are omitted. */
type DefaultsMode = "report-all" | "trim" | "explicit";

/** Returns the capabilities in the device's hello. */
function capabilitiesOf({ only10, withDefaults, candidate }: DeviceSwitches): readonly string[] {
  const also = withDefaults?.also?.length ? `&also-supported=${withDefaults.also.join(",")}` : "";
  return [
    "urn:ietf:params:netconf:base:1.0",
    ...(only10 === true ? [] : ["urn:ietf:params:netconf:base:1.1"]),
    ...(candidate === true ? [`${capability}:candidate:1.0`] : [`${capability}:writable-running:1.0`]),
    ...(withDefaults ? [`${capability}:with-defaults:1.0?basic-mode=${withDefaults.basic}${also}`] : []),
    `${vendor}?module=Vendor-native&revision=2026-01-01`,
  ];
}

/** The device, which is the same in all its sessions. */
export class Device {
  readonly #switches: DeviceSwitches;
  #running: readonly Element[];
  #candidate: readonly Element[];

  constructor(switches: DeviceSwitches) {
    this.#switches = switches;
    this.#running = switches.config;
    this.#candidate = switches.config;
  }

  /** Returns the current configuration. */
  get running(): readonly Element[] {
    return this.#running;
  }

  /** Returns the children of the `rpc-reply` to one operation. */
  answer(operation: Element): readonly Element[] {
    const { reads = ["get", "get-config"] } = this.#switches;
    switch (operation.name) {
      case "get":
      case "get-config":
        return reads.includes(operation.name) ? this.#read(operation) : failure("operation-not-supported");
      case "edit-config":
        this.#edit(operation);
        return ok;
      case "commit":
        this.#running = this.#candidate;
        return ok;
      case "discard-changes":
        this.#candidate = this.#running;
        return ok;
      case "lock":
      case "unlock":
      case "validate":
      case "close-session":
        return ok;
    }
    return failure("operation-not-supported");
  }

  #read(operation: Element): readonly Element[] {
    const { state = [] } = this.#switches;
    const mode = operation.children.find(({ name }) => name === "with-defaults")?.text;
    if (mode !== undefined && !this.#offers(mode)) return failure("invalid-value");
    const data = this.#withDefaults(this.#running, mode);
    const shown = operation.name === "get" ? edited(data, state) : data;
    const filter = operation.children.find(({ name }) => name === "filter");
    if (filter && (filter.attributes.type ?? "subtree") !== "subtree") return failure("bad-attribute");
    return [element("data", base, filter ? selected(shown, filter.children) : shown)];
  }

  #offers(mode: string): boolean {
    const { basic, also = [] } = this.#switches.withDefaults ?? {};
    return mode === basic || also.some((each) => each === mode);
  }

  #withDefaults(data: readonly Element[], asked: string | undefined): readonly Element[] {
    const { defaults = {}, withDefaults } = this.#switches;
    const mode = asked ?? withDefaults?.basic ?? "explicit";
    if (mode === "trim") return trimmed(data, defaults);
    return mode === "report-all" ? reported(data, { defaults, namespace: vendor }) : data;
  }

  #edit(operation: Element): void {
    const part = (name: string) => operation.children.find((each) => each.name === name)?.children ?? [];
    const [target] = part("target");
    if (target?.name === "candidate") this.#candidate = edited(this.#candidate, part("config"));
    else this.#running = this.#candidate = edited(this.#running, part("config"));
  }
}

const ok = [element("ok", base)];

function failure(tag: string): readonly Element[] {
  const inside = [
    element("error-type", base, "application"),
    element("error-tag", base, tag),
    element("error-severity", base, "error"),
  ];
  return [element("rpc-error", base, inside)];
}

/** Returns the complete reply to an rpc, with its message id. */
export function replyTo(rpc: Element, inside: readonly Element[]): string {
  const id = rpc.attributes["message-id"] ?? "";
  const children = inside.map((each) => renderXml(each, base)).join("");
  return `<rpc-reply xmlns="${base}" message-id="${id}">${children}</rpc-reply>`;
}

/** Returns the hello of a session. */
export function helloOf(switches: DeviceSwitches, session: number): string {
  const all = capabilitiesOf(switches).map((each) => renderXml(element("capability", base, each), base));
  const said = `<capabilities>${all.join("")}</capabilities><session-id>${session}</session-id>`;
  return `<hello xmlns="${base}">${said}</hello>`;
}
