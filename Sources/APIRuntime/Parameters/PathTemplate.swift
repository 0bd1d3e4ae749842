/// The path of an operation, in which the names in braces are replaced by percent-encoded values.
///
/// The literal parts are taken from the OpenAPI document unchanged; every value is encoded, so that a `/`, `?` or `#`
/// inside it cannot change the path. A value that is empty, `.` or `..` would change it: such a call fails before
/// anything is sent.
struct PathTemplate: Sendable {
    /// The path of the document, for example `/notes/{noteId}`.
    let template: String

    /// The encoded values, in the order in which they were set.
    private var values: [Value] = []

    /// An encoded value, or the reason not to send it, which does not contain it.
    private struct Value: Sendable {
        let name: String
        var encoded = ""
        var problem: String?
    }

    init(_ template: String) {
        self.template = template
    }

    /// Returns the encoded path, starting with the first `/`.
    ///
    /// - Throws: The reason not to send it, if a value would change the path or is missing.
    func encoded() throws(TransportError) -> String {
        var path = template
        if template.utf8.contains(UInt8(ascii: "{")) { path = try expanded() }
        if let problem = PathGuard.problem(in: path) { throw TransportError(.invalidRequest, problem) }
        return path
    }

    private func expanded() throws(TransportError) -> String {
        var path = ""
        path.reserveCapacity(template.utf8.count + values.count * 24)
        var rest = template.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            path += Substring(rest[..<open])
            let name = rest[rest.index(after: open)..<close]
            guard let value = values.last(where: { $0.name.utf8.elementsEqual(name) }) else {
                throw TransportError(.invalidRequest, "The path has no value for {\(Substring(name))}.")
            }
            if let problem = value.problem { throw TransportError(.invalidRequest, problem) }
            path += value.encoded
            rest = rest[rest.index(after: close)...]
        }
        return path + Substring(rest)
    }

    /// Sets a value in the style `simple`: `blue,black` or, exploded, `R=100,G=200`.
    mutating func set(
        _ name: String,
        _ value: PathValue,
        explode: Bool,
        separator: ParameterShape.Separator = .comma
    ) {
        set(name, value, separator: separator.escaped, explode: explode)
        if separator.isAmbiguous(in: value.shape) {
            values[values.count - 1].problem = "An element of a list in the path contains the separator of the list."
        }
    }

    /// Sets a value in the style `label`: `.blue,black` or, exploded, `.blue.black`, in which no element has a period.
    mutating func set(_ name: String, label value: PathValue, explode: Bool, allowReserved: Bool = false) {
        let literal: LiteralCharacters = allowReserved ? .path : .unreserved
        set(name, value, prefix: ".", separator: explode ? "." : ",", explode: explode, leaving: literal)
        if explode, Self.hasDots(value.shape) {
            values[values.count - 1].problem = "An element of a list in the path contains the separator of the list."
        }
    }

    /// Returns whether the elements of a shape contain a period, which is not escaped in URLs.
    private static func hasDots(_ shape: ParameterShape) -> Bool {
        switch shape {
        case .primitive: false
        case .list(let items): items.contains { $0.contains(".") }
        case .object(let members): members.contains { $0.0.contains(".") || $0.1.contains(".") }
        }
    }

    /// Sets a value in the style `matrix`: `;color=blue,black` or, exploded, `;color=blue;color=black`; an empty string is
    /// `;color` (RFC 6570, section 3.2.7).
    mutating func set(_ name: String, matrix value: PathValue, explode: Bool, allowReserved: Bool = false) {
        let label = name.percentEncoded()
        let literal: LiteralCharacters = allowReserved ? .pathParameter : .unreserved
        let encoded =
            switch value.shape.mapped({ $0.percentEncoded(leaving: literal) }) {
            case .list(let items) where explode: items.map { Self.pair(label, $0) }.joined()
            case .object(let members) where explode: members.map { Self.pair($0.0, $0.1) }.joined()
            case let shape: Self.pair(label, shape.joined(by: ",", explode: false))
            }
        let isEmpty = if case .primitive = value.shape { false } else { value.shape.isEmpty }
        let problem = isEmpty ? Self.emptyMessage : nil
        values.append(Value(name: name, encoded: encoded, problem: value.problem ?? problem))
    }

    private static func pair(_ name: String, _ value: String) -> String {
        value.isEmpty ? ";\(name)" : ";\(name)=\(value)"
    }

    /// Sets a value that may span several segments: `/` and other characters of a path, and escapes such as `%20`, are
    /// not encoded.
    mutating func set(_ name: String, reserved value: PathValue, explode: Bool) {
        let shape = value.shape.mapped { $0.percentEncoded(leaving: .path) }
        let problem = shape.isEmpty ? Self.emptyMessage : nil
        let encoded = shape.joined(by: ",", explode: explode)
        values.append(Value(name: name, encoded: encoded, problem: value.problem ?? problem))
    }

    private mutating func set(
        _ name: String,
        _ value: PathValue,
        prefix: String = "",
        separator: String,
        explode: Bool,
        leaving literal: LiteralCharacters = .unreserved
    ) {
        let encoded = value.shape.mapped { $0.percentEncoded(leaving: literal) }
            .joined(by: separator, explode: explode)
        let problem: String? =
            switch encoded {
            case "": Self.emptyMessage
            case ".", "..": "A value in the path is a dot segment."
            default: nil
            }
        values.append(Value(name: name, encoded: prefix + encoded, problem: value.problem ?? problem))
    }

    private static let emptyMessage = "A value in the path is empty."
}

/// The value of a path parameter.
struct PathValue {
    let shape: ParameterShape

    /// The reason not to send the value, which does not contain it.
    let problem: String?

    init(_ value: some ParameterValue) {
        shape = value.parameterShape
        problem = FiniteNumbers.hasOnly(value, shape) ? nil : Self.message
    }

    /// Creates a value that is written as JSON.
    init(json value: some JSONCodable) {
        var isExact = true
        shape = ParameterShape(json: value, isExact: &isExact)
        problem = isExact ? nil : Self.message
    }

    private static var message: String { "A value in the path \(FiniteNumbers.problem)" }
}

extension PathTemplate: CustomStringConvertible, CustomReflectable {
    /// The path of the document, without values.
    var description: String { template }

    /// A mirror without the values, so that `dump` and failed tests do not print them.
    var customMirror: Mirror { Mirror(self, children: ["template": template]) }
}
