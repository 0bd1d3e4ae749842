@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

/// A model for responses and bodies.
struct WireNote: JSONModel, Hashable {
    var id: Int
    var text: String?
    var unknown = UnknownProperties()

    init(id: Int, text: String? = nil) {
        self.id = id
        self.text = text
    }

    static let keys: ObjectKeys = ["id", "text"]

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        id = try object.required(0)
        text = try object.optional(1)
        unknown = object.unknown()
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, id)
        object.put(1, text)
        object.put(unknown: unknown)
    }
}

/// The error enum of an operation in the generated form.
enum WireError: OperationError {
    case gone(WireNote)
    case undocumented(RawResponse)
    case transport(TransportError)
    case decoding(DecodingFailure)
    case cancelled
    case unauthenticated(AuthenticationError)

    static func documented(_ response: RawResponse) throws(DecodingFailure) -> WireError? {
        switch response.status {
        case 410: .gone(try response.json())
        default: nil
        }
    }

    var content: OperationErrorContent {
        switch self {
        case .gone(let body): .documented("gone", 410, body)
        case .undocumented(let response): .undocumented(response)
        case .transport(let error): .transport(error)
        case .decoding(let failure): .decoding(failure)
        case .cancelled: .cancelled
        case .unauthenticated(let error): .unauthenticated(error)
        }
    }

    /// The reason why no credential was available; `nil` for other failures.
    var unauthenticated: AuthenticationError? {
        if case .unauthenticated(let error) = self { error } else { nil }
    }

    /// The name of the case, for comparisons.
    var name: String {
        switch self {
        case .gone: "gone"
        case .undocumented: "undocumented"
        case .transport(let error): "transport.\(error.code.rawValue)"
        case .decoding: "decoding"
        case .cancelled: "cancelled"
        case .unauthenticated: "unauthenticated"
        }
    }
}

/// The calls and clients for the tests in this folder.
enum Wire {
    static let user = SecurityScheme("user", .bearer)
    static let key = SecurityScheme("key", .header("X-Api-Key"))

    /// Returns a sender for `https://api.example.com/v1`.
    static func sender(
        _ transport: any HTTPTransport,
        credentials: [String: any CredentialSource] = [:],
        server: String = "https://api.example.com/v1",
        configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> OperationSender {
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        configure(&configuration)
        let url = try #require(URL(string: server))
        return OperationSender(servers: [.main: url], credentials: credentials, configuration: configuration)
    }

    static func get(_ path: StaticString = "/notes/1", security: SecurityRequirement = .none) -> OperationCall {
        OperationCall("getNote", .get, path, security: security)
    }

    static func post(security: SecurityRequirement = .none) -> OperationCall {
        var call = OperationCall("addNote", .post, "/notes", security: security)
        call.json(WireNote(id: 1, text: "hello"))
        return call
    }

    /// Returns the request for a call.
    static func sent(_ call: OperationCall, options: CallOptions = CallOptions()) async throws -> RecordedRequest {
        let transport = ScriptedTransport([.status(204)])
        try await sender(transport).sendEmpty(call, options, failing: WireError.self)
        return try #require(transport.requests.first)
    }

    /// Sends a call, and returns its outcome: a status or a failure.
    static func outcome(_ sender: OperationSender, _ call: OperationCall, _ options: CallOptions = CallOptions()) async
        -> String
    {
        do {
            try await sender.sendEmpty(call, options, failing: WireError.self)
            return "success"
        } catch {
            return error.name
        }
    }
}
