import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The few functions of POSIX sockets whose declarations differ between systems.
enum RawSocket {
    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    static let both = Int32(SHUT_RDWR)
    static let write = Int32(SHUT_WR)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    private static let stream = SOCK_STREAM
    static let both = SHUT_RDWR
    static let write = SHUT_WR
    private static let noSignal: Int32 = 0
    #endif

    /// Opens a port on the loopback interface and returns the socket with the port.
    static func listen() throws -> (Int32, Int) {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw RawServerError() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound, Foundation.listen(descriptor, 64) == 0 else {
            close(descriptor)
            throw RawServerError()
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Waits for a connection; a negative number when the port was closed.
    static func accept(_ listener: Int32) -> Int32 { Foundation.accept(listener, nil, nil) }

    /// Sends all bytes.
    ///
    /// - Returns: Whether the connection is still open.
    static func send(_ socket: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, noSignal) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Receives some bytes; `nil` when the connection has ended.
    static func receive(_ socket: Int32) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
            count = max(0, recv(socket, buffer.baseAddress, buffer.count, 0))
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Closes a connection with a reset.
    static func reset(_ socket: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close(socket)
    }
}
