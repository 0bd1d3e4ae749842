import Foundation
import NIOCore

/// Another program listens on the sandbox's port.
public struct PortInUse: Error, CustomStringConvertible {
    /// The port.
    public let port: Int

    /// What is wrong and what to do about it.
    public var description: String { "Port \(port) is in use. Choose another one, or 0 for any that is free." }

    /// The error, when that is what the system says.
    init?(_ port: Int, _ error: any Error) {
        guard let error = error as? IOError, error.errnoCode == EADDRINUSE else { return nil }
        self.port = port
    }
}
