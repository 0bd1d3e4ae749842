// The models and the generated errors of the service are part of this module's functions.
@_exported public import AnybillAPI
