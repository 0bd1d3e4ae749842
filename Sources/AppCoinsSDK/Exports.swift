// The documented data of a signed purchase is a generated model; whoever imports this module sees its members, also
// where a target asks for the module of every member.
@_exported public import AppCoinsAPI
