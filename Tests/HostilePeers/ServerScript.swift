/// A step of a server that sends raw bytes.
package enum Step: Sendable {
    /// Reads a whole request.
    case request
    /// Reads the head of a request and leaves its body unread.
    case requestHead
    /// Sends bytes.
    case send([UInt8])
    /// Sends bytes again and again until the client closes the connection.
    case sendForever([UInt8])
    /// Sends each byte on its own.
    case drip([UInt8])
    /// Waits for a number of milliseconds.
    case pause(Int)
    /// Waits until the client closes the connection.
    case hold
    /// Closes the connection in order, with a FIN.
    case close
    /// Resets the connection.
    case reset
}

extension Step {
    /// Sends a string; `{port}` is replaced by the server's port.
    package static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
}

/// The behavior of a server, connection by connection.
package struct ServerScript: Sendable {
    /// The steps for each connection; the last ones are repeated for further connections.
    package var connections: [[Step]]

    package init(_ connections: [Step]...) {
        self.connections = connections
    }

    /// Reads a request, sends a string, and ends the connection.
    package static func responding(_ text: String, then last: Step = .close) -> ServerScript {
        ServerScript([.request, .text(text), last])
    }

    func steps(_ connection: Int) -> [Step] {
        connections[min(connection, connections.count - 1)]
    }
}
