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

    /// The reason not to send items in memory as JSON; `nil` for valid ones, and for items that are not in memory.
    var problem: String? { problem(Self.json) }

    /// Returns the reason not to send items in memory as parts.
    ///
    /// - Parameter type: The media type of each part.
    /// - Returns: The reason; `nil` for valid items, and for items that are not in memory.
    func problem(ofPartsWith type: String) -> String? {
        problem { (item) throws(UnsendableItem) in try Self.part(item, type) }
    }

    private func problem(_ encode: (Item) throws(UnsendableItem) -> [UInt8]) -> String? {
        for (index, item) in (items ?? []).enumerated() {
            do throws(UnsendableItem) {
                _ = try encode(item)
            } catch {
                return error.message(at: index)
            }
        }
        return nil
    }

    /// Returns the body.
    ///
    /// An item with a number that is not finite ends it with ``TransportError/Code/body``.
    ///
    /// - Parameter start: The byte before each item; `nil` for none.
    /// - Returns: The body: each item as JSON in one line.
    func body(startingEachWith start: UInt8?) -> HTTPBody {
        body { (item) throws(UnsendableItem) in (start.map { [$0] } ?? []) + (try Self.json(item)) + [0x0A] }
    }

    /// Returns a multipart body.
    ///
    /// An item with a number that is not finite, or that its charset lacks, ends it with ``TransportError/Code/body``.
    ///
    /// - Parameters:
    ///   - type: The media type of each part.
    ///   - boundary: The boundary between the parts.
    /// - Returns: The body: each item as a part without a name.
    func body(ofPartsWith type: String, boundary: String) -> HTTPBody {
        let head = Array("--\(boundary)\r\nContent-Type: \(type)\r\n\r\n".utf8)
        let end = Array("--\(boundary)--\r\n".utf8)
        guard let items else {
            return body(endingWith: end) { (item) throws(UnsendableItem) in
                head + (try Self.part(item, type)) + [0x0D, 0x0A]
            }
        }
        // Of a list, the length is known, which some servers require. The caller has checked its items.
        return .bytes(items.flatMap { head + ((try? Self.part($0, type)) ?? []) + [0x0D, 0x0A] } + end)
    }

    private func body(
        endingWith end: [UInt8]? = nil,
        _ encode: @escaping @Sendable (Item) throws(UnsendableItem) -> [UInt8]
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
                    do throws(UnsendableItem) {
                        return try encode(item)
                    } catch {
                        throw TransportError(.body, error.message(at: index))
                    }
                }
            }
        )
    }

    private static func json(_ item: Item) throws(UnsendableItem) -> [UInt8] {
        var isExact = true
        let bytes = JSONCoding.encode(item, options: .request, isExact: &isExact)
        guard isExact else { throw UnsendableItem(problem: FiniteNumbers.problem) }
        return bytes
    }

    private static func part(_ item: Item, _ type: String) throws(UnsendableItem) -> [UInt8] {
        if let data = item as? Data, !type.contains("json") { return [UInt8](data) }
        var isExact = true
        let value = JSONValue(encoding: item, options: .request, isExact: &isExact)
        guard isExact else { throw UnsendableItem(problem: FiniteNumbers.problem) }
        guard let bytes = MultipartBody.content(of: value, contentType: type) else {
            throw UnsendableItem(problem: MultipartBody.charsetProblem)
        }
        return bytes
    }
}

/// An item that cannot be sent.
private struct UnsendableItem: Error {
    /// The end of the message, after the name of the item.
    let problem: String

    func message(at index: Int) -> String { "The item at index \(index) of the body \(problem)" }
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
