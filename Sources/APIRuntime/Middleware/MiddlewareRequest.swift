public import HTTPTypes

/// A request on its way through the stages of a call.
public struct MiddlewareRequest: Sendable {
    /// Method, scheme, authority, path with query, and header fields.
    ///
    /// After ``CallStage/credentials``, it includes the credentials. The transport stage refuses a head with a control
    /// character, a dot segment or another part that a server could misread.
    public var head: HTTPRequest

    /// The body; `nil` for none.
    ///
    /// The call is sent again only when the body's ``HTTPBody/isReplayable`` is `true`.
    public var body: HTTPBody?

    /// Creates a request.
    public init(head: HTTPRequest, body: HTTPBody? = nil) {
        self.head = head
        self.body = body
    }
}

extension MiddlewareRequest: CustomStringConvertible, PartlyReflectable {
    /// Method and authority; the path, the header fields and the body may be private.
    public var description: String { "\(head.method.rawValue) \(head.authority ?? "")" }

    /// The same as the description, so that `dump` and failed tests print no private values.
    var shownProperties: KeyValuePairs<String, Any> {
        ["method": head.method.rawValue, "authority": head.authority ?? ""]
    }
}
