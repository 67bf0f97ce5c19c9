/** Ports, VSANs, zones and templates of domains: their paths and properties. */

/** Facts from the vendor's client for Python 1.0.11-2026, in the format of `types.ts`. */
export const domains = `
fabric.PortPolicy at fabric/PortPolicies
  DeviceModel: UCS-FI-6454|UCS-FI-64108|UCS-FI-6536|UCSX-S9108-100G|UCS-FI-6664|UCS-FI-6652|UCSXE-ECMC-10G|
  UCSXE-ECMC-G1|unknown = UCS-FI-6454; Profiles: @*[]
fabric.PortMode at fabric/PortModes
  CustomMode: FibreChannel|BreakoutEthernet10G|BreakoutEthernet25G|BreakoutEthernet4x100G|
  BreakoutEthernet2x100G|BreakoutFibreChannel8G|BreakoutFibreChannel16G|BreakoutFibreChannel32G = FibreChannel;
  PortIdEnd: whole; PortIdStart: whole; SlotId: whole; PortPolicy: @fabric.PortPolicy
fabric.ServerRole at fabric/ServerRoles
  AutoNegotiationDisabled: flag = false; Fec: Auto|Cl91|Cl74|rs-cons16|rs-ieee|Off = Auto;
  PreferredDeviceId: whole; PreferredDeviceType: Auto|RackServer|Chassis = Auto; AggregatePortId: whole;
  PortId: whole; SlotId: whole; UserLabel: text; PortPolicy: @fabric.PortPolicy
fabric.UplinkRole at fabric/UplinkRoles
  EthNetworkGroupPolicy: @fabric.EthNetworkGroupPolicy[]; FlowControlPolicy: @fabric.FlowControlPolicy;
  LinkControlPolicy: @fabric.LinkControlPolicy; MacSecPolicy: @fabric.MacSecPolicy; AggregatePortId: whole;
  PortId: whole; SlotId: whole; UserLabel: text; PortPolicy: @fabric.PortPolicy;
  AdminSpeed: Auto|1Gbps|10Gbps|25Gbps|40Gbps|50Gbps|100Gbps|400Gbps|NegAuto25Gbps = Auto;
  Fec: Auto|Cl91|Cl74|rs-cons16|rs-ieee|Off = Auto
fabric.UplinkPcRole at fabric/UplinkPcRoles
  AdminSpeed: Auto|1Gbps|10Gbps|25Gbps|40Gbps|50Gbps|100Gbps|400Gbps|NegAuto25Gbps = Auto;
  Fec: Auto|Cl91|Cl74|rs-cons16|rs-ieee|Off = Auto; EthNetworkGroupPolicy: @fabric.EthNetworkGroupPolicy[];
  FlowControlPolicy: @fabric.FlowControlPolicy; LinkAggregationPolicy: @fabric.LinkAggregationPolicy;
  LinkControlPolicy: @fabric.LinkControlPolicy; MacSecPolicy: @fabric.MacSecPolicy; PcId: whole;
  Ports: {fabric.PortIdentifier}[]; UserLabel: text; PortPolicy: @fabric.PortPolicy
fabric.FcUplinkRole at fabric/FcUplinkRoles
  AdminSpeed: 16Gbps|8Gbps|32Gbps|64Gbps|Auto = 16Gbps; FillPattern: Idle|Arbff = Idle; VsanId: whole;
  AggregatePortId: whole; PortId: whole; SlotId: whole; UserLabel: text; PortPolicy: @fabric.PortPolicy
fabric.FcUplinkPcRole at fabric/FcUplinkPcRoles
  AdminSpeed: 16Gbps|8Gbps|32Gbps|64Gbps|Auto = 16Gbps; FillPattern: Idle|Arbff = Idle; VsanId: whole; PcId: whole;
  Ports: {fabric.PortIdentifier}[]; UserLabel: text; PortPolicy: @fabric.PortPolicy
fabric.FcoeUplinkRole at fabric/FcoeUplinkRoles
  LinkControlPolicy: @fabric.LinkControlPolicy; AggregatePortId: whole; PortId: whole; SlotId: whole;
  UserLabel: text; PortPolicy: @fabric.PortPolicy;
  AdminSpeed: Auto|1Gbps|10Gbps|25Gbps|40Gbps|50Gbps|100Gbps|400Gbps|NegAuto25Gbps = Auto;
  Fec: Auto|Cl91|Cl74|rs-cons16|rs-ieee|Off = Auto
fabric.FcoeUplinkPcRole at fabric/FcoeUplinkPcRoles
  AdminSpeed: Auto|1Gbps|10Gbps|25Gbps|40Gbps|50Gbps|100Gbps|400Gbps|NegAuto25Gbps = Auto;
  Fec: Auto|Cl91|Cl74|rs-cons16|rs-ieee|Off = Auto; LinkAggregationPolicy: @fabric.LinkAggregationPolicy;
  LinkControlPolicy: @fabric.LinkControlPolicy; PcId: whole; Ports: {fabric.PortIdentifier}[]; UserLabel: text;
  PortPolicy: @fabric.PortPolicy
fabric.ApplianceRole at fabric/ApplianceRoles
  Mode: trunk|access = trunk; Priority: Best Effort|FC|Platinum|Gold|Silver|Bronze = Best Effort;
  EthNetworkControlPolicy: @fabric.EthNetworkControlPolicy; EthNetworkGroupPolicy: @fabric.EthNetworkGroupPolicy;
  FlowControlPolicy: @fabric.FlowControlPolicy; LinkControlPolicy: @fabric.LinkControlPolicy;
  AggregatePortId: whole; PortId: whole; SlotId: whole; UserLabel: text; PortPolicy: @fabric.PortPolicy;
  AdminSpeed: Auto|1Gbps|10Gbps|25Gbps|40Gbps|50Gbps|100Gbps|400Gbps|NegAuto25Gbps = Auto;
  Fec: Auto|Cl91|Cl74|rs-cons16|rs-ieee|Off = Auto
fabric.AppliancePcRole at fabric/AppliancePcRoles
  AdminSpeed: Auto|1Gbps|10Gbps|25Gbps|40Gbps|50Gbps|100Gbps|400Gbps|NegAuto25Gbps = Auto;
  Fec: Auto|Cl91|Cl74|rs-cons16|rs-ieee|Off = Auto; Mode: trunk|access = trunk;
  Priority: Best Effort|FC|Platinum|Gold|Silver|Bronze = Best Effort;
  EthNetworkControlPolicy: @fabric.EthNetworkControlPolicy; EthNetworkGroupPolicy: @fabric.EthNetworkGroupPolicy;
  LinkAggregationPolicy: @fabric.LinkAggregationPolicy; PcId: whole; Ports: {fabric.PortIdentifier}[];
  UserLabel: text; PortPolicy: @fabric.PortPolicy
fabric.FcStorageRole at fabric/FcStorageRoles
  AdminSpeed: 16Gbps|8Gbps|32Gbps|64Gbps|Auto = 16Gbps; VsanId: whole; AggregatePortId: whole; PortId: whole;
  SlotId: whole; UserLabel: text; PortPolicy: @fabric.PortPolicy
fabric.LanPinGroup at fabric/LanPinGroups
  PinTargetInterfaceRole: @*; PortPolicy: @fabric.PortPolicy
fabric.SanPinGroup at fabric/SanPinGroups
  PinTargetInterfaceRole: @*; PortPolicy: @fabric.PortPolicy
fabric.FcNetworkPolicy at fabric/FcNetworkPolicies
  EnableTrunking: flag; Profiles: @*[]
fabric.Vsan at fabric/Vsans
  DefaultZoning: Enabled|Disabled = Enabled; FcZoneSharingMode: text; FcoeVlan: whole; VsanId: whole;
  VsanScope: Uplink|Storage|Common = Uplink; FcNetworkPolicy: @fabric.FcNetworkPolicy
fabric.FcZonePolicy at fabric/FcZonePolicies
  FcTargetMembers: {fabric.FcZoneMember}[]; FcTargetZoningType: SIST|SIMT|None = SIST
fabric.SwitchClusterProfileTemplate at fabric/SwitchClusterProfileTemplates
  Usage: own; SwitchProfileTemplates: @fabric.SwitchProfileTemplate[]; Type: instance = instance; SrcTemplate: @*;
  SwitchProfilesCount: own; TargetPlatform: UCS Domain|Unified Edge = UCS Domain
fabric.SwitchProfileTemplate at fabric/SwitchProfileTemplates
  EnableOverride: flag; TemplateActions: {motemplate.ActionEntry}[]; UpdateStatus: own; UsageCount: own;
  SwitchClusterProfileTemplate: @fabric.SwitchClusterProfileTemplate; Type: instance = instance; SrcTemplate: @*;
  Action: text = No-op; ActionParams: {policy.ActionParam}[]; ConfigContext: {policy.ConfigContext};
  DeployedPolicies: texts; PartiallyDeployedPolicies: {policy.PolicyContextHolder}[];
  PolicyChangeDetails: {policy.ConfigChangeDetailType}[]; RemovedPolicies: texts;
  ReportedPolicyChanges: {policy.ReportedPolicyChange}[]; ScheduledActions: {policy.ScheduledAction}[];
  PolicyBucket: @*[]; SwitchId: None|A|B = None; TargetPlatform: UCS Domain|Unified Edge = UCS Domain;
  ConfigResult: @fabric.ConfigResult
fabric.MacSecPolicy at fabric/MacSecPolicies
  CipherSuite: GCM-AES-XPN-256|GCM-AES-128|GCM-AES-256|GCM-AES-XPN-128 = GCM-AES-XPN-256;
  ConfidentialityOffset: CONF-OFFSET-0|CONF-OFFSET-30|CONF-OFFSET-50 = CONF-OFFSET-0;
  FallbackKeyChain: {fabric.SecKeyChain}; IncludeIcvIndicator: flag = false; KeyServerPriority: whole = 16;
  MacSecEaPol: {fabric.MacSecEaPol}; PrimaryKeyChain: {fabric.SecKeyChain}; ReplayWindowSize: whole = 148809600;
  SakExpiryTime: whole; SecurityPolicy: Should-secure|Must-secure = Should-secure
`;
