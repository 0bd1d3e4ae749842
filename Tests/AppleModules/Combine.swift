// swift-format-ignore-file
// The package that stands in for Combine on Linux follows it declaration by declaration.
@_exported public import OpenCombine
