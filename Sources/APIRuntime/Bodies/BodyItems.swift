#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The items of a request body that is sent item by item, as JSON lines, a JSON text sequence or the parts of a multipart
/// body.
///
/// ```swift
/// try await client.readings.upload(body: [first, second])
/// try await client.readings.upload(body: BodyItems(sensor.readings))
/// ```
public struct BodyItems<Item: JSONCodable>: Sendable {
    /// The items, if they are in memory.
    let items: [Item]?
    private let open: @Sendable () -> @Sendable () async throws -> Item?

    /// Creates the items of a list.
    ///
    /// A call with them can be sent again.
    public init(_ items: [Item]) {
        self.items = items
        open = {
            let rest = LockedState(items[...])
            return { rest.withLock { $0.popFirst() } }
        }
    }

    /// Creates the items of an asynchronous sequence, and requests each item after sending the previous one.
    ///
    /// The runtime sends such a call only once. If the sequence throws, the call fails.
    public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Item {
        items = nil
        open = {
            let pump = SequencePump(sequence)
            return { try await pump.next() }
        }
    }

    /// Creates items from a closure that starts an iteration, for servers.
    ///
    /// - Parameter open: Returns a closure for the next item, which returns `nil` after the last one.
    public init(_ open: @escaping @Sendable () -> @Sendable () async throws -> Item?) {
        items = nil
        self.open = open
    }

    /// The reason not to send items in memory; `nil` for valid ones, and for items that are not in memory.
    var problem: String? {
        for (index, item) in (items ?? []).enumerated() {
            var isExact = true
            _ = JSONCoding.encode(item, options: .request, isExact: &isExact)
            if !isExact { return Self.problem(of: index) }
        }
        return nil
    }

    private static func problem(of index: Int) -> String {
        "The item at index \(index) of the body \(FiniteNumbers.problem)"
    }

    /// Returns the body.
    ///
    /// An item with a number that is not finite ends it with ``TransportError/Code/body``.
    ///
    /// - Parameter start: The byte before each item; `nil` for none.
    /// - Returns: The body: each item as JSON in one line.
    func body(startingEachWith start: UInt8?) -> HTTPBody {
        body { item, isExact in
            (start.map { [$0] } ?? []) + JSONCoding.encode(item, options: .request, isExact: &isExact) + [0x0A]
        }
    }

    /// Returns a multipart body.
    ///
    /// An item with a number that is not finite ends it with ``TransportError/Code/body``.
    ///
    /// - Parameters:
    ///   - type: The media type of each part.
    ///   - boundary: The boundary between the parts.
    /// - Returns: The body: each item as a part without a name.
    func body(ofPartsWith type: String, boundary: String) -> HTTPBody {
        let head = Array("--\(boundary)\r\nContent-Type: \(type)\r\n\r\n".utf8)
        let end = Array("--\(boundary)--\r\n".utf8)
        let part = { @Sendable (item: Item, isExact: inout Bool) -> [UInt8] in
            if let data = item as? Data, !type.contains("json") { return head + [UInt8](data) + [0x0D, 0x0A] }
            let value = JSONValue(encoding: item, options: .request, isExact: &isExact)
            return head + MultipartBody.content(of: value, contentType: type) + [0x0D, 0x0A]
        }
        guard let items else { return body(endingWith: end, part) }
        // Of a list, the length is known, which some servers require. The caller has checked its numbers.
        var isExact = true
        return .bytes(items.flatMap { part($0, &isExact) } + end)
    }

    private func body(
        endingWith end: [UInt8]? = nil,
        _ frame: @escaping @Sendable (_ item: Item, _ isExact: inout Bool) -> [UInt8]
    ) -> HTTPBody {
        .stream(
            BodyStream(length: nil, isReplayable: items != nil) { [open] in
                let next = open()
                let state = LockedState((count: 0, end: end))
                return BodyChunks {
                    guard let item = try await next() else { return state.withLock { $0.end.take() } }
                    let index = state.withLock { state in
                        defer { state.count += 1 }
                        return state.count
                    }
                    var isExact = true
                    let bytes = frame(item, &isExact)
                    guard isExact else { throw TransportError(.body, Self.problem(of: index)) }
                    return bytes
                }
            }
        )
    }
}

extension BodyItems: AsyncSequence {
    /// An iterator over the items.
    public struct Iterator: AsyncIteratorProtocol {
        let fetch: @Sendable () async throws -> Item?

        /// Returns the next item; `nil` after the last one.
        ///
        /// - Throws: The error of the sequence or the request that provides the items.
        public mutating func next() async throws -> Item? { try await fetch() }
    }

    /// Creates an iterator; a sequence that provides the items may allow only one.
    public func makeAsyncIterator() -> Iterator { Iterator(fetch: open()) }
}

extension BodyItems: ExpressibleByArrayLiteral {
    /// Creates the items of a list.
    public init(arrayLiteral items: Item...) {
        self.init(items)
    }
}

extension HTTPBody {
    /// Returns a body of the chunks of an asynchronous sequence, each requested after the previous one is sent.
    ///
    /// The runtime sends such a call only once. If the sequence throws, the call fails.
    ///
    /// - Parameters:
    ///   - chunks: The chunks.
    ///   - length: Length of the whole body in bytes; `nil` when it is unknown.
    /// - Returns: The body.
    public static func sequence<S: AsyncSequence & Sendable>(_ chunks: S, length: Int? = nil) -> HTTPBody
    where S.Element == [UInt8] {
        .stream(
            BodyStream(length: length, isReplayable: false) {
                let pump = SequencePump(chunks)
                return BodyChunks { try await pump.next() }
            }
        )
    }
}
