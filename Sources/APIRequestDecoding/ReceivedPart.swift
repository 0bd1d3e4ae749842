package import APIRuntime
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One part of a received multipart body.
package struct ReceivedPart: Sendable {
    /// The name of the form field; empty if the part has none.
    package let name: String

    /// Whether the part has a name, which may be empty.
    package let isNamed: Bool

    /// The name of the file; `nil` if the part is not a file.
    package let fileName: String?

    /// The media type; `nil` if the part has no `Content-Type`.
    package let contentType: String?

    /// Other header fields, with names in lower case.
    package let headers: [String: String]

    /// The content, without its `Content-Transfer-Encoding`; empty for a large file.
    package let bytes: [UInt8]

    /// Whether the content was sent in Base64.
    private let isDecoded: Bool

    /// The content of a large file, which is not in memory; `nil` for any other part.
    package let largeFile: HTTPBody?

    /// Creates a part.
    package init(_ head: PartHead, bytes: [UInt8], largeFile: HTTPBody? = nil) {
        name = head.name
        isNamed = head.isNamed
        fileName = head.fileName
        contentType = head.contentType
        let decoded = head.isBase64 && largeFile == nil ? Self.base64(bytes) : nil
        headers = head.others.filter { decoded == nil || $0.key != "content-transfer-encoding" }
        self.bytes = decoded ?? bytes
        isDecoded = decoded != nil
        self.largeFile = largeFile
    }

    /// Returns the value of the parts with one name: strings, JSON for parts with a JSON content type, and files.
    ///
    /// A part that is not text is like a file, so that only a property that is a string fails to decode.
    package static func tree(_ parts: [ReceivedPart]) -> TextTree {
        let values = parts.map { part -> TextTree in
            if part.isJSON { return .json(part.bytes) }
            guard part.fileName == nil, !part.isDecoded else {
                return .file(Data(part.bytes), text: part.media.hasPrefix("text/") ? part.text : nil)
            }
            return part.isReadable ? .text(part.text) : .file(Data(part.bytes), text: nil)
        }
        return values.count == 1 ? values[0] : .list(values)
    }

    /// Returns the bytes that Base64, which may have line breaks, encodes; `nil` for any other text.
    private static func base64(_ bytes: [UInt8]) -> [UInt8]? {
        Data(base64Encoded: Data(bytes.filter { $0 > 0x20 })).map { [UInt8]($0) }
    }

    /// The content in the `charset` of its media type, or in UTF-8 without one.
    package var text: String {
        CharsetText.text(bytes, charset: contentType.flatMap { MediaType($0) }?.parameters["charset"])
    }

    /// Whether the bytes are text if the part is a string.
    fileprivate var isReadable: Bool {
        guard !isJSON, fileName == nil, !isDecoded else { return true }
        let charset = contentType.flatMap { MediaType($0) }?.parameters["charset"]
        return CharsetText.validText(bytes, charset: charset) != nil
    }

    /// Whether the content type is `application/json` or ends with `+json`.
    fileprivate var isJSON: Bool { media == "application/json" || media.hasSuffix("+json") }

    /// The media type without parameters, in lower case; empty if there is none.
    private var media: String {
        (contentType?.prefix { $0 != ";" }.lowercased() ?? "").trimmingSpaces()
    }
}

/// The parts of a multipart body, grouped by their names.
package struct ReceivedParts: Sendable {
    /// The parts in the order in which they were received.
    package let all: [ReceivedPart]

    private let encodings: [String: FormEncoding]
    private let owners: FieldOwners
    private let limits: FormLimits
    /// The positions of the parts by the names of their properties.
    private let places: [String: [Int]]
    /// The names of the properties, in the order in which they first occur.
    package let names: [String]

    /// Groups parts.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - limits: The limits of names in brackets.
    ///   - work: A counter of the work, for tests.
    package init(
        _ parts: [ReceivedPart],
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        limits: FormLimits = FormLimits(),
        work: TextWork? = nil
    ) {
        all = parts
        self.encodings = encodings
        self.limits = limits
        owners = FieldOwners(encodings: encodings, exploded: exploded)
        var places: [String: [Int]] = [:]
        var names: [String] = []
        for (place, part) in parts.enumerated() {
            work?.add(1)
            let name = owners[part.name]
            if places[name] == nil { names.append(name) }
            places[name, default: []].append(place)
        }
        self.places = places
        self.names = names
    }

    /// Returns the parts with exactly this name.
    package subscript(name: String) -> [ReceivedPart] {
        (places[owners[name]] ?? []).map { all[$0] }.filter { $0.name == name }
    }

    /// Returns all parts as one object.
    ///
    /// - Parameter single: The names of parts that are the only element of a list.
    /// - Returns: The object.
    /// - Throws: ``DecodingFailure`` if a property exceeds a limit.
    package func object(listing single: Set<String> = []) throws(DecodingFailure) -> TextTree {
        var members: [(name: String, value: TextTree)] = []
        for name in names {
            guard let value = try tree(of: name) else { continue }
            members.append((name, single.contains(name) ? .list([value]) : value))
        }
        return .object(members)
    }

    /// Whether the value of a property is one part that contains an array in JSON.
    package func isOneArray(_ name: String) -> Bool {
        guard let places = places[name], places.count == 1 else { return false }
        let part = all[places[0]]
        return part.isJSON && part.bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
    }

    /// Returns the value of a property; `nil` if no part belongs to it.
    ///
    /// - Throws: ``DecodingFailure`` if the property exceeds a limit.
    package func tree(of name: String) throws(DecodingFailure) -> TextTree? {
        guard let places = places[name] else { return nil }
        let parts = places.map { all[$0] }
        guard parts.allSatisfy({ $0.largeFile == nil }) else {
            throw DecodingFailure(.tooLarge, "a file is too large for memory").below(name)
        }
        guard let encoding = encodings[name], !encoding.isJSON, parts.allSatisfy(\.isReadable) else {
            return ReceivedPart.tree(parts)
        }
        let items = parts.filter { $0.fileName == nil }.map { part in
            // Parts are not percent-encoded, unlike form values.
            TextItem(name: part.name, rawValue: part.text.replacing("%", with: "%25"))
        }
        if let object = owners.object(from: items, named: name) { return object }
        let parameter = QueryParameter(name: name, style: encoding.style, explode: encoding.explode)
        return try parameter.tree(of: items, .any, limits: limits) ?? ReceivedPart.tree(parts)
    }
}
