import APIRuntime
import APITesting
import SensibillSDK

/// A provider with a scripted transport.
struct ScriptedProvider {
    let transport: ScriptedTransport
    let provider: any SensibillAPIProvider

    init(
        _ responses: [ScriptedResponse] = [],
        baseUrl: String = "https://api.example",
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        transport = ScriptedTransport(responses)
        provider = SensibillAPIClient.get(
            configuration: .init(
                baseUrl: baseUrl,
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: transport, clock: clock)
            )
        )
    }

    /// The `Authorization` field of each request.
    var authorizations: [String?] { transport.requests.map { $0.header("Authorization") } }
}

extension ScriptedResponse {
    /// An empty list of documents.
    static var noDocuments: ScriptedResponse { .json(#"{"documents":[],"count":0}"#) }

    /// A response with an error of the service.
    static func refusal(_ status: Int, name: String = "AuthorizationError") -> ScriptedResponse {
        .json(#"{"name":"\#(name)","correlationID":"trace-1","message":"no"}"#, status: status)
    }
}
