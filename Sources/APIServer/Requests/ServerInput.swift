import APIRuntime
import APIRequestDecoding
import Foundation

/// A received request from which a route reads the parameters of its operation.
///
/// Each method infers the type from its context; an optional type makes the parameter optional:
///
/// ```swift
/// let take: Int? = try input.query("take")
/// ```
public struct ServerInput: Sendable {
    /// A name and value of the query or of a form, in the order of the request.
    public struct Item: Sendable, Hashable {
        /// The name, decoded.
        public var name: String

        /// The received value, percent-encoded.
        public var rawValue: String

        /// Creates an item.
        public init(name: String, rawValue: String) {
            self.name = name
            self.rawValue = rawValue
        }

        /// Creates an item from a value that is not encoded.
        public init(name: String, value: String) {
            self.name = name
            rawValue = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? value
        }

        /// The value, decoded.
        public var value: String { rawValue.percentDecoded }

        /// The item for the decoders of parameters.
        var text: TextItem { TextItem(name: name, rawValue: rawValue) }
    }

    /// The parts of the request other than its parameters.
    public var about: ServerRequest

    /// The items of the query.
    public var query: [Item]

    /// The received values of the path by name, percent-encoded.
    public var pathValues: [String: String]

    /// The body; empty when there is none.
    public var body: [UInt8]

    /// Options of the server.
    let options: ServerOptions

    /// Names of query parameters that were read.
    private(set) var asked: Set<String> = []

    /// Creates an input, for tests of routes.
    public init(
        _ about: ServerRequest,
        query: String = "",
        pathValues: [String: String] = [:],
        body: [UInt8] = [],
        options: ServerOptions = ServerOptions()
    ) {
        self.about = about
        self.query = QueryText.items(query, plusIsSpace: false).map { Item(name: $0.name, rawValue: $0.rawValue) }
        self.pathValues = pathValues
        self.body = body
        self.options = options
    }

    /// Returns the other parts of the request; a route reads them after all parameters.
    ///
    /// - Throws: ``UnreadableInput`` for a query parameter that no method read, if the options refuse those.
    public func request() throws(UnreadableInput) -> ServerRequest {
        guard options.unknownParameters == .refused else { return about }
        for item in query where !asked.contains(item.name) {
            let base = item.name.prefix { $0 != "[" }
            guard asked.contains(String(base)) else { throw UnreadableInput(.query, item.name, .unknown) }
        }
        return about
    }

    /// Records that a query parameter was read.
    mutating func ask(_ name: String) {
        asked.insert(name)
    }

    /// Renames items whose name differs only in letter case.
    mutating func rename(to name: String) {
        let lower = name.lowercased()
        for index in query.indices where query[index].name.lowercased() == lower { query[index].name = name }
    }

    /// First value of a query parameter, decoded; `nil` when absent.
    public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// All values of a query parameter, decoded.
    public func queryValues(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

    /// A value of the path, decoded; empty when the route has none of this name.
    public func pathValue(_ name: String) -> String { pathValues[name]?.percentDecoded ?? "" }
}
