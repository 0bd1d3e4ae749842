import Foundation
import NIOCore

/// An error that occurs if another program listens on the sandbox's port.
public struct PortInUse: Error, CustomStringConvertible {
    /// The port.
    public let port: Int

    /// The problem and how to resolve it.
    public var description: String { "Port \(port) is in use. Choose another one, or 0 for any that is free." }

    /// Creates the error from a system error, or returns `nil` for any other error.
    init?(_ port: Int, _ error: any Error) {
        guard let error = error as? IOError, error.errnoCode == EADDRINUSE else { return nil }
        self.port = port
    }
}
