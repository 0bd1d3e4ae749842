import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A client that sends bytes to a server on loopback, and that follows no rule of HTTP.
package final class RawPeer: Sendable {
    /// The server did not accept a connection.
    package struct Refused: Error {}

    private let socket: Int32

    /// Connects to a port.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - patience: The longest time to wait for bytes, in seconds; the server counts as hanging afterwards.
    /// - Throws: ``Refused`` if there is no server at the port.
    package init(port: Int, patience: Int = 20) throws {
        #if canImport(Glibc)
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        // A fixed size, because a system may otherwise let the buffer grow to many megabytes.
        var size: Int32 = 1 << 20
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let (socket, length) = (socket, socklen_t(MemoryLayout<sockaddr_in>.size))
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) == 0 }
        }
        guard isConnected else { throw Refused() }
        var time = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    /// Sends bytes.
    ///
    /// - Returns: Whether the server has taken all of them.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends text; see ``send(_:)-([UInt8])``.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Ends the client's side of the connection.
    package func finish() { shutdown(socket, RawSocket.write) }

    /// Returns the statuses of all responses, up to the end of the connection or a complete final response.
    ///
    /// - Returns: The statuses; `nil` if the server sends nothing for the whole patience.
    package func statuses(_ count: Int = 1) -> [Int]? {
        var bytes: [UInt8] = []
        while true {
            let found = Self.statuses(in: bytes)
            if found.filter({ $0 >= 200 }).count >= count { return found }
            switch receive() {
            case .bytes(let more): bytes += more
            case .end: return found
            case .silence: return nil
            }
        }
    }

    /// Returns all bytes up to the end of the connection; `nil` if the server sends nothing for the whole patience.
    package func received() -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            switch receive() {
            case .bytes(let more): bytes += more
            case .end: return bytes
            case .silence: return nil
            }
        }
    }

    /// Receives bytes until they contain some text.
    ///
    /// - Returns: All received bytes as text; `nil` if the connection ends or the patience is exceeded before the text.
    package func received(upTo text: String) -> String? {
        var bytes: [UInt8] = []
        while true {
            guard case .bytes(let more) = receive() else { return nil }
            bytes += more
            let all = String(decoding: bytes, as: UTF8.self)
            if all.contains(text) { return all }
        }
    }

    /// Receives all bytes up to the end of the connection.
    ///
    /// - Parameter received: A closure that is called with the number of bytes that have arrived since its last call.
    /// - Returns: Whether the connection has ended, and not only the patience.
    package func receiveAll(_ received: (Int) -> Void) -> Bool {
        while true {
            switch receive() {
            case .bytes(let bytes): received(bytes.count)
            case .end: return true
            case .silence: return false
            }
        }
    }

    /// The result of waiting for bytes.
    private enum Received { case bytes([UInt8]), end, silence }

    private func receive() -> Received {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let received = recv(socket, buffer.baseAddress, buffer.count, 0)
            if received < 0 { failure = errno }
            count = max(0, received)
        }
        if !bytes.isEmpty { return .bytes(bytes) }
        return failure == EAGAIN ? .silence : .end
    }

    private static func statuses(in bytes: [UInt8]) -> [Int] {
        String(decoding: bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap {
            Int($0.prefix(3))
        }
    }
}
