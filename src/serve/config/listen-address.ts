/** Converts between the written and the parsed form of a listen address. */

/** The host and the port of `HOST:PORT`. The brackets of an IPv6 host are removed. */
export function listenAddress(text: string): { readonly host: string; readonly port: number } {
  const at = text.lastIndexOf(":");
  return { host: text.slice(0, at).replace(/^\[(.*)\]$/, "$1"), port: Number(text.slice(at + 1)) };
}

/** `HOST:PORT`, with the brackets that URLs need around an IPv6 host. */
export function hostText({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
