#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// A value that can be sent as a multipart body, such as a form.
public protocol MultipartConvertible: Sendable {
    /// Adds the value's properties to a form, in order.
    func append(to form: inout MultipartBody)
}

/// A multipart body under construction: a form (RFC 7578), or parts of another multipart type.
///
/// Files are read in chunks while the body is sent.
public struct MultipartBody: Sendable {
    /// The boundary between the parts, 1 to 70 characters.
    ///
    /// It must not occur in any part: the default is random.
    public let boundary: String

    private var parts: [Part] = []

    /// The reason not to send the body; `nil` for a valid one.
    private(set) var problem: String?

    /// The encodings of single properties, by name.
    private let encodings: [String: FormEncoding]

    /// Creates an empty form.
    ///
    /// - Parameter boundary: The boundary between the parts; `nil` generates a random one. Tests can pass a fixed one.
    public init(boundary: String? = nil) {
        self.init(boundary: boundary, encodings: [:])
    }

    /// Creates an empty form with styles for some of its properties (OpenAPI 3.1, "Encoding Object").
    init(boundary: String? = nil, encodings: [String: FormEncoding]) {
        self.encodings = encodings
        self.boundary = boundary ?? "specwright-\(UUID().uuidString.lowercased())"
    }

    /// The media type of forms.
    @_spi(Generated)
    public static let formType = "multipart/form-data"

    /// The media type without its boundary.
    ///
    /// Parts of a form have a name in `Content-Disposition`. Parts of `multipart/related` have a `Content-ID` (RFC 2387),
    /// and parts of all types other than forms have a media type.
    public var mediaType = MultipartBody.formType

    /// The value of the `Content-Type` field.
    public var contentType: String { contentType(startingWith: parts.first?.typeInMixture) }

    /// Returns the value of the `Content-Type` field.
    ///
    /// - Parameter type: The media type of the first part; `nil` without parts.
    /// - Returns: The value.
    func contentType(startingWith type: String?) -> String {
        // A document may fix a boundary, which would be a second one.
        var start = MediaType.removing("boundary", from: mediaType)
        if isRelated, let type, !mediaType.contains("type=") { start += "; type=\"\(type)\"" }
        return "\(start); boundary=\(boundary)"
    }

    private var isRelated: Bool { mediaType.lowercased().hasPrefix("multipart/related") }

    private var isForm: Bool { mediaType.lowercased().hasPrefix(Self.formType) }

    /// Adds a string part, without a media type unless its encoding is JSON.
    public mutating func append(_ name: String, text: String) {
        guard encodings[name]?.isJSON != true else { return append(name, json: text) }
        append(name, .bytes(Array(text.utf8)), fileName: nil, contentType: nil)
    }

    /// Adds a part that contains a value as JSON.
    public mutating func append(_ name: String, json: some JSONCodable, contentType: String = "application/json") {
        guard !append(name, styled: value(of: json, name)) else { return }
        append(name, .bytes(JSONCoding.encode(json, options: .request)), fileName: nil, contentType: contentType)
    }

    /// Adds a parameter: one string part for a scalar, one for each element of a list.
    ///
    /// An object becomes one part that contains JSON.
    @_spi(Generated)
    public mutating func append(_ name: String, value: some ParameterValue) {
        let shape = value.parameterShape
        check(FiniteNumbers.hasOnly(value, shape), name)
        if let encoding = encodings[name] {
            guard !encoding.isJSON else {
                guard let json = value as? any JSONCodable else {
                    return append(name, text: shape.joined(by: ",", explode: false))
                }
                return append(name, part: json)
            }
            return append { $0.add(name, shape, style: encoding.style, explode: encoding.explode) }
        }
        switch shape {
        case .primitive(let text): append(name, text: text)
        case .list(let items): for item in items { append(name, text: item) }
        case .object(let members):
            append(name, json: JSONValue.object(JSONObject(members.map { .init(name: $0.0, value: .string($0.1)) })))
        }
    }

