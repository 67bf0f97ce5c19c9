/** Handwritten worlds for cliffs that a single kind cannot show: they vary forms of references and group sizes. */

/** The target in a project file, and its desired state. */
interface WrittenWorld {
  readonly target: string;
  readonly file: (size: number) => string;
}

const dashboard =
  "{ interface: dashboard, url: https://it.example.net, credential: { apiKey: { secret: env:KEY } } }";
const fabric =
  "{ interface: fabric, url: https://it.example.net, credential: { token: { secret: env:KEY } } }";
const routers = (over: string) =>
  `{ interface: ${over === "ssh" ? "netconf" : "restconf"}, url: "${over}://{host}", hosts: [10.0.0.0/8], credential: { username: { secret: env:USER }, password: { secret: env:KEY } } }`;

const lines = (size: number, line: (n: number) => string) =>
  Array.from({ length: size }, (_, n) => line(n)).join("\n");
const cloud = (networks: string, devices = "") =>
  `target: it\norganization: Company\nnetworks:\n${networks}\n${devices}`;
const host = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
const device = (n: number, ports: number) =>
  [`  r${n}:`, `    host: ${host(n)}`, `    hostname: r${n}`, ...(ports === 0 ? [] : ["    interfaces:"])]
    .concat(
      Array.from(
        { length: ports },
        (_, at) => `      GigabitEthernet ${at >> 10}/0/${at & 1023}: { description: port ${at} }`,
      ),
    )
    .join("\n");

/** All handwritten worlds, by name. */
export const written: Readonly<Record<string, WrittenWorld>> = {
  "devices that all name one network": {
    target: dashboard,
    file: (size) =>
      cloud(
        "  one: { name: One }",
        `devices:\n${lines(size, (n) => `  d${n}: { serial: S-${n}, network: one }`)}`,
      ),
  },
  "devices that each name a network of their own": {
    target: dashboard,
    file: (size) =>
      cloud(
        lines(size / 2, (n) => `  n${n}: { name: Net ${n} }`),
        `devices:\n${lines(size / 2, (n) => `  d${n}: { serial: S-${n}, network: n${n} }`)}`,
      ),
  },
  "networks in one organization": {
    target: dashboard,
    file: (size) => cloud(lines(size, (n) => `  n${n}: { name: Net ${n} }`)),
  },
  "networks that are renamed in the file": {
    target: dashboard,
    file: (size) => cloud(lines(size, (n) => `  n${n}: { name: Net ${size - n} }`)),
  },
  "organizations with a network each": {
    target: dashboard,
    file: (size) =>
      lines(
        size / 2,
        (n) =>
          `${n === 0 ? "" : "---\n"}target: it\norganization: O${n}\nnetworks: { n${n}: { name: Net ${n} } }`,
      ),
  },
  "networks with an SSID each": {
    target: dashboard,
    file: (size) => cloud(lines(size / 2, (n) => `  n${n}: { name: Net ${n}, ssids: { 0: { name: W } } }`)),
  },
  "networks with 14 SSIDs each": {
    target: dashboard,
    file: (size) =>
      cloud(
        lines(
          size / 15,
          (n) =>
            `  n${n}: { name: Net ${n}, ssids: { ${Array.from({ length: 14 }, (_, at) => `${at}: { name: W${at} }`).join(", ")} } }`,
        ),
      ),
  },
  tenants: {
    target: fabric,
    file: (size) => `target: it\ntenants:\n${lines(size, (n) => `  T${n}: { description: a }`)}`,
  },
  "managed objects below one tenant": {
    target: fabric,
    file: (size) =>
      `target: it\nmanagedObjects:\n${lines(size, (n) => `  uni/tn-T/ap-${n}: { class: fvAp }`)}`,
  },
  "managed objects, each below the one before, ten deep": {
    target: fabric,
    file: (size) =>
      `target: it\nmanagedObjects:\n${lines(size, (n) => `  uni/tn-T${Math.floor(n / 10)}${"/ap-A".repeat((n % 10) + 1)}: { class: fvAp }`)}`,
  },
  "one device with all interfaces": {
    target: routers("https"),
    file: (size) => `target: it\ndevices:\n${device(0, size)}`,
  },
  "devices with a hostname each": {
    target: routers("https"),
    file: (size) => `target: it\ndevices:\n${lines(size, (n) => device(n, 0))}`,
  },
  "devices over NETCONF with 49 interfaces each": {
    target: routers("ssh"),
    file: (size) => `target: it\ndevices:\n${lines(size / 50, (n) => device(n, 49))}`,
  },
};
