public import APIRuntime
import APIRequestDecoding
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Logging

/// A parsed request, from which a route reads the parameters of its operation.
///
/// The reading methods infer the type from the context. An optional type makes the parameter optional:
///
/// ```swift
/// let take: Int? = try input.query("take")
/// ```
public struct ServerInput: Sendable {
    /// A name-value pair of the query, a form or a cookie, in the order of the request.
    public struct Item: Sendable, Hashable {
        /// The percent-decoded name.
        public var name: String {
            didSet { (formName, nameProblem) = (nil, nil) }
        }

        /// The percent-encoded value as sent.
        public var rawValue: String

        /// The name in a form, where `+` is a space; `nil` if it is the same.
        fileprivate var formName: String?

        /// The reason why the escapes of the name cannot be decoded; `nil` for a decoded name.
        private var nameProblem: String?

        /// Creates an item.
        public init(name: String, rawValue: String) {
            self.name = name
            self.rawValue = rawValue
        }

        /// Creates an item from a value that is not percent-encoded.
        public init(name: String, value: String) {
            self.name = name
            rawValue = value.percentEncoded()
        }

        /// The percent-decoded value.
        public var value: String { rawValue.percentDecoded }

        /// The item in the form that the parameter readers require.
        var text: TextItem { TextItem(name: name, rawValue: rawValue, nameProblem: nameProblem) }

        /// The item as part of a form, where `+` is a space.
        var formText: TextItem {
            TextItem(
                name: formName ?? name,
                rawValue: rawValue.replacing("+", with: "%20"),
                nameProblem: nameProblem
            )
        }

        /// Returns the items of a query.
        fileprivate static func all(in query: String) -> [Item] {
            var items = QueryText.items(query, plusIsSpace: false).map { received -> Item in
                var item = Item(name: received.name, rawValue: received.rawValue)
                item.nameProblem = received.nameProblem
                return item
            }
            guard query.utf8.contains(UInt8(ascii: "+")) else { return items }
            for (index, other) in QueryText.items(query, plusIsSpace: true).enumerated()
            where other.name != items[index].name {
                items[index].formName = other.name
            }
            return items
        }
    }

    /// The metadata of the request, without its parameters.
    public var about: ServerRequest

    /// The items of the query.
    public var query: [Item] {
        didSet { receivedQuery = nil }
    }

    /// The query as received; `nil` after a change of its items.
    private var receivedQuery: String?

    /// The percent-encoded values in the path, by name.
    public var pathValues: [String: String]

    /// The body; empty if there is none.
    public var body: [UInt8]

    /// The body while it arrives; `nil` for a body that was read before, which is in ``body``.
    public var stream: BodyChunks?

    /// The record of the length of ``stream``; `nil` for a body that was read before.
    var streamedLength: StreamedLength?

    /// The options of the server.
    let options: ServerOptions

    /// Whether the credentials of the request were accepted, or none are required.
    ///
    /// The body of a request that was not accepted is not read, and its handler only returns the refusal.
    public internal(set) var isAccepted = true

    /// The logger of the request; `nil` in tests of routes.
    var logger: Logger?

    /// The media types of the route.
    var condition = MediaCondition()

    /// The media type of the response for a request without a preference.
    var standardType = ""

    /// The names of the query parameters that contain credentials.
    ///
    /// They are documented, but not part of an object whose properties are separate parameters.
    var credentialNames: [String] = [] {
        didSet { for name in credentialNames { declare(name) } }
    }

    /// The names of the cookies that contain credentials.
    var credentialCookies: [String] = []

    /// The names of the query parameters that the route has read.
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
        self.query = Item.all(in: query)
        receivedQuery = query
        self.pathValues = pathValues
        self.body = body
        self.options = options
    }

    /// Returns the metadata of the request.
    ///
    /// A route calls this method after reading all parameters.
    ///
    /// - Throws: ``UnreadableInput`` for a query parameter that the route has not read, if the server refuses such
    ///   parameters.
    public func request() throws(UnreadableInput) -> ServerRequest {
        guard options.unknownParameters == .refused else { return about }
        for item in query {
            let names = [item.name, item.formText.name]
            guard names.contains(where: { asked.contains($0) || asked.contains(String($0.prefix { $0 != "[" })) })
            else { throw UnreadableInput(.query, item.name, .unknown) }
        }
        return about
    }

    /// Records that the route knows a query parameter.
    mutating func ask(_ name: String) {
        asked.insert(name)
    }

    /// Records a query parameter of the specification, and gives the items with another letter case its name if the
    /// server ignores it.
    mutating func declare(_ name: String) {
        ask(name)
        if options.ignoresCaseOfQueryNames { rename(to: name) }
    }

    /// Renames the items whose names match a name without regard to letter case.
    private mutating func rename(to name: String) {
        let lower = name.lowercased()
        let received = receivedQuery
        for index in query.indices where query[index].name.lowercased() == lower { query[index].name = name }
        receivedQuery = received
    }

    /// The percent-encoded query without the parameters that contain credentials.
    var wholeQuery: String {
        guard let receivedQuery else {
            let items = query.filter { !credentialNames.contains($0.name) }
            let pairs = items.map { item in
                item.rawValue.isEmpty ? item.name.percentEncoded() : "\(item.name.percentEncoded())=\(item.rawValue)"
            }
            return pairs.joined(separator: "&")
        }
        let names = credentialNames.map { options.ignoresCaseOfQueryNames ? $0.lowercased() : $0 }
        let pairs = receivedQuery.split(separator: "&", omittingEmptySubsequences: false).filter { pair in
            guard !names.isEmpty else { return true }
            let name = pair.prefix { $0 != "=" }.percentDecoded
            return !names.contains(options.ignoresCaseOfQueryNames ? name.lowercased() : name)
        }
        return pairs.joined(separator: "&")
    }

    /// Returns the first value of a query parameter, in which `+` is a space, or `nil` if it is absent.
    public func queryValue(_ name: String) -> String? { queryValues(name).first }

    /// Returns all values of a query parameter, in which `+` is a space.
    public func queryValues(_ name: String) -> [String] {
        query.filter { ($0.formName ?? $0.name) == name }.map(\.formText.value)
    }

    /// Returns a percent-decoded value of the path; empty if the route has no parameter with this name.
    public func pathValue(_ name: String) -> String { pathValues[name]?.percentDecoded ?? "" }
}

extension ServerInput: CustomStringConvertible, CustomReflectable {
    /// The operation, the method and the size of the body; parameters and body may be private.
    public var description: String { "\(about), \(stream == nil ? "\(body.count) bytes" : "streamed")" }

    /// A mirror of the request without parameters and body, so that `dump` and failed tests print no private values.
    public var customMirror: Mirror { Mirror(self, children: ["about": about, "bytes": body.count]) }
}

extension ServerInput.Item: CustomStringConvertible, CustomReflectable {
    /// The name, without the value.
    public var description: String { name }

    /// A mirror without the value, which may be private.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
