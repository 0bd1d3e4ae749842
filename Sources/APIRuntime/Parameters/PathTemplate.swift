/// The path of an operation with its values filled in, percent-encoded.
///
/// The literal parts are taken from the OpenAPI document unchanged; every value is encoded, so that a `/`, `?` or `#`
/// inside it cannot change the path. A value that is empty, `.` or `..` would change it: such a call fails before
/// anything is sent.
///
/// ```swift
/// let path: PathTemplate = "/api/v4/receipt/\(receiptID)/pdf"
/// let colours: PathTemplate = "/paint\(matrix: "color", ["blue", "black"], explode: true)"
/// ```
@_spi(Generated)
public struct PathTemplate: ExpressibleByStringInterpolation, Sendable {
    /// The encoded path, starting with the first `/`.
    let encoded: String

    /// The positions of the values, as offsets into the UTF-8 of ``encoded``.
    let holes: [Range<Int>]

    /// The reason not to send the path; `nil` for a valid one.
    ///
    /// It contains no value.
    let problem: String?

    /// Creates a path without values.
    public init(stringLiteral value: String) {
        self.init(encoded: value, holes: [], problem: nil)
    }

    /// Creates a path from literals and values.
    public init(stringInterpolation parts: StringInterpolation) {
        self.init(encoded: parts.text, holes: parts.holes, problem: parts.problem)
    }

    private init(encoded: String, holes: [Range<Int>], problem: String?) {
        self.encoded = encoded
        self.holes = holes
        self.problem = problem ?? PathGuard.problem(in: encoded)
    }

    /// The path with `{}` in place of every value, for logs.
    var pattern: String {
        var bytes: [UInt8] = []
        var position = 0
        let text = Array(encoded.utf8)
        for hole in holes {
            bytes += text[position..<hole.lowerBound]
            bytes += "{}".utf8
            position = hole.upperBound
        }
        return String(decoding: bytes + text[position...], as: UTF8.self)
    }

    /// Collects the parts of a path; the compiler uses it for `\(…)`.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var text = ""
        var holes: [Range<Int>] = []
        var problem: String?

        /// Creates an empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 24)
            holes.reserveCapacity(interpolationCount)
        }

        /// Adds a literal part of the path unchanged.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Adds a value in the style `simple`: `blue,black` or, exploded, `R=100,G=200`.
        ///
        /// With another separator than a comma, a call with an element that contains the separator is not sent.
        public mutating func appendInterpolation(
            _ value: some ParameterValue,
            explode: Bool = false,
            separator: ParameterShape.Separator = .comma
        ) {
            add(separated: shape(of: value), by: separator, explode: explode)
        }

        /// Adds a string.
        public mutating func appendInterpolation(_ value: String) {
            add(value.parameterShape, explode: false)
        }

        /// Adds a value that may span several segments of the path: `/` and other characters of a path are not encoded,
        /// and neither are escapes such as `%20`.
        public mutating func appendInterpolation(reserved value: some ParameterValue, explode: Bool = false) {
            let text = shape(of: value).mapped { $0.percentEncoded(leaving: .path) }
            check(text.isEmpty ? "" : "value")
            appendHole(text.joined(by: ",", explode: explode))
        }

        /// Adds a value in the style `label`: `.blue,black` or, exploded, `.blue.black`.
        public mutating func appendInterpolation(label value: some ParameterValue, explode: Bool = false) {
            add(shape(of: value), prefix: ".", separator: explode ? "." : ",", explode: explode)
        }

        /// Adds a value in the style `matrix`: `;color=blue,black` or, exploded, `;color=blue;color=black`.
        public mutating func appendInterpolation(
            matrix name: String,
            _ value: some ParameterValue,
            explode: Bool = false
        ) {
            addMatrix(name, shape(of: value), explode: explode)
        }

        /// Adds a value that is written as JSON in the style `simple`.
        @_disfavoredOverload
        public mutating func appendInterpolation(
            _ value: some JSONCodable,
            explode: Bool = false,
            separator: ParameterShape.Separator = .comma
        ) {
            add(separated: shape(json: value), by: separator, explode: explode)
        }

        /// Adds a value that is written as JSON in the style `label`.
        @_disfavoredOverload
        public mutating func appendInterpolation(label value: some JSONCodable, explode: Bool = false) {
            add(shape(json: value), prefix: ".", separator: explode ? "." : ",", explode: explode)
        }

        /// Adds a value that is written as JSON in the style `matrix`.
        @_disfavoredOverload
        public mutating func appendInterpolation(matrix name: String, _ value: some JSONCodable, explode: Bool = false)
        {
            addMatrix(name, shape(json: value), explode: explode)
        }
    }
}

extension PathTemplate.StringInterpolation {
    /// Returns the shape of a value whose numbers must be finite.
    private mutating func shape(of value: some ParameterValue) -> ParameterShape {
        let shape = value.parameterShape
        check(FiniteNumbers.hasOnly(value, shape))
        return shape
    }

    /// Returns the shape of a value that is written as JSON, whose numbers must be finite.
    private mutating func shape(json value: some JSONCodable) -> ParameterShape {
        var isExact = true
        let shape = ParameterShape(json: value, isExact: &isExact)
        check(isExact)
        return shape
    }

    private mutating func check(_ isExact: Bool) {
        if !isExact { problem = problem ?? "A value in the path \(FiniteNumbers.problem)" }
    }

    private mutating func add(
        separated shape: ParameterShape,
        by separator: ParameterShape.Separator,
        explode: Bool
    ) {
        if separator.isAmbiguous(in: shape) {
            problem = problem ?? "An element of a list in the path contains the separator of the list."
        }
        add(shape, separator: separator.escaped, explode: explode)
    }

    private mutating func add(
        _ shape: ParameterShape,
        prefix: String = "",
        separator: String = ",",
        explode: Bool
    ) {
        let value = shape.mapped { $0.percentEncoded() }.joined(by: separator, explode: explode)
        check(value)
        appendHole(prefix + value)
    }

    private mutating func addMatrix(_ name: String, _ shape: ParameterShape, explode: Bool) {
        check(shape.isEmpty ? "" : "value")
        let name = name.percentEncoded()
        switch shape.mapped({ $0.percentEncoded() }) {
        case .list(let items) where explode:
            appendHole(items.map { ";\(name)=\($0)" }.joined())
        case .object(let members) where explode:
            appendHole(members.map { ";\($0.0)=\($0.1)" }.joined())
        case let encoded:
            appendHole(";\(name)=\(encoded.joined(by: ",", explode: false))")
        }
    }

    private mutating func check(_ value: String) {
        guard problem == nil else { return }
        if value.isEmpty { problem = "A value in the path is empty." }
        if value == "." || value == ".." { problem = "A value in the path is a dot segment." }
    }

    private mutating func appendHole(_ encoded: String) {
        let start = text.utf8.count
        text += encoded
        holes.append(start..<text.utf8.count)
    }
}

@_spi(Generated)
extension PathTemplate: CustomStringConvertible, CustomReflectable {
    /// The path with `{}` in place of every value.
    public var description: String { pattern }

    /// A mirror without the values, so that `dump` and failed tests do not print them.
    public var customMirror: Mirror { Mirror(self, children: ["pattern": pattern]) }
}
