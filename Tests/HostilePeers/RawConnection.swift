import Foundation

/// One connection of a ``RawServer``.
struct RawConnection {
    private let socket: Int32
    private let port: Int
    private let note: (ReceivedRequest) -> Int
    private var buffer: [UInt8] = []

    /// Whether further steps can be played.
    private(set) var isOpen = true
    private var isReset = false

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - socket: The connected socket.
    ///   - port: The port of the server.
    ///   - note: Records what was received of a request, and returns its index.
    init(_ socket: Int32, port: Int, note: @escaping (ReceivedRequest) -> Int) {
        self.socket = socket
        self.port = port
        self.note = note
    }

    mutating func play(_ step: Step) {
        switch step {
        case .request: readRequest(withBody: true)
        case .requestHead: readRequest(withBody: false)
        case .send(let bytes): isOpen = RawSocket.send(socket, filled(bytes))
        case .sendForever(let bytes): while RawSocket.send(socket, bytes) {}
        case .drip(let bytes):
            for byte in filled(bytes) where isOpen {
                isOpen = RawSocket.send(socket, [byte])
                usleep(200)
            }
        case .pause(let milliseconds): usleep(UInt32(milliseconds) * 1000)
        case .hold: drain()
        case .close:
            shutdown(socket, RawSocket.write)
            // Closing with unread bytes would reset the connection.
            drain()
        case .reset:
            RawSocket.reset(socket)
            isReset = true
            isOpen = false
        }
    }

    /// Closes the socket.
    func end() {
        if !isReset { close(socket) }
    }

    private mutating func drain() {
        while RawSocket.receive(socket) != nil {}
        isOpen = false
    }

    private func filled(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count < 65536, let text = String(validating: bytes, as: UTF8.self), text.contains("{port}") else {
            return bytes
        }
        return Array(text.replacingOccurrences(of: "{port}", with: "\(port)").utf8)
    }

    private mutating func readRequest(withBody: Bool) {
        var request = ReceivedRequest()
        while true {
            if !buffer.isEmpty {
                request.bytes = Array(buffer.prefix(65536))
                request.count = buffer.count
                if let length = Self.length(of: buffer) {
                    request.isComplete = buffer.count >= length
                    if request.isComplete || !withBody {
                        request.index = note(request)
                        buffer.removeFirst(min(length, buffer.count))
                        return
                    }
                }
                request.index = note(request)
            }
            guard let more = RawSocket.receive(socket) else {
                isOpen = false
                return
            }
            buffer += more
        }
    }

    /// Returns the position behind the head of a message; `nil` when it is not complete.
    static func headEnd(in bytes: [UInt8]) -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == mark }.map { $0 + 4 }
    }

    /// Returns the length of the request at the start of the bytes; `nil` when its head is not complete.
    private static func length(of bytes: [UInt8]) -> Int? {
        guard let end = headEnd(in: bytes) else { return nil }
        let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        if head.contains("transfer-encoding: chunked") {
            let rest = bytes[end...]
            let isComplete = rest.suffix(5).elementsEqual("0\r\n\r\n".utf8)
            return isComplete ? bytes.count : .max
        }
        let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        return end + (field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0)
    }
}
