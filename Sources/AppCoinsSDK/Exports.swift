// The data of a signed purchase is a generated model. Re-exporting its module makes the model's properties visible to
// importers of this module, even in targets that enable the upcoming feature MemberImportVisibility.
@_exported public import AppCoinsAPI
