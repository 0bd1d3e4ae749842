// The models and operations of the service are generated. Re-exporting their module makes them visible to importers of
// this module, even in targets that enable the upcoming feature MemberImportVisibility.
@_exported public import AnybillAPI
