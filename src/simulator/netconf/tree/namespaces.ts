/** The namespaces of modules. */

const namespaces = "http://vendor.example.net/ns/";

const ietfNamespaces = "urn:ietf:params:xml:ns:yang:";

/** Returns the namespace of a module. */
export function namespaceOf(module: string): string {
  return `${module.startsWith("ietf-") ? ietfNamespaces : namespaces}${module}`;
}

/** Returns the module of a namespace. Returns undefined if no module has this namespace. */
export function moduleOf(namespace: string): string | undefined {
  const known = [namespaces, ietfNamespaces].find((each) => namespace.startsWith(each));
  return known === undefined ? undefined : namespace.slice(known.length);
}
