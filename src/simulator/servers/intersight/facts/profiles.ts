/** Profiles, pools and users: their paths and properties. */

/** Facts from the vendor's description 1.0.11-2026030305, in the format of `types.ts`. */
export const profiles = `
macpool.Pool at macpool/Pools
  Assigned: own; AssignmentOrder: sequential|default = sequential; Reserved: own; Size: own;
  MacBlocks: {macpool.Block}[]; BlockHeads: own; Reservations: own
ippool.Pool at ippool/Pools
  Assigned: own; AssignmentOrder: sequential|default = sequential; Reserved: own; Size: own;
  EnableBlockLevelSubnetConfig: flag; IpV4Blocks: {ippool.IpV4Block}[]; IpV4Config: {ippool.IpV4Config};
  IpV6Blocks: {ippool.IpV6Block}[]; IpV6Config: {ippool.IpV6Config}; V4Assigned: own; V4Size: own;
  V6Assigned: own; V6Size: own; Reservations: own; ShadowPools: own
uuidpool.Pool at uuidpool/Pools
  Assigned: own; AssignmentOrder: sequential|default = sequential; Reserved: own; Size: own; Prefix: text;
  UuidSuffixBlocks: {uuidpool.UuidBlock}[]; BlockHeads: own; Reservations: own
fcpool.Pool at fcpool/Pools
  Assigned: own; AssignmentOrder: sequential|default = sequential; Reserved: own; Size: own;
  IdBlocks: {fcpool.Block}[]; PoolPurpose: text; BlockHeads: own; Reservations: own
iqnpool.Pool at iqnpool/Pools
  Assigned: own; AssignmentOrder: sequential|default = sequential; Reserved: own; Size: own;
  IqnSuffixBlocks: {iqnpool.IqnSuffixBlock}[]; Prefix: text; BlockHeads: own; Reservations: own
server.Profile at server/Profiles
  SrcTemplate: @*; Type: own;
  Action: text = No-op; ActionParams: {policy.ActionParam}[]; ConfigContext: own; DeployedPolicies: own;
  PolicyChangeDetails: own; RemovedPolicies: texts; PolicyBucket: @*[];
  ManagementMode: IntersightStandalone|Intersight;
  TargetPlatform: Standalone|FIAttached|UnifiedEdgeServer = Standalone;
  UuidAddressType: NONE|STATIC|POOL = NONE; ConfigResult: own; UuidPool: @uuidpool.Pool;
  ConfigChangeContext: own; ConfigChanges: own; DeployStatus: own; DeployedSwitches: own;
  IsPmcDeployedSecurePassphraseSet: own; OverriddenList: texts; PmcDeployedSecurePassphrase: text;
  PostDeployAction: texts; ServerAssignmentMode: None|Static|Pool = None; ServerPreAssignBySerial: text;
  ServerPreAssignBySlot: {server.ServerAssignTypeSlot};
  StaticUuidAddress: text; TemplateSyncStatus: own; UndeployWfTasks: texts; UserLabel: text; Uuid: own;
  AssignedServer: @*; AssociatedServer: own; AssociatedServerPool: @resourcepool.Pool;
  ConfigChangeDetails: own; LeasedServer: @*; ResourceLease: own; RunningWorkflows: own;
  ServerPool: @resourcepool.Pool; UuidLease: own
server.ProfileTemplate at server/ProfileTemplates
  Type: own; Action: text = No-op; ActionParams: {policy.ActionParam}[]; ConfigContext: own; DeployedPolicies: own;
  PolicyChangeDetails: own; RemovedPolicies: texts; PolicyBucket: @*[];
  ManagementMode: IntersightStandalone|Intersight;
  TargetPlatform: Standalone|FIAttached|UnifiedEdgeServer = Standalone;
  UuidAddressType: NONE|STATIC|POOL = NONE; ConfigResult: own; UuidPool: @uuidpool.Pool;
  EnableOverride: flag; UpdateStatus: own; Usage: own; UsageCount: own
chassis.Profile at chassis/Profiles
  SrcTemplate: @*; Type: own;
  Action: text = No-op; ActionParams: {policy.ActionParam}[]; ConfigContext: own; DeployedPolicies: own;
  PolicyChangeDetails: own; RemovedPolicies: texts; PolicyBucket: @*[];
  TargetPlatform: FIAttached = FIAttached; ConfigResult: own; IomProfiles: @chassis.IomProfile[];
  ConfigChangeContext: own; ConfigChanges: own; UserLabel: text; AssignedChassis: @equipment.Chassis;
  AssociatedChassis: own; ConfigChangeDetails: own; RunningWorkflows: own
fabric.SwitchClusterProfile at fabric/SwitchClusterProfiles
  SrcTemplate: @*; Type: own;
  SwitchProfilesCount: own; TargetPlatform: UCS Domain|Unified Edge = UCS Domain; Action: text = No-op;
  ConfigContext: own; DeployStatus: own; DeployedSwitches: own; UserLabel: text; AssignedEntity: @*;
  SwitchProfiles: @fabric.SwitchProfile[]
iam.LdapProvider at iam/LdapProviders
  Port: whole = 389; Server: text; Vendor: OpenLDAP|MSAD = OpenLDAP; LdapPolicy: @iam.LdapPolicy
iam.LdapGroup at iam/LdapGroups
  Domain: text; GroupDn: text; EndPointRole: @iam.EndPointRole[]; LdapPolicy: @iam.LdapPolicy
iam.EndPointUser at iam/EndPointUsers
  EndPointUserRole: own
iam.EndPointRole at iam/EndPointRoles
  Type: text; RoleType: own
iam.EndPointUserRole at iam/EndPointUserRoles
  AccountTypeUserDefined: flag = false; ChangePassword: flag; Enabled: flag; IsPasswordSet: own;
  Password: text; EndPointRole: @iam.EndPointRole[]; EndPointUser: @iam.EndPointUser;
  EndPointUserPolicy: @iam.EndPointUserPolicy
fabric.SwitchProfile at fabric/SwitchProfiles
  SrcTemplate: @*; Type: own;
  Action: text = No-op; ActionParams: {policy.ActionParam}[]; ConfigContext: own; DeployedPolicies: own;
  PolicyChangeDetails: own; RemovedPolicies: texts; PolicyBucket: @*[]; SwitchId: None|A|B = None;
  TargetPlatform: UCS Domain|Unified Edge = UCS Domain; ConfigResult: own; ConfigChangeContext: own;
  ConfigChanges: own; OverriddenList: texts; TemplateSyncStatus: own; AssignedSwitch: @network.Element;
  AssociatedSwitch: own; ConfigChangeDetails: own; RunningWorkflows: own;
  SwitchClusterProfile: @fabric.SwitchClusterProfile
organization.Organization at organization/Organizations
  Account: @iam.Account; ResourceGroups: @resource.Group[]; SharedWithResources: @*[]
`;
