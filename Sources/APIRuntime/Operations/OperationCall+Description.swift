import HTTPTypes

@_spi(Generated)
extension OperationCall: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The operation with its method and the path without its values.
    public var description: String { "\(operation): \(method.rawValue) \(path.template)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without parameters and body, so that `dump` and failed tests print no private values.
    public var customMirror: Mirror {
        Mirror(self, children: ["operation": operation, "method": method.rawValue, "path": path.template])
    }
}
