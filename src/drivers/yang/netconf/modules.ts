/** Modules and their namespaces: as announced by the device, otherwise as configured. Pure. */

/** Module → namespace and namespace → module. Undefined for unknown ones. */
export interface Modules {
  namespaceOf(module: string): string | undefined;
  moduleOf(namespace: string): string | undefined;
  /** True when the device itself announces the module. */
  isAnnounced(module: string): boolean;
}

/** The modules that a device announces, falling back to configured ones. */
export function modulesOf(
  announced: ReadonlyMap<string, string>,
  set: Readonly<Record<string, string>>,
): Modules {
  const namespaces = new Map([...Object.entries(set), ...announced]);
  const modules = new Map([...namespaces].map(([module, namespace]) => [namespace, module]));
  return {
    namespaceOf: (module) => namespaces.get(module),
    moduleOf: (namespace) => modules.get(namespace),
    isAnnounced: (module) => announced.has(module),
  };
}

/** A member's own module and name: `Vendor-ntp:server`; without a module, its parent's applies. */
export function memberParts(
  member: string,
  around: string,
): { readonly module: string; readonly name: string } {
  const colon = member.indexOf(":");
  if (colon < 0) return { module: around, name: member };
  return { module: member.slice(0, colon), name: member.slice(colon + 1) };
}

/** The modules in these members. */
export function modulesIn(members: readonly string[]): readonly string[] {
  return [
    ...new Set(members.flatMap((member) => (member.includes(":") ? [memberParts(member, "").module] : []))),
  ];
}
