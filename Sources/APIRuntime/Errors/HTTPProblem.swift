/// The problem details of RFC 9457, independent of the schema that documents them.
///
/// Properties whose value has another type than the RFC requires are `nil`, as the RFC specifies.
public struct HTTPProblem: Hashable, JSONCodable {
    /// The URI of the kind of problem; `nil` means `about:blank`.
    public var type: String?

    /// A short summary of the kind of problem, for people.
    public var title: String?

    /// The status in the body; it may differ from that of the response itself.
    public var status: Int?

    /// An explanation of this occurrence, for people.
    public var detail: String?

    /// The URI of this occurrence.
    public var instance: String?

    /// The properties that the RFC does not define.
    public var extensionMembers: JSONObject

    /// Creates a problem.
    public init(
        type: String? = nil,
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensionMembers: JSONObject = JSONObject()
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensionMembers = extensionMembers
    }

    /// Creates the problem that a body describes; `nil` when the body is not an object.
    init?(_ body: any JSONCodable) {
        guard let object = JSONValue(body).object else { return nil }
        self.init(object)
    }

    /// Reads a problem from a JSON object.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not an object.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self.init(try JSONObject(json: &reader))
    }

    /// Writes the properties that have a value, the extension members last.
    public func write(to writer: inout JSONWriter) {
        let texts = [("type", type), ("title", title), ("detail", detail), ("instance", instance)]
        var object = JSONObject(texts.compactMap { name, text in text.map { .init(name: name, value: .string($0)) } })
        object["status"] = status.map { .number(JSONNumber($0)) }
        JSONObject(object.members + extensionMembers.members).write(to: &writer)
    }

    private init(_ object: JSONObject) {
        self.init(
            type: object["type"]?.string,
            title: object["title"]?.string,
            status: object["status"]?.number?.value(as: Int.self),
            detail: object["detail"]?.string,
            instance: object["instance"]?.string,
            extensionMembers: JSONObject(distinct: object.members.filter { !Self.members.contains($0.name) })
        )
    }

    private static let members: Set<String> = ["type", "title", "status", "detail", "instance"]
}
