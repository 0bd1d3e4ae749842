public import APIRuntime
public import HTTPTypes

/// What a test transport does with a request.
public struct ScriptedAnswer: Sendable {
    enum Action: Sendable {
        case answer(TransportAnswer)
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

    /// Answers with JSON text.
    public static func json(_ text: String, status: Int = 200, headers: HTTPFields = [:]) -> ScriptedAnswer {
        bytes(Array(text.utf8), status: status, contentType: "application/json", headers: headers)
    }

    /// Answers with a value's JSON.
    public static func value(_ value: some JSONCodable, status: Int = 200, headers: HTTPFields = [:]) -> ScriptedAnswer
    {
        bytes(JSON.encode(value), status: status, contentType: "application/json", headers: headers)
    }

    /// Answers with bytes.
    public static func bytes(
        _ bytes: [UInt8],
        status: Int = 200,
        contentType: String = "application/octet-stream",
        headers: HTTPFields = [:]
    ) -> ScriptedAnswer {
        var fields = headers
        if fields[.contentType] == nil { fields[.contentType] = contentType }
        return answer(status, fields, bytes)
    }

    /// Answers with a body that comes in pieces.
    ///
    /// - Parameters:
    ///   - pieces: The pieces, in order.
    ///   - ending: What comes behind them.
    ///   - status: Status of the answer.
    ///   - contentType: Media type, for example `text/event-stream`.
    ///   - headers: Further fields.
    /// - Returns: The answer, whose pieces start anew for each request.
    public static func stream(
        _ pieces: [String],
        ending: StreamEnding = .complete,
        status: Int = 200,
        contentType: String = "application/octet-stream",
        headers: HTTPFields = [:]
    ) -> ScriptedAnswer {
        var fields = headers
        if fields[.contentType] == nil { fields[.contentType] = contentType }
        let head = HTTPResponse(status: .init(code: status), headerFields: fields)
        return ScriptedAnswer(.stream(head, pieces.map { Array($0.utf8) }, ending))
    }

    /// Answers with a status and no body.
    public static func status(_ status: Int, headers: HTTPFields = [:]) -> ScriptedAnswer {
        answer(status, headers, [])
    }

    /// Gives no answer but an error.
    public static func failure(_ error: TransportError) -> ScriptedAnswer { ScriptedAnswer(.failure(error)) }

    /// Gives no answer until the task is cancelled or the request's timeout has passed.
    public static let pending = ScriptedAnswer(.pending)

    private static func answer(_ status: Int, _ headers: HTTPFields, _ body: [UInt8]) -> ScriptedAnswer {
        let head = HTTPResponse(status: .init(code: status), headerFields: headers)
        return ScriptedAnswer(.answer(TransportAnswer(head, body: .bytes(body))))
    }
}
