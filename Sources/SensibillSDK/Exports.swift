// The models of requests and responses are generated. Re-exporting their module makes the models' properties visible to
// importers of this module, even in targets that enable the upcoming feature MemberImportVisibility.
@_exported public import SensibillAPI
