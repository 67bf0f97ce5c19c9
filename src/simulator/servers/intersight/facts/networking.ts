/** Policies of virtual interfaces, domains and the BIOS: their paths and properties. */

/**
 * Facts from the vendor's description 1.0.11-2026030305 (for Fibre Channel: 1.0.11-2026100617), in the format of
 * `types.ts`.
 */
export const networking = `
vnic.EthQosPolicy at vnic/EthQosPolicies
  Burst: whole = 10240; Cos: whole = 0; Mtu: whole = 1500;
  Priority: Best Effort|FC|Platinum|Gold|Silver|Bronze = Best Effort; RateLimit: whole = 0;
  TrustHostCos: flag = false
vnic.EthAdapterPolicy at vnic/EthAdapterPolicies
  AdvancedFilter: flag = false; ArfsSettings: {vnic.ArfsSettings};
  CompletionQueueSettings: {vnic.CompletionQueueSettings}; EtherChannelPinningEnabled: flag = false;
  GeneveEnabled: flag = false; InterruptScaling: flag = false;
  InterruptSettings: {vnic.EthInterruptSettings}; NvgreSettings: {vnic.NvgreSettings};
  PtpSettings: {vnic.PtpSettings}; RoceSettings: {vnic.RoceSettings};
  RssHashSettings: {vnic.RssHashSettings}; RssSettings: flag = true;
  RxQueueSettings: {vnic.EthRxQueueSettings}; TcpOffloadSettings: {vnic.TcpOffloadSettings};
  TxQueueSettings: {vnic.EthTxQueueSettings}; UplinkFailbackTimeout: whole = 5;
  VxlanSettings: {vnic.VxlanSettings}
vnic.EthNetworkPolicy at vnic/EthNetworkPolicies
  TargetPlatform: Standalone|FIAttached|UnifiedEdgeServer = Standalone; VlanSettings: {vnic.VlanSettings}
fabric.EthNetworkControlPolicy at fabric/EthNetworkControlPolicies
  CdpEnabled: flag = false; ForgeMac: allow|deny = allow; LldpSettings: {fabric.LldpSettings};
  MacRegistrationMode: nativeVlanOnly|allVlans = nativeVlanOnly;
  UplinkFailAction: linkDown|warning = linkDown; NetworkPolicy: @vnic.EthNetworkPolicy[]
fabric.EthNetworkGroupPolicy at fabric/EthNetworkGroupPolicies
  VlanSettings: {fabric.VlanSettings}
vnic.LanConnectivityPolicy at vnic/LanConnectivityPolicies
  AzureQosEnabled: flag = false; IqnAllocationType: None|Static|Pool = None;
  PlacementMode: custom|auto = custom; StaticIqnName: text;
  TargetPlatform: Standalone|FIAttached|UnifiedEdgeServer = Standalone; EthIfs: own;
  IqnPool: @iqnpool.Pool; Profiles: @*[]
fabric.MulticastPolicy at fabric/MulticastPolicies
  QuerierIpAddress: text; QuerierIpAddressPeer: text; QuerierState: Disabled|Enabled = Disabled;
  SnoopingState: Enabled|Disabled = Enabled; SrcIpProxy: Enabled|Disabled = Enabled
fabric.EthNetworkPolicy at fabric/EthNetworkPolicies
  TargetPlatform: UCS Domain|Unified Edge = UCS Domain; Profiles: @*[]
fabric.FlowControlPolicy at fabric/FlowControlPolicies
  PriorityFlowControlMode: auto|on|off = auto; ReceiveDirection: Disabled|Enabled = Disabled;
  SendDirection: Disabled|Enabled = Disabled
fabric.LinkAggregationPolicy at fabric/LinkAggregationPolicies
  LacpRate: normal|fast = normal; SuspendIndividual: flag
fabric.LinkControlPolicy at fabric/LinkControlPolicies
  UdldSettings: {fabric.UdldSettings}
fabric.SwitchControlPolicy at fabric/SwitchControlPolicies
  AesPrimaryKey: text; EnableJumboFrame: flag = true; EthernetSwitchingMode: end-host|switch = end-host;
  FabricPcVhbaReset: Disabled|Enabled = Disabled; FcSwitchingMode: end-host|switch = end-host;
  IsAesPrimaryKeySet: own; MacAgingSettings: {fabric.MacAgingSettings}; ReservedVlanStartId: whole = 3915;
  TargetPlatform: UCS Domain|Unified Edge = UCS Domain; UdldSettings: {fabric.UdldGlobalSettings};
  VlanPortOptimizationEnabled: flag = false; Profiles: @*[]
fabric.SystemQosPolicy at fabric/SystemQosPolicies
  Classes: {fabric.QosClass}[]; TargetPlatform: UCS Domain|Unified Edge = UCS Domain; Profiles: @*[]
fabric.Vlan at fabric/Vlans
  AutoAllowOnClusterLinks: flag = false; AutoAllowOnUplinks: flag = true; IsNative: flag;
  PrimaryVlanId: whole = 0; SharingType: None|Primary|Isolated|Community = None; VlanId: whole;
  EthNetworkPolicy: @fabric.EthNetworkPolicy; MulticastPolicy: @fabric.MulticastPolicy;
  VlanSet: @fabric.VlanSet
vnic.EthIf at vnic/EthIfs
  Cdn: {vnic.Cdn}; FailoverEnabled: flag = false; PinGroupName: text; SriovSettings: {vnic.SriovSettings};
  UsnicSettings: {vnic.UsnicSettings}; VmqSettings: {vnic.VmqSettings};
  EthAdapterPolicy: @vnic.EthAdapterPolicy; EthNetworkPolicy: @vnic.EthNetworkPolicy;
  EthQosPolicy: @vnic.EthQosPolicy; FabricEthNetworkControlPolicy: @fabric.EthNetworkControlPolicy;
  FabricEthNetworkGroupPolicy: @fabric.EthNetworkGroupPolicy[]; IscsiBootPolicy: @vnic.IscsiBootPolicy;
  MacPool: @macpool.Pool; IscsiIpV4AddressAllocationType: None|DHCP|Static|Pool;
  IscsiIpV4Config: {ippool.IpV4Config}; IscsiIpV6AddressAllocationType: None|DHCP|Static|Pool;
  IscsiIpV6Config: {ippool.IpV6Config}; IscsiIpv4Address: text; IscsiIpv6Address: text; MacAddress: text;
  MacAddressType: POOL|STATIC = POOL; Order: whole; OverriddenList: texts;
  Placement: {vnic.PlacementSettings}; Stale: flag; StandbyVifId: whole; StaticMacAddress: text;
  TemplateSyncStatus: own; VifId: own; IpLease: own; LanConnectivityPolicy: @vnic.LanConnectivityPolicy;
  LcpVnic: @vnic.EthIf; MacLease: own; Profile: @*; SpVnics: @vnic.EthIf[]; SrcTemplate: @vnic.VnicTemplate
vnic.FcNetworkPolicy at vnic/FcNetworkPolicies
  VsanSettings: {vnic.VsanSettings}
vnic.FcQosPolicy at vnic/FcQosPolicies
  Burst: whole = 10240; Cos: whole = 3; MaxDataFieldSize: whole = 2112;
  Priority: Best Effort|FC|Platinum|Gold|Silver|Bronze = Best Effort; RateLimit: whole = 0
vnic.FcAdapterPolicy at vnic/FcAdapterPolicies
  ErrorDetectionTimeout: whole = 2000; ErrorRecoverySettings: {vnic.FcErrorRecoverySettings};
  FlogiSettings: {vnic.FlogiSettings}; InterruptSettings: {vnic.FcInterruptSettings};
  IoThrottleCount: whole = 512; LunCount: whole = 1024; LunQueueDepth: whole = 20;
  PlogiSettings: {vnic.PlogiSettings}; ResourceAllocationTimeout: whole = 10000;
  RxQueueSettings: {vnic.FcQueueSettings}; ScsiQueueSettings: {vnic.ScsiQueueSettings};
  TxQueueSettings: {vnic.FcQueueSettings}
vnic.SanConnectivityPolicy at vnic/SanConnectivityPolicies
  PlacementMode: custom|auto = custom; StaticWwnnAddress: text;
  TargetPlatform: Standalone|FIAttached|UnifiedEdgeServer = Standalone; WwnnAddressType: POOL|STATIC = POOL;
  FcIfs: own; WwnnPool: @fcpool.Pool; Profiles: @*[]
vnic.FcIf at vnic/FcIfs
  Type: fc-initiator|fc-nvme-initiator|fc-nvme-target|fc-target = fc-initiator; PersistentBindings: flag;
  PinGroupName: text; FcAdapterPolicy: @vnic.FcAdapterPolicy; FcNetworkPolicy: @vnic.FcNetworkPolicy;
  FcQosPolicy: @vnic.FcQosPolicy; FcZonePolicies: @fabric.FcZonePolicy[]; WwpnPool: @fcpool.Pool;
  Order: whole; OverriddenList: texts; Placement: {vnic.PlacementSettings}; Stale: own;
  StaticWwpnAddress: text; TemplateSyncStatus: own; VifId: own; Wwpn: own;
  WwpnAddressType: POOL|STATIC = POOL; Profile: @*; SanConnectivityPolicy: @vnic.SanConnectivityPolicy;
  ScpVhba: @vnic.FcIf; SpVhbas: @vnic.FcIf[]; SrcTemplate: @vnic.VhbaTemplate; WwpnLease: own
bios.Policy at bios/Policies
  TerminalType: platform-default|pc-ansi|vt100|vt100-plus|vt-utf8 = platform-default;
  AdjacentCacheLinePrefetch: token;
  AspmSupport: platform-default|Auto|Disabled|Force L0s|L1 Only = platform-default; AssertNmiOnPerr: token;
  AssertNmiOnSerr: token; AutonumousCstateEnable: token;
  BaudRate: platform-default|9600|19200|38400|57600|115200 = platform-default;
  BootOptionNumRetry: platform-default|5|13|Infinite = platform-default; BootOptionRetry: token;
  BootPerformanceMode: platform-default|Max Efficient|Max Performance|Set by Intel NM = platform-default;
  CbsCmnCpuCpb: platform-default|Auto|disabled = platform-default;
  CbsCmnCpuGlobalCstateCtrl: platform-default|Auto|disabled|enabled = platform-default;
  CbsCmnDeterminismSlider: platform-default|Auto|Performance|Power = platform-default;
  CbsCmnGnbNbIommu: platform-default|Auto|disabled|enabled = platform-default;
  CbsCpuSmtCtrl: platform-default|Auto|disabled|enabled = platform-default;
  CbsDfCmnDramNps: platform-default|Auto|NPS0|NPS1|NPS2|NPS4 = platform-default; CdnEnable: token;
  ClosedLoopThermThrotl: token;
  ConsoleRedirection: platform-default|com-0|com-1|disabled|enabled|serial-port-a = platform-default;
  CpuEnergyPerformance: platform-default|balanced-energy|balanced-performance|balanced-power|
    energy-efficient|performance|power = platform-default;
  CpuPerformance: platform-default|custom|enterprise|high-throughput|hpc = platform-default;
  CpuPowerManagement: platform-default|custom|disabled|energy-efficient|performance = platform-default;
  DemandScrub: token; DirectCacheAccess: platform-default|auto|disabled|enabled = platform-default;
  EnableMktme: token; EnableSgx: token; EnableTme: token; EnergyEfficientTurbo: token;
  EnhancedIntelSpeedStepTech: token; ExecuteDisableBit: token;
  ExtendedApic: platform-default|disabled|enabled|X2APIC|XAPIC = platform-default; HardwarePrefetch: token;
  HwpmEnable: platform-default|Disabled|HWPM Native Mode|HWPM OOB Mode|NATIVE MODE|
    Native Mode with no Legacy|OOB MODE = platform-default;
  ImcInterleave: platform-default|1-way Interleave|2-way Interleave|Auto = platform-default;
  IntelHyperThreadingTech: token;
  IntelSpeedSelect: platform-default|Auto|Base|Config 1|Config 2|Config 3|Config 4|Level 0|Level 1|Level 2|
    Level 3|Level 4 = platform-default; IntelTurboBoostTech: token; IntelVirtualizationTechnology: token;
  IntelVtForDirectedIo: token; IntelVtdCoherencySupport: token; IntelVtdatsSupport: token;
  IpPrefetch: token; Ipv4pxe: token; Ipv6pxe: token;
  KtiPrefetch: platform-default|Auto|disabled|enabled = platform-default;
  LegacyUsbSupport: platform-default|auto|disabled|enabled = platform-default; LlcPrefetch: token;
  LomPortsAllState: token; MemoryMappedIoAbove4gb: token;
  MirroringMode: platform-default|inter-socket|intra-socket = platform-default; NumaOptimized: token;
  OperationMode: platform-default|Test Only|Test and Repair = platform-default; OsBootWatchdogTimer: token;
  OsBootWatchdogTimerPolicy: platform-default|do-nothing|power-off|reset = platform-default;
  OsBootWatchdogTimerTimeout: platform-default|5-minutes|10-minutes|15-minutes|20-minutes = platform-default;
  PackageCstateLimit: platform-default|Auto|C0 C1 State|C0/C1|C2|C6 Non Retention|C6 Retention|
    No Limit = platform-default;
  PatrolScrub: platform-default|disabled|Enable at End of POST|enabled = platform-default;
  PostErrorPause: token; PostPackageRepair: platform-default|Disabled|Hard PPR = platform-default;
  ProcessorC1e: token; ProcessorC3report: token;
  ProcessorC6report: platform-default|Auto|disabled|enabled = platform-default; ProcessorCstate: token;
  PwrPerfTuning: platform-default|bios|os|peci = platform-default;
  QpiSnoopMode: platform-default|auto|cluster-on-die|early-snoop|home-directory-snoop|
    home-directory-snoop-with-osb|home-snoop = platform-default;
  SelectMemoryRasConfiguration: platform-default|adddc-sparing|lockstep|maximum-performance|mirror-mode-1lm|
    mirroring|partial-mirror-mode-1lm|sparing = platform-default; SerialPortAenable: token; Smee: token;
  Snc: platform-default|Auto|disabled|enabled|SNC2|SNC4 = platform-default; SrIov: token;
  StreamerPrefetch: platform-default|Auto|disabled|enabled = platform-default; SvmMode: token;
  TpmControl: token; TpmSupport: token; TxtSupport: token;
  UfsDisable: platform-default|disabled|enabled|Mode 0|Mode 1 = platform-default; UsbPortFront: token;
  UsbPortRear: token; VmdEnable: token;
  WorkLoadConfig: platform-default|Balanced|I/O Sensitive|NUMA|UMA = platform-default;
  XptPrefetch: platform-default|Auto|disabled|enabled = platform-default
`;
