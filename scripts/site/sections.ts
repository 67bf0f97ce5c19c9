/** The groups of the sidebar: pages as files of the repository, and their names. */

/** A page of the sidebar: its file, and its name there. */
interface SidebarPage {
  readonly file: string;
  readonly text: string;
}

/** Pages under one heading. */
export interface SidebarSection {
  readonly text: string;
  readonly pages: readonly SidebarPage[];
  /** If true, the section is collapsed until a reader opens it. */
  readonly folded?: boolean;
}

const page = (file: string, text: string): SidebarPage => ({ file, text });
const docs = (name: string, text: string) => page(`docs/${name}.md`, text);

/** All groups, in order. A page of `docs/` that is in no group is added to the last one. */
export const sections: readonly SidebarSection[] = [
  {
    text: "Start",
    pages: [
      docs("tutorial", "Ten-minute tutorial"),
      docs("install", "Install"),
      docs("limits", "Limits of today"),
    ],
  },
  {
    text: "How-to guides",
    pages: [
      docs("import", "First import"),
      docs("pull-requests", "Pull requests"),
      docs("secrets", "Secrets"),
      docs("authentication", "Logging in"),
      docs("environments", "Many environments"),
      docs("authoring", "Many sites"),
      docs("sources", "NetBox and others"),
      docs("drift", "Drift"),
      docs("history", "History and going back"),
      docs("rollback", "Rollback"),
      docs("health", "Health and waves"),
      docs("guards", "Guards"),
      docs("policies", "Policies"),
      docs("notifications", "Notifications"),
      docs("serve", "The server"),
      docs("many-machines", "Many machines"),
      docs("status", "Status"),
      docs("devices", "A router by its modules"),
      docs("bring-your-own", "A product of your own"),
    ],
  },
  {
    text: "Coming from",
    pages: [
      docs("from-terraform", "Terraform"),
      docs("from-ansible", "Ansible"),
      docs("from-models", "Network-as-code models"),
    ],
  },
  {
    text: "In a pipeline",
    pages: [
      docs("workflows", "GitHub"),
      docs("gitlab", "GitLab"),
      docs("bitbucket", "Bitbucket"),
      docs("azure-devops", "Azure DevOps"),
      docs("gitea", "Gitea and Forgejo"),
      docs("comment-commands", "Comments as commands"),
    ],
  },
  {
    text: "Reference",
    pages: [
      docs("commands", "Commands"),
      docs("reference/cli", "Command line"),
      docs("trueup-yaml", "trueup.yaml"),
      docs("reference/serve-yaml", "serve.yaml, field by field"),
      docs("desired-state", "Desired state"),
      docs("problems", "Problems"),
      docs("formats", "Formats"),
      docs("reference/documents", "JSON documents"),
      docs("catalogs", "Catalogs"),
      docs("library", "Library"),
      docs("simulator", "Simulator"),
    ],
  },
  {
    text: "Products and kinds",
    folded: true,
    pages: [
      docs("dialects", "Dialects"),
      docs("kinds/meraki", "Meraki dashboard"),
      docs("kinds/catalyst-center", "Catalyst Center"),
      docs("kinds/apic", "APIC"),
      docs("kinds/vmanage", "vManage"),
      docs("kinds/fmc", "Firewall Management Center"),
      docs("kinds/intersight", "Intersight"),
      docs("kinds/webex", "Webex"),
      docs("netconf", "NETCONF"),
      docs("yang", "YANG"),
      docs("device-sections", "Sections of devices"),
      docs("device-coverage", "Sections of IOS-XE, compared"),
      docs("messaging", "Messaging"),
    ],
  },
  {
    text: "Explanation",
    pages: [
      docs("laws", "The six laws"),
      docs("plans", "How plans and bases work"),
      docs("git-state", "Git is the state"),
      docs("journal", "The journal"),
      docs("security", "Security"),
      page("RELIABILITY.md", "Reliability"),
      docs("interfaces", "The specification"),
      docs("open-points", "Open points"),
    ],
  },
  {
    text: "Decisions",
    folded: true,
    pages: [
      docs("decisions/no-state-file", "No state file"),
      docs("decisions/catalogs-are-data", "Products are data"),
      docs("decisions/http-retry-off", "The HTTP client does not retry"),
      docs("decisions/reading-yaml", "Reading YAML"),
      docs("decisions/virtual-time", "Tests in virtual time"),
      docs("decisions/measured-speed", "Measured speed"),
      docs("decisions/many-machines", "Why PostgreSQL and pg-boss"),
    ],
  },
  {
    text: "Project",
    folded: true,
    pages: [
      page("CHANGELOG.md", "Changelog"),
      page("ARCHITECTURE.md", "Architecture"),
      page("CONTRIBUTING.md", "Contributing"),
      page("SECURITY.md", "Reporting a vulnerability"),
      page("CODE_OF_CONDUCT.md", "Code of conduct"),
      docs("writing", "How to write"),
      docs("renewing-facts", "Renewing facts"),
      page("BENCHMARKS.md", "Benchmarks"),
    ],
  },
];
