public import APIRuntime
public import HTTPTypes

/// What a test transport does with a request.
public struct ScriptedResponse: Sendable {
    enum Action: Sendable {
        case response(TransportResponse)
        case stream(HTTPResponse, [[UInt8]], StreamEnding)
        case failure(TransportError)
        case pending
    }

    /// How a body that comes in pieces ends.
    public enum StreamEnding: Sendable {
        /// As it should.
        case complete
        /// By a failure, such as a lost connection.
        case failure(TransportError)
        /// Not before the task is cancelled.
        case pending
    }

    let action: Action

    private init(_ action: Action) {
        self.action = action
    }

    /// Responds with JSON text.
    public static func json(_ text: String, status: Int = 200, headers: HTTPFields = [:]) -> ScriptedResponse {
        bytes(Array(text.utf8), status: status, contentType: "application/json", headers: headers)
    }

    /// Responds with a value's JSON.
    public static func value(_ value: some JSONCodable, status: Int = 200, headers: HTTPFields = [:])
        -> ScriptedResponse
    {
        bytes(JSONCoding.encode(value), status: status, contentType: "application/json", headers: headers)
    }

    /// Responds with bytes.
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

    /// Responds with a body that comes in pieces.
    ///
    /// - Parameters:
    ///   - pieces: The pieces, in order.
    ///   - ending: What comes behind them.
    ///   - status: Status of the response.
    ///   - contentType: Media type, for example `text/event-stream`.
    ///   - headers: Further fields.
    /// - Returns: The response, whose pieces start anew for each request.
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

    /// Responds with a status and no body.
    public static func status(_ status: Int, headers: HTTPFields = [:]) -> ScriptedResponse {
        response(status, headers, [])
    }

    /// Gives no response but an error.
    public static func failure(_ error: TransportError) -> ScriptedResponse { ScriptedResponse(.failure(error)) }

    /// Gives no response until the task is cancelled or the request's timeout has passed.
    public static let pending = ScriptedResponse(.pending)

    private static func response(_ status: Int, _ headers: HTTPFields, _ body: [UInt8]) -> ScriptedResponse {
        let head = HTTPResponse(status: .init(code: status), headerFields: headers)
        return ScriptedResponse(.response(TransportResponse(head, body: .bytes(body))))
    }
}
