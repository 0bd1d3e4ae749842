package import APIRuntime
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on the loopback interface that plays a script with raw bytes.
///
/// It uses blocking sockets and one thread for each connection, and no HTTP library, so that it can break any rule.
package final class RawServer: Sendable {
    /// The port on which the server listens.
    package let port: Int

    /// The requests of which at least one byte was received.
    package var requests: [ReceivedRequest] { state.withLock { $0.requests } }

    private struct State: Sendable {
        var connections = 0
        var sockets: Set<Int32> = []
        var requests: [ReceivedRequest] = []
        var isStopped = false
    }

    private let listener: Int32
    private let script: ServerScript
    private let state = LockedState(State())

    /// Starts a server.
    ///
    /// - Throws: ``RawServerError`` when no port can be opened.
    package init(_ script: ServerScript) throws {
        self.script = script
        let (socket, port) = try RawSocket.listen()
        listener = socket
        self.port = port
        Thread.detachNewThread { [self] in accept() }
    }

    /// Closes all connections and the port.
    package func stop() {
        let sockets = state.withLock { state in
            state.isStopped = true
            return state.sockets
        }
        for socket in sockets { shutdown(socket, RawSocket.both) }
        shutdown(listener, RawSocket.both)
    }

    private func accept() {
        while true {
            let socket = RawSocket.accept(listener)
            guard socket >= 0 else { break }
            let number = state.withLock { state -> Int? in
                guard !state.isStopped else { return nil }
                state.sockets.insert(socket)
                defer { state.connections += 1 }
                return state.connections
            }
            guard let number else {
                close(socket)
                break
            }
            Thread.detachNewThread { [self] in serve(socket, number) }
        }
        close(listener)
    }

    private func serve(_ socket: Int32, _ number: Int) {
        var connection = RawConnection(socket, port: port) { [state] request in
            state.withLock { state in
                if let index = request.index {
                    state.requests[index] = request
                } else {
                    state.requests.append(request)
                }
                return request.index ?? state.requests.count - 1
            }
        }
        for step in script.steps(number) where connection.isOpen { connection.play(step) }
        _ = state.withLock { $0.sockets.remove(socket) }
        connection.end()
    }
}

/// A request as far as the server received it.
package struct ReceivedRequest: Sendable {
    /// The bytes, at most the first 64 KiB.
    package var bytes: [UInt8] = []
    /// The number of received bytes.
    package var count = 0
    /// Whether the request was received completely.
    package var isComplete = false
    var index: Int?

    /// The method in the request line.
    package var method: String {
        String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self)
    }

    /// The extent of the request that was received.
    package var extent: SendAccount.Extent {
        if isComplete { return .everything }
        return RawConnection.headEnd(in: bytes).map { bytes.count > $0 ? .part : .head } ?? .head
    }
}

/// A socket could not be opened.
package struct RawServerError: Error {}
