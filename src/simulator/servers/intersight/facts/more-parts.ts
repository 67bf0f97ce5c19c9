/** Parts of domains and templates: their properties. */

/** Facts from the vendor's client for Python 1.0.11-2026, in the format of `types.ts`. */
export const moreParts = `
fabric.PortIdentifier
  AggregatePortId: whole; PortId: whole; SlotId: whole
fabric.FcZoneMember
  Name: text; SwitchId: A|B = A; VsanId: whole; Wwpn: text
motemplate.ActionEntry
  Params: {motemplate.ActionParam}[]; Type: Sync|Deploy|Detach|Attach = Sync
motemplate.ActionParam
  Name: None|SyncType|SyncTimer|OverriddenList = None; Value: text
policy.ConfigContext
  ConfigState: own; ConfigStateSummary: own; ConfigType: own; ControlAction: text; ErrorState: text;
  InconsistencyReason: texts; OperState: own
policy.PolicyContextHolder
  EndPointContext: own; Policy: own
policy.ConfigChangeDetailType
  Changes: texts; ConfigChangeContext: {policy.ConfigResultContext};
  ConfigChangeFlag: Pending-changes|Drift-changes = Pending-changes; Disruptions: texts; Message: text;
  ModStatus: None|Created|Modified|Deleted = None
policy.ConfigResultContext
  DependentPolicyList: texts; EntityData: own; EntityMoid: text; EntityName: text; EntityType: text;
  ParentMoid: text; ParentPolicyObjectType: text; ParentType: text
policy.ReportedPolicyChange
  ChangeId: own; ChangeStatus: own; PolicyType: own
policy.ScheduledAction
  Action: text; ActionQualifier: {aaa.UserAgent}; ProceedOnReboot: flag
resourcepool.ResourceEvaluationStatus
  ErrMsg: own; State: own
resource.Selector
  Selector: text
adapter.AdapterConfig
  DceInterfaceSettings: {adapter.DceInterfaceSettings}[]; EthSettings: {adapter.EthSettings};
  FcSettings: {adapter.FcSettings}; PhysicalNicModeSettings: {adapter.PhysicalNicModeSettings};
  PortChannelSettings: {adapter.PortChannelSettings}; SlotId: text
adapter.DceInterfaceSettings
  FecMode: cl91|cl74|Off = cl91; InterfaceId: whole
adapter.EthSettings
  LldpEnabled: flag = true
adapter.FcSettings
  FipEnabled: flag = true
adapter.PhysicalNicModeSettings
  PhyNicEnabled: flag = false
adapter.PortChannelSettings
  Enabled: flag = true
vnic.Lun
  Bootable: flag; LunId: whole
vnic.IscsiAuthProfile
  IsPasswordSet: own; Password: text; UserId: text
firmware.ModelBundleVersion
  BundleVersion: text;
  ModelFamily: UCSC-C220-M5|UCSC-C220-M4|UCSC-C240-M4|UCSC-C460-M4|UCSC-C240-M5|UCSC-C480-M5|UCSB-B200-M5|
  UCSB-B480-M5|UCSC-C220-M6|UCSC-C240-M6|UCSC-C225-M6|UCSC-C245-M6|UCSB-B200-M6|UCSX-210C-M6|UCSX-210C-M7|
  UCSC-C220-M7|UCSC-C240-M7|UCSC-C125|UCSX-410C-M7|UCSC-C245-M8|UCSC-C225-M8|UCSX-215C-M8|UCSX-210C-M8|
  UCSX-410C-M8|UCSXE-130C-M8|UCSC-C220-M8|UCSC-C240-M8 = UCSC-C220-M5
storage.AutomaticDriveGroup
  DriveType: Any|HDD|SSD = Any; DrivesPerSpan: whole = 1; MinimumDriveSize: whole; NumDedicatedHotSpares: text;
  NumberOfSpans: whole = 0; UseRemainingDrives: flag
storage.ManualDriveGroup
  DedicatedHotSpares: text; SpanGroups: {storage.SpanDrives}[]
storage.SpanDrives
  Slots: text
storage.VirtualDriveConfiguration
  BootDrive: flag; ExpandToAvailable: flag; Name: text; Size: whole;
  VirtualDrivePolicy: {storage.VirtualDrivePolicy}
storage.VirtualDrivePolicy
  AccessPolicy: Default|ReadWrite|ReadOnly|Blocked = Default;
  DriveCache: Default|NoChange|Enable|Disable = Default; ReadPolicy: Default|ReadAhead|NoReadAhead = Default;
  StripSize: whole = 64; WritePolicy: Default|WriteThrough|WriteBackGoodBbu|AlwaysWriteBack = Default
memory.PersistentMemoryGoal
  MemoryModePercentage: whole; PersistentMemoryType: app-direct|app-direct-non-interleaved = app-direct;
  SocketId: All Sockets = All Sockets
memory.PersistentMemoryLocalSecurity
  Enabled: flag = false; IsSecurePassphraseSet: own; SecurePassphrase: text
memory.PersistentMemoryLogicalNamespace
  Capacity: whole; Mode: raw|block = raw; Name: text; SocketId: whole = 1;
  SocketMemoryId: Not Applicable|2|4|6|8|10|12 = Not Applicable
fabric.SecKeyChain
  Name: text; SecKeys: {fabric.SecKey}[]
fabric.SecKey
  CryptographicAlgorithm: AES_256_CMAC|AES_128_CMAC = AES_256_CMAC; Id: text; IsOctetStringSet: own;
  KeyType: Type-0|Type-6|Type-7 = Type-0; OctetString: text; SendLifetimeDuration: whole;
  SendLifetimeEndTime: text; SendLifetimeInfinite: flag = false; SendLifetimeStartTime: text;
  SendLifetimeTimeZone: UTC|Local = UTC; SendLifetimeUnlimited: flag = true
fabric.MacSecEaPol
  EaPolEthertype: text = 34958; EaPolMacAddress: text = 0180.C200.0003
resource.ResourceQualifier is one of
  resource.BladeQualifier; resource.RackServerQualifier; resource.ProcessorQualifier; resource.MemoryQualifier;
  resource.GpuQualifier; resource.DomainQualifier; resource.NetworkAdaptorQualifier
resource.BladeQualifier
  ChassisAndSlotIdRange: {resource.ChassisAndSlotQualification}[]; ChassisPids: texts; AssetTags: texts;
  Pids: texts; UserLabels: texts
resource.ChassisAndSlotQualification
  ChassisIdRange: {resource.ChassisIdRangeFilter}; SlotIdRanges: {resource.SlotIdRangeFilter}[]
resource.ChassisIdRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resource.SlotIdRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resource.RackServerQualifier
  RackIdRange: {resource.RackIdRangeFilter}[]; AssetTags: texts; Pids: texts; UserLabels: texts
resource.RackIdRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resource.ProcessorQualifier
  CpuCoresRange: {resource.CpuCoreRangeFilter}; Pids: texts; SpeedRange: {resource.CpuSpeedRangeFilter};
  Vendor: text
resource.CpuCoreRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resource.CpuSpeedRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resource.MemoryQualifier
  MemoryCapacityRange: {resource.MemoryCapacityRangeFilter}; MemoryUnitsRange: {resource.MemoryUnitsRangeFilter}
resource.MemoryCapacityRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resource.MemoryUnitsRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resource.GpuQualifier
  GpuControllersRange: {resource.GpuControllersRangeFilter};
  GpuEvaluationType: ServerWithoutGpu|ServerWithGpu|Unspecified = ServerWithoutGpu; Pids: texts; Vendor: text
resource.GpuControllersRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resource.DomainQualifier
  DomainNames: texts; FabricInterConnectPids: texts
resource.NetworkAdaptorQualifier
  AdaptorsRange: {resource.AdaptorsRangeFilter}
resource.AdaptorsRangeFilter
  MaxValue: whole = 0; MinValue: whole = 0; ConditionType: RANGE = RANGE
resourcepool.ServerPoolParameters
  ManagementMode: IntersightStandalone|UCSM|Intersight = IntersightStandalone;
  TargetPlatform: None|Standalone|FIAttached|UnifiedEdgeServer = None
server.ServerAssignTypeSlot
  ChassisId: whole; DomainName: text; SlotId: whole
certificatemanagement.CertificateBase is one of
  certificatemanagement.Imc; certificatemanagement.RootCaCertificate
certificatemanagement.Imc
  CertType: None|KMIPClient = None; Certificate: {x509.Certificate}; Enabled: flag; IsPrivatekeySet: own;
  Privatekey: text
certificatemanagement.RootCaCertificate
  Certificate: {x509.Certificate}; CertificateName: text; Enabled: flag
x509.Certificate
  Issuer: own; NotAfter: own; NotBefore: own; PemCertificate: text; Sha256Fingerprint: own;
  SignatureAlgorithm: own; Subject: own
storage.KeySetting
  KeyType: Kmip|Manual = Kmip; ManualKey: {storage.LocalKeySetting}; RemoteKey: {storage.RemoteKeySetting}
storage.LocalKeySetting
  ExistingKey: text; IsExistingKeySet: own; IsNewKeySet: own; NewKey: text
storage.RemoteKeySetting
  AuthCredentials: {storage.KmipAuthCredentials}; ExistingKey: text; IsExistingKeySet: own;
  PrimaryServer: {storage.KmipServer}; SecondaryServer: {storage.KmipServer}; ServerCertificate: text
storage.KmipAuthCredentials
  IsPasswordSet: own; Password: text; UseAuthentication: flag; Username: text
storage.KmipServer
  EnableDriveSecurity: flag; IpAddress: text; Port: whole = 5696; Timeout: whole = 60
`;
