import APIRuntime
import Foundation
import HTTPTypes

/// The parameters of a request, as routes read them.
struct RouteInput: Sendable {
    /// What is known of the request beside its parameters.
    let request: SandboxRequest

    /// Values in the path by name, decoded.
    let pathValues: [String: String]

    /// Names and values of the query in order, decoded.
    let query: [(name: String, value: String)]

    /// The body; empty when there is none.
    let body: [UInt8]

    /// A value of the path; empty when the route has none of this name.
    func path(_ name: String) -> String { pathValues[name] ?? "" }

    /// First value of a query parameter, its name in any case; `nil` when absent.
    func query(_ name: String) -> String? { queryValues(name).first }

    /// All values of a query parameter, its name in any case.
    func queryValues(_ name: String) -> [String] {
        let name = name.lowercased()
        return query.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// All values of a query parameter; lists separated by commas are taken apart.
    func queryList(_ name: String) -> [String] {
        queryValues(name).flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// A whole number of the query; `nil` when absent or not a number.
    func queryInt(_ name: String) -> Int? { query(name).flatMap { Int($0) } }

    /// A truth value of the query; `nil` when absent or neither `true` nor `false`.
    func queryBool(_ name: String) -> Bool? { query(name).flatMap { Bool($0.lowercased()) } }

    /// A value of an enumeration in the query; `nil` when absent.
    func queryEnum<Value: OpenEnum>(_ name: String, _ type: Value.Type = Value.self) -> Value? {
        query(name).map { Value(rawValue: $0) }
    }

    /// The body as JSON.
    ///
    /// - Throws: Where the body is not what the type asks for.
    func json<Value: JSONCodable>(_ type: Value.Type = Value.self) throws(DecodingFailure) -> Value {
        try JSON.decode(Value.self, from: body)
    }

    /// The body as a form; every value is read as text.
    func form<Value: JSONCodable>(_ type: Value.Type = Value.self) throws(DecodingFailure) -> Value {
        var object = JSONValue.object(JSONObject())
        for field in formFields { object[field.name] = .string(field.value) }
        return try object.decode(Value.self)
    }

    /// Names and values of a form in order.
    var formFields: [(name: String, value: String)] {
        QueryText.pairs(String(decoding: body, as: UTF8.self), plusIsSpace: true)
    }

    /// The parts of a multipart body; empty when the body is none.
    var parts: [MultipartPart] {
        MultipartReader(contentType: request.headers[.contentType] ?? "")?.parts(of: body) ?? []
    }
}
