public import APIRuntime
public import HTTPTypes

/// The response of a test transport to a request.
public struct ScriptedResponse: Sendable {
    enum Action: Sendable {
        case response(TransportResponse)
        case stream(HTTPResponse, [[UInt8]], StreamEnding)
        case failure(TransportError)
        case pending
    }

    /// The ending of a body that is sent in pieces.
    public enum StreamEnding: Sendable {
        /// The body is complete.
        case complete
        /// The body fails with an error, such as a lost connection.
        case failure(TransportError)
        /// The body does not end until the task is cancelled.
        case pending
    }

    let action: Action

    private init(_ action: Action) {
        self.action = action
    }

    /// Returns a response with a JSON string as its body.
    public static func json(_ text: String, status: Int = 200, headers: HTTPFields = [:]) -> ScriptedResponse {
        bytes(Array(text.utf8), status: status, contentType: "application/json", headers: headers)
    }

    /// Returns a response with a value encoded as JSON.
    ///
    /// A value with a number that is infinite or not a number results in a `TransportError` in place of the response.
    public static func value(_ value: some JSONCodable, status: Int = 200, headers: HTTPFields = [:])
        -> ScriptedResponse
    {
        var isExact = true
        let body = JSONCoding.encode(value, options: JSONWritingOptions(), isExact: &isExact)
        guard isExact else {
            return .failure(TransportError(.malformedResponse, "The scripted response \(FiniteNumbers.problem)"))
        }
        return bytes(body, status: status, contentType: "application/json", headers: headers)
    }

    /// Returns a response with bytes as its body.
    public static func bytes(
        _ bytes: [UInt8],
        status: Int = 200,
        contentType: String = "application/octet-stream",
        headers: HTTPFields = [:]
    ) -> ScriptedResponse {
        var fields = headers
        if fields[.contentType] == nil { fields[.contentType] = contentType }
        return response(status, fields, bytes)
    }

    /// Returns a response whose body is sent in pieces.
    ///
    /// - Parameters:
    ///   - pieces: The pieces, in order.
    ///   - ending: The ending after the last piece.
    ///   - status: The status of the response.
    ///   - contentType: The media type, for example `text/event-stream`.
    ///   - headers: Additional header fields.
    /// - Returns: The response. Each request receives all pieces from the start.
    public static func stream(
        _ pieces: [String],
        ending: StreamEnding = .complete,
        status: Int = 200,
        contentType: String = "application/octet-stream",
        headers: HTTPFields = [:]
    ) -> ScriptedResponse {
        var fields = headers
        if fields[.contentType] == nil { fields[.contentType] = contentType }
        let head = HTTPResponse(status: .init(code: status), headerFields: fields)
        return ScriptedResponse(.stream(head, pieces.map { Array($0.utf8) }, ending))
    }

    /// Returns a response with a status and no body.
    public static func status(_ status: Int, headers: HTTPFields = [:]) -> ScriptedResponse {
        response(status, headers, [])
    }

    /// Returns a result that fails with an error instead of a response.
    public static func failure(_ error: TransportError) -> ScriptedResponse { ScriptedResponse(.failure(error)) }

    /// A result without a response: the call lasts until the task is cancelled or the request's timeout expires.
    public static let pending = ScriptedResponse(.pending)

    private static func response(_ status: Int, _ headers: HTTPFields, _ body: [UInt8]) -> ScriptedResponse {
        let head = HTTPResponse(status: .init(code: status), headerFields: headers)
        return ScriptedResponse(.response(TransportResponse(head, body: .bytes(body))))
    }
}
