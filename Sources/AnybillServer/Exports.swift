// The functions of this module use the models and the errors of the generated module.
@_exported public import AnybillAPI
