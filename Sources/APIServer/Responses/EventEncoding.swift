import APIRuntime
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// Writes server-sent events (WHATWG HTML, section 9.2).
enum EventEncoding {
    /// An empty comment, which clients ignore.
    static var comment: [UInt8] { Array(":\n\n".utf8) }

    /// Returns an event as bytes.
    static func bytes<Value>(_ event: ServerSentEvent<Value>, data: [UInt8]) -> [UInt8] {
        bytes(name: event.name, id: event.id, data: data)
    }

    /// Returns an event with a value as its data: JSON, or the text of a string such as a date or an enumeration.
    ///
    /// A string in any JSON keeps its quotation marks, and so does one that would be read as another value without them.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isExact: Becomes `false` if null is written for a number that JSON does not have.
    /// - Returns: The event as bytes.
    static func value<Value: JSONCodable>(_ event: ServerSentEvent<Value>, isExact: inout Bool) -> [UInt8] {
        let data = JSONCoding.encode(event.data, options: .response, isExact: &isExact)
        guard data.first == UInt8(ascii: "\""), !(event.data is JSONValue),
            let text = try? JSONCoding.decode(String.self, from: data),
            (try? JSONCoding.decode(Value.self, from: Array(text.utf8))) == nil
        else { return bytes(event, data: data) }
        return bytes(event, data: Array(text.utf8))
    }

    /// Returns an event whose value is an object with its name, identifier, wait and data.
    ///
    /// An object without data becomes an event without data, which only sets the identifier and the wait of a client.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isExact: Becomes `false` if null is written for a number that JSON does not have.
    /// - Returns: The event as bytes.
    static func whole<Value: JSONCodable>(_ event: ServerSentEvent<Value>, isExact: inout Bool) -> [UInt8] {
        let object = JSONValue(encoding: event.data, options: .response, isExact: &isExact).object
        let name = object?["event"]?.string ?? event.name
        let bytes = object.flatMap { data(in: $0, of: Value.self) }
        let retry = object?["retry"].flatMap { try? $0.decode(Int.self) }
        return Self.bytes(name: name, id: object?["id"].flatMap(identifier) ?? event.id, retry: retry, data: bytes)
    }

    /// Returns the data of an event: JSON, or the text of a string.
    ///
    /// A string that is JSON keeps its quotation marks in data of any type, which would otherwise be read as JSON.
    ///
    /// - Returns: The bytes; `nil` if the event has no data.
    private static func data<Value: JSONCodable>(in event: JSONObject, of type: Value.Type) -> [UInt8]? {
        guard let data = event["data"] else { return nil }
        guard let text = data.string else { return JSONCoding.encode(data) }
        let bytes = Array(text.utf8)
        guard (try? JSONCoding.decode(JSONValue.self, from: bytes)) != nil else { return bytes }
        var sample = event
        sample["data"] = .array([.bool(true)])
        let isOfAnyType = try? JSONCoding.decode(
            type,
            from: JSONCoding.encode(JSONValue.object(sample)),
            options: JSONReadingOptions(rejectsUnknownValues: true)
        )
        return isOfAnyType == nil ? bytes : JSONCoding.encode(data)
    }

    /// Returns the text of an identifier, which may be a number; `nil` for any other value.
    private static func identifier(_ json: JSONValue) -> String? { json.string ?? json.number?.description }

    private static func bytes(name: String, id: String?, retry: Int? = nil, data: [UInt8]?) -> [UInt8] {
        var text: [UInt8] = []
        if let retry, retry >= 0 { text += Array("retry: \(retry)\n".utf8) }
        if let id { text += Array("id: \(line(id))\n".utf8) }
        if name != "message" { text += Array("event: \(line(name))\n".utf8) }
        guard var rest = data?[...] else { return text + [0x0A] }
        repeat {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            text += Array("data: ".utf8) + rest[..<end] + [0x0A]
            guard end < rest.endIndex else { break }
            // CRLF is one line break.
            let isPair = rest[end] == 0x0D && rest[(end + 1)...].first == 0x0A
            rest = rest[(end + (isPair ? 2 : 1))...]
        } while true
        return text + [0x0A]
    }

    /// Returns a value without characters that would end its line.
    private static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" && $0 != "\0" }))
    }
}

/// Writes the parts of a multipart response (RFC 2046).
struct PartEncoding: Sendable {
    private let boundary = "specwright-\(UUID().uuidString.lowercased())"

    /// Returns a media type with the boundary.
    func contentType(_ type: String) -> String { "\(type); boundary=\(boundary)" }

    /// Returns a part, with a media type if its header fields have none.
    func bytes(_ headers: HTTPFields, _ content: [UInt8], standard: String) -> [UInt8] {
        var fields = headers
        if fields[.contentType] == nil { fields[.contentType] = standard }
        let lines = fields.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        return Array("--\(boundary)\r\n\(lines)\r\n".utf8) + content + Array("\r\n".utf8)
    }

    /// The end of the body.
    var last: [UInt8] { Array("--\(boundary)--\r\n".utf8) }
}