    /// Adds a value of any type: strings, numbers and Booleans as one string part, and each element of a list as one
    /// part.
    ///
    /// Any other value becomes one part that contains JSON, as does each element of a list whose encoding is JSON; null
    /// adds nothing.
    @_spi(Generated)
    public mutating func append(_ name: String, part value: some JSONCodable) {
        let json = self.value(of: value, name)
        guard !append(name, styled: json) else { return }
        let isJSON = encodings[name]?.isJSON == true
        let isBase64 = value is Data || value is [Data]
        for element in json.array ?? [json] where !element.isNull {
            if element.array == nil, element.object == nil, !isJSON {
                append(name, text: element.plainText)
                parts[parts.count - 1].isBase64 = isBase64
            } else {
                append(name, json: element)
            }
        }
    }

    /// Returns the JSON of a part.
    private mutating func value(of part: some JSONCodable, _ name: String) -> JSONValue {
        var isExact = true
        let json = JSONValue(encoding: part, options: .request, isExact: &isExact)
        check(isExact, name)
        return json
    }

    /// Sets the problem that keeps the body from being sent if a part has a number that is not finite.
    private mutating func check(_ isExact: Bool, _ name: String) {
        if !isExact { problem = problem ?? "The part '\(name)' of the body \(FiniteNumbers.problem)" }
    }

    /// Adds a property in its style; returns whether it has one.
    private mutating func append(_ name: String, styled value: JSONValue) -> Bool {
        guard let encoding = encodings[name], !encoding.isJSON else { return false }
        append { writer in
            guard !value.isNull else { return }
            FormBody.add(name, value, encoding: encoding, to: &writer)
        }
        return true
    }

    /// Adds query parameters, each as a separate part.
    private mutating func append(_ write: (inout QueryWriter) -> Void) {
        var writer = QueryWriter()
        // The parts contain the values without escapes.
        writer.escapesCommas = false
        write(&writer)
        problem = problem ?? writer.problem
        for item in writer.items { append(item.name, text: item.value) }
    }

    /// Adds a part without a name, for bodies other than forms.
    ///
    /// A string is sent unchanged if its media type is text, and as the bytes that it encodes in Base64 if its media
    /// type is neither text nor JSON. Any other value is sent as JSON.
    mutating func append(unnamed value: JSONValue, contentType: String) {
        let bytes = Self.content(of: value, contentType: contentType)
        if bytes == nil { problem = problem ?? "A part of the body \(Self.charsetProblem)" }
        append("", .bytes(bytes ?? []), fileName: nil, contentType: contentType)
    }

    /// The end of a message about text that its charset cannot express.
    static let charsetProblem = "cannot be written in the charset of its media type."

    /// Returns the bytes of a part without a name; see ``append(unnamed:contentType:)``.
    ///
    /// - Returns: The bytes; `nil` for text that the charset of its media type lacks.
    static func content(of value: JSONValue, contentType: String) -> [UInt8]? {
        let type = contentType.lowercased()
        let isJSON = type.contains("json")
        return switch value {
        case .string(let text) where !isJSON && type.hasPrefix("text/"): Self.text(text, as: contentType)
        case .string(let text) where !isJSON: Data(base64Encoded: text).map { [UInt8]($0) } ?? Array(text.utf8)
        default: JSONCoding.encode(value)
        }
    }

    /// Adds a file.
    ///
    /// In a form, a file without a name has the name of its property, because many servers read a part without a file name
    /// as a string. A part that is text, see ``FilePart/init(text:)``, has none. Sending a file fails if its media type or
    /// one of its header fields has a line break, NUL or another control character.
    public mutating func append(_ name: String, file: FilePart) {
        problem = problem ?? file.problem
        append(
            name,
            file.content,
            fileName: file.fileName,
            contentType: file.contentType,
            headers: file.headers,
            isFile: !file.isText,
            isFinal: file.isText
        )
    }

    /// Adds properties that the OpenAPI document does not declare, each with ``append(_:part:)``.
    @_spi(Generated)
    public mutating func append(unknown members: UnknownProperties) {
        for member in members.members.members { append(member.name, part: member.value) }
    }

