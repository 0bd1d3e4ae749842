// The models and operations of the service are generated. Re-exporting their module makes them visible to importers of
// this module, and makes their members usable in targets that enable the upcoming feature MemberImportVisibility.
@_exported public import AnybillAPI
