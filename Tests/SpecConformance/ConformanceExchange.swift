import Foundation
import YAMLReader

/// The bytes of one request and its response.
public struct ConformanceExchange: Sendable {
    /// One of the two messages.
    public struct Message: Sendable {
        /// The header fields, with names in lower case.
        public var fields: [(name: String, value: String)]

        /// The body; empty if there is none, and `nil` if it was not recorded.
        public var body: [UInt8]?

        /// Creates a message.
        public init(fields: [(name: String, value: String)], body: [UInt8]?) {
            self.fields = fields.map { ($0.name.lowercased(), $0.value) }
            self.body = body
        }

        /// Returns the first value of a header field.
        func value(_ name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }

        /// The media type without its parameters, in lower case; `nil` without a `Content-Type`.
        var mediaType: String? {
            value("content-type")?.split(separator: ";").first.map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
        }
    }

    /// The method, in upper case.
    public var method: String

    /// The path with the query.
    public var path: String

    /// The request.
    public var request: Message

    /// The status of the response.
    public var status: Int

    /// The response.
    public var response: Message

    /// Creates an exchange.
    public init(method: String, path: String, request: Message, status: Int, response: Message) {
        self.method = method
        self.path = path
        self.request = request
        self.status = status
        self.response = response
    }
}

extension ConformanceSpec {
    /// Returns the ways in which an exchange differs from the documentation of its operation.
    ///
    /// A server refuses a request that violates the specification, so a request is judged only if it succeeded.
    ///
    /// - Returns: A line for each violation, which begins with the operation.
    public func violations(of exchange: ConformanceExchange) -> [String] {
        let parts = exchange.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/").map(String.init)
        for operation in operations where operation.method == exchange.method {
            guard let values = operation.values(in: path) else { continue }
            let query = parts.count > 1 ? QueryItems.parsed(String(parts[1])) : []
            let check = ExchangeCheck(spec: self, operation: operation, exchange: exchange)
            let request = exchange.status < 400 ? check.requestViolations(path: values, query: query) : []
            return
                (request.map { "request \($0)" }
                + check.responseViolations().map { "response \(exchange.status) \($0)" })
                .map { "\(operation.name): \($0)" }
        }
        return ["\(exchange.method) \(parts[0]): is not documented"]
    }
}

/// The names and values of a query or a form.
enum QueryItems {
    static func parsed(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
                part.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? String(part)
            }
            return (pair[0], pair.count > 1 ? pair[1] : "")
        }
    }
}
