public import Foundation

/// A setting that is missing or wrong.
public struct AnybillConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the setting, as in *Info.plist*.
    public let setting: String

    /// The reason why the value cannot be used, and what to do.
    public let reason: String

    /// Creates an error.
    init(_ setting: String, _ reason: String) {
        self.setting = setting
        self.reason = reason
    }

    /// The setting and the reason; never contains the value.
    public var description: String { "The setting \(setting) \(reason)" }
}

extension AnybillConfigurationError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
