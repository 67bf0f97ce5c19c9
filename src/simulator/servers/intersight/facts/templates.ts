/** Templates, resource pools and policies of servers: their paths and properties. */

/** Facts from the vendor's client for Python 1.0.11-2026, in the format of `types.ts`. */
export const templates = `
vnic.VnicTemplate at vnic/VnicTemplates
  EnableOverride: flag; LcpUsageCount: own; PeerVnicName: text; SwitchId: None|A|B = None;
  TemplateActions: {motemplate.ActionEntry}[]; UpdateStatus: own; UsageCount: own; Cdn: {vnic.Cdn};
  FailoverEnabled: flag = false; PinGroupName: text; SriovSettings: {vnic.SriovSettings};
  UsnicSettings: {vnic.UsnicSettings}; VmqSettings: {vnic.VmqSettings}; EthAdapterPolicy: @vnic.EthAdapterPolicy;
  EthNetworkPolicy: @vnic.EthNetworkPolicy; EthQosPolicy: @vnic.EthQosPolicy;
  FabricEthNetworkControlPolicy: @fabric.EthNetworkControlPolicy;
  FabricEthNetworkGroupPolicy: @fabric.EthNetworkGroupPolicy[]; IscsiBootPolicy: @vnic.IscsiBootPolicy;
  MacPool: @macpool.Pool
vnic.VhbaTemplate at vnic/VhbaTemplates
  EnableOverride: flag; PeerVhbaName: text; ScpUsageCount: own; SwitchId: None|A|B = None;
  TemplateActions: {motemplate.ActionEntry}[]; UpdateStatus: own; UsageCount: own; PersistentBindings: flag;
  PinGroupName: text; Type: fc-initiator|fc-nvme-initiator|fc-nvme-target|fc-target = fc-initiator;
  FcAdapterPolicy: @vnic.FcAdapterPolicy; FcNetworkPolicy: @vnic.FcNetworkPolicy; FcQosPolicy: @vnic.FcQosPolicy;
  FcZonePolicies: @fabric.FcZonePolicy[]; WwpnPool: @fcpool.Pool
chassis.ProfileTemplate at chassis/ProfileTemplates
  Usage: own; Type: instance = instance; SrcTemplate: @*; Action: text = No-op;
  ActionParams: {policy.ActionParam}[]; ConfigContext: {policy.ConfigContext}; DeployedPolicies: texts;
  PartiallyDeployedPolicies: {policy.PolicyContextHolder}[];
  PolicyChangeDetails: {policy.ConfigChangeDetailType}[]; RemovedPolicies: texts;
  ReportedPolicyChanges: {policy.ReportedPolicyChange}[]; ScheduledActions: {policy.ScheduledAction}[];
  PolicyBucket: @*[]; TargetPlatform: FIAttached = FIAttached; ConfigResult: @chassis.ConfigResult;
  IomProfiles: own
resourcepool.Pool at resourcepool/Pools
  Action: None|ReEvaluate = None; PoolType: Static|Dynamic|Hybrid = Static;
  ResourceEvaluationStatus: {resourcepool.ResourceEvaluationStatus};
  ResourcePoolParameters: {resourcepool.ServerPoolParameters};
  ResourceType: Server|Mixed|None = Server; Selectors: {resource.Selector}[]; QualificationPolicies: @*[];
  Assigned: own; AssignmentOrder: sequential|default = sequential; Reserved: own; Size: own
resourcepool.QualificationPolicy at resourcepool/QualificationPolicies
  ResourcePools: own; Qualifiers: {resource.ResourceQualifier}[]
adapter.ConfigPolicy at adapter/ConfigPolicies
  Settings: {adapter.AdapterConfig}[]; Profiles: @*[]
vnic.IscsiAdapterPolicy at vnic/IscsiAdapterPolicies
  ConnectionTimeOut: whole; DhcpTimeout: whole; LunBusyRetryCount: whole
vnic.IscsiStaticTargetPolicy at vnic/IscsiStaticTargetPolicies
  IpAddress: text; IscsiIpType: IPv4|IPv6 = IPv4; Lun: {vnic.Lun}; Port: whole; TargetName: text
vnic.IscsiBootPolicy at vnic/IscsiBootPolicies
  AutoTargetvendorName: text; Chap: {vnic.IscsiAuthProfile}; InitiatorIpSource: DHCP|Static|Pool = DHCP;
  InitiatorStaticIpV4Address: text; InitiatorStaticIpV4Config: {ippool.IpV4Config};
  InitiatorStaticIpV6Address: text; InitiatorStaticIpV6Config: {ippool.IpV6Config}; IscsiIpType: IPv4|IPv6 = IPv4;
  MutualChap: {vnic.IscsiAuthProfile}; TargetSourceType: Static|Auto = Static; InitiatorIpPool: @ippool.Pool;
  IscsiAdapterPolicy: @vnic.IscsiAdapterPolicy; PrimaryTargetPolicy: @vnic.IscsiStaticTargetPolicy;
  SecondaryTargetPolicy: @vnic.IscsiStaticTargetPolicy
firmware.Policy at firmware/Policies
  ExcludeComponentList: texts; ModelBundleCombo: {firmware.ModelBundleVersion}[];
  TargetPlatform: Standalone|FIAttached|UnifiedEdgeServer = Standalone; Profiles: @*[]
memory.Policy at memory/Policies
  EnableDimmBlocklisting: flag; Profiles: @*[]
compute.ScrubPolicy at compute/ScrubPolicies
  ScrubTargets: texts; Profiles: @*[]
storage.DriveGroup at storage/DriveGroups
  AutomaticDriveGroup: {storage.AutomaticDriveGroup}; ManualDriveGroup: {storage.ManualDriveGroup};
  RaidLevel: Raid0|Raid1|Raid5|Raid6|Raid10|Raid50|Raid60 = Raid0; SecureDriveGroup: flag; Type: own;
  VirtualDrives: {storage.VirtualDriveConfiguration}[]; StoragePolicy: @storage.StoragePolicy
memory.PersistentMemoryPolicy at memory/PersistentMemoryPolicies
  Goals: {memory.PersistentMemoryGoal}[]; LocalSecurity: {memory.PersistentMemoryLocalSecurity};
  LogicalNamespaces: {memory.PersistentMemoryLogicalNamespace}[];
  ManagementMode: configured-from-intersight|configured-from-operating-system = configured-from-intersight;
  RetainNamespaces: flag = true; Profiles: @*[]
certificatemanagement.Policy at certificatemanagement/Policies
  Certificates: {certificatemanagement.CertificateBase}[]; Profiles: @*[]
storage.DriveSecurityPolicy at storage/DriveSecurityPolicies
  KeySetting: {storage.KeySetting}; Profiles: @*[]
resource.Group at resource/Groups
  PerTypeCombinedSelector: own; Qualifier: Allow-Selectors|Allow-All = Allow-Selectors; Reevaluate: flag = false;
  Selectors: {resource.Selector}[]; Type: rbac|licensing|solution = rbac; Account: own; Organizations: @*[]
`;