    /// Adds properties with any names in the order of their names, each with ``append(_:part:)``.
    @_spi(Generated)
    public mutating func append(additional members: [String: some JSONCodable]) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let isValid = problem == nil
            append(name, part: value)
            // The caller's names are data, which no message contains.
            if isValid, problem != nil { problem = "A part of the body \(FiniteNumbers.problem)" }
        }
    }

    /// Adds files with any names in the order of their names.
    @_spi(Generated)
    public mutating func append(files members: [String: FilePart]) {
        for (name, file) in members.sorted(by: { $0.key < $1.key }) { append(name, file: file) }
    }

    /// Adds lists of files with any names in the order of their names.
    @_spi(Generated)
    public mutating func append(files members: [String: [FilePart]]) {
        for (name, files) in members.sorted(by: { $0.key < $1.key }) {
            for file in files { append(name, file: file) }
        }
    }

    /// The body to send.
    ///
    /// It can be sent again if all of its parts can be.
    public var body: HTTPBody {
        let all = pieces
        let lengths = all.map(\.length)
        if case let bytes = all.compactMap(\.bytesInMemory), bytes.count == all.count {
            return .bytes(bytes.flatMap { $0 })
        }
        return .stream(
            BodyStream(
                length: lengths.contains(nil) ? nil : lengths.reduce(0) { $0 + ($1 ?? 0) },
                isReplayable: all.allSatisfy(\.isReplayable)
            ) {
                BodyChunks(joining: all.map { piece in { piece.chunks() } })
            }
        )
    }

    private var pieces: [HTTPBody] {
        var pieces: [HTTPBody] = []
        var counts: [String: Int] = [:]
        for part in parts {
            let number = counts[part.name, default: 0] + 1
            counts[part.name] = number
            let head = isForm ? part.head : part.headInMixture(isRelated: isRelated, number: number)
            pieces.append(.bytes(Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8)))
            pieces.append(part.content)
            pieces.append(.bytes(Array("\r\n".utf8)))
        }
        return pieces + [.bytes(Array("--\(boundary)--\r\n".utf8))]
    }

    /// Sets the media types that the OpenAPI document defines for some parts, by their names.
    ///
    /// A file keeps an explicit media type. If the document lists several types or a range for it, that type must be one of
    /// them, and a file without one has the first type of the list. Other text is written in the `charset` of its media
    /// type, and bytes in Base64 have its `Content-Transfer-Encoding` unless their media type is text (OpenAPI 3.2,
    /// "Working with Binary Data").
    mutating func setContentTypes(_ types: [String: String]) {
        for index in parts.indices where !parts[index].isFinal {
            guard let list = types[parts[index].name] else { continue }
            let documented = MediaType.items(of: list)
            if parts[index].isUntyped(documented), let type = documented.first(where: { !$0.contains("*") }) {
                parts[index].contentType = type
                if !parts[index].isFile { writeInCharset(partAt: index) }
            } else if documented.count > 1 || list.contains("*") {
                check(typeOf: parts[index], in: documented)
            }
        }
    }

    /// Sets the header fields that the OpenAPI document defines for parts that are no files, by the names of the parts.
    mutating func setHeaders(_ headers: [String: [String: String]]) {
        for index in parts.indices where !parts[index].isFile && !parts[index].isFinal {
            parts[index].headers.merge(headers[parts[index].name] ?? [:]) { own, _ in own }
        }
    }

    /// Sets the problem that keeps the body from being sent if a file has none of the documented media types.
    private mutating func check(typeOf part: Part, in documented: [String]) {
        guard part.contentType.flatMap({ MediaType($0) })?.isIn(documented) != true else { return }
        let list = documented.joined(separator: ", ")
        problem = problem ?? "The media type of the part '\(part.name)' is none of \(list)."
    }

    /// Writes text in the `charset` of its media type; sets the problem if the charset is unknown or lacks a character.
    private mutating func writeInCharset(partAt index: Int) {
        guard let type = parts[index].contentType, type.lowercased().hasPrefix("text/"),
            case .bytes(let utf8) = parts[index].content
        else { return }
        if let bytes = Self.text(String(decoding: utf8, as: UTF8.self), as: type) {
            parts[index].content = .bytes(bytes)
        } else {
            problem = problem ?? "A part of the body \(Self.charsetProblem)"
        }
    }

    /// Returns text in the `charset` of a media type, or in UTF-8 without one; `nil` if the charset is unknown or lacks a
    /// character.
    private static func text(_ text: String, as contentType: String) -> [UInt8]? {
        guard let charset = MediaType(contentType)?.parameters["charset"] else { return Array(text.utf8) }
        return CharsetText.bytes(of: text, charset: charset)
    }

    private mutating func append(
        _ name: String,
        _ content: HTTPBody,
        fileName: String?,
        contentType: String?,
        headers: [String: String] = [:],
        isFile: Bool = false,
        isFinal: Bool = false
    ) {
        let part = Part(
            name: name,
            fileName: fileName,
            isFile: isFile,
            isFinal: isFinal,
            contentType: contentType,
            headers: headers,
            content: content
        )
        parts.append(part)
    }

    /// The head and the content of one part.
    private struct Part: Sendable {
        let name: String
        let fileName: String?
        let isFile: Bool
        /// Whether the media type is not one of the OpenAPI document.
        let isFinal: Bool
        /// Whether the content is bytes in Base64.
        var isBase64 = false
        var contentType: String?
        var headers: [String: String]
        var content: HTTPBody

        /// Whether the document decides the media type: that of text, and of a file to which the caller gives none.
        func isUntyped(_ documented: [String]) -> Bool {
            let unknown = "application/octet-stream"
            return !isFile || contentType == unknown && !documented.contains(unknown)
        }

        var head: String {
            var head = "Content-Disposition: form-data; name=\"\(quoted(name))\""
            if let fileName = fileName ?? (isFile ? name : nil) { head += "; filename=\"\(quoted(fileName))\"" }
            if let contentType { head += "\r\nContent-Type: \(singleLine(contentType))" }
            return head + furtherFields()
        }

        /// The media type of the part in a body other than a form, in which every part has one.
        var typeInMixture: String { singleLine(contentType ?? "text/plain; charset=utf-8") }

        /// Returns the head of the part in a body other than a form.
        ///
        /// - Parameters:
        ///   - isRelated: Whether the part has an identifier.
        ///   - number: The number of the part among those of the same name; 1 for the first.
        /// - Returns: The head.
        func headInMixture(isRelated: Bool, number: Int) -> String {
            var head = "Content-Type: \(typeInMixture)"
            // The position of a part without a name identifies it.
            if name.isEmpty, fileName == nil { return head + furtherFields() }
            if isRelated { head += "\r\nContent-ID: <\(identifier)\(number == 1 ? "" : ".\(number)")>" }
            head += "\r\nContent-Disposition: \(fileName == nil ? "inline" : "attachment"); name=\"\(quoted(name))\""
            if let fileName { head += "; filename=\"\(quoted(fileName))\"" }
            return head + furtherFields(besides: isRelated ? ["content-id"] : [])
        }

        /// The name, with only the characters that an identifier may have.
        private var identifier: String {
            String(name.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && $0 != "<" && $0 != ">" })
        }

        /// Returns the transfer encoding, and the header fields that the caller has set, without those that the part has
        /// itself.
        private func furtherFields(besides own: Set<String> = []) -> String {
            let own = own.union(["content-type", "content-disposition", "content-length"])
            var text = ""
            if isBase64, let type = contentType.flatMap({ MediaType($0) }), type.family != "text", !type.isJSON {
                text += "\r\nContent-Transfer-Encoding: base64"
            }
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
                guard let field = HTTPField.Name(name), !own.contains(field.canonicalName) else { continue }
                text += "\r\n\(field.rawName): \(singleLine(value))"
            }
            return text
        }
    }
}

extension HTTPBody {
    /// The bytes, when they are in memory.
    var bytesInMemory: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}

/// Returns a name for use in quotes, escaped as in browsers (WHATWG HTML, "multipart form data").
private func quoted(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
        switch scalar {
        case "\"": text += "%22"
        case "\r": text += "%0D"
        case "\n": text += "%0A"
        case "\0": text += "%00"
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text
}

/// Returns a string without line breaks and NUL, so that it cannot start another field.
private func singleLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" && $0 != "\0" }))
}
