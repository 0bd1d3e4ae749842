// The models and operations of the service are generated; whoever imports this module sees them under their names, and
// may also use their members where a target asks for the module of every member.
@_exported public import AnybillAPI
