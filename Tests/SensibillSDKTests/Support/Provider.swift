import APIRuntime
import APITesting
import SensibillSDK

/// A provider over a scripted transport.
struct ScriptedProvider {
    let transport: ScriptedTransport
    let provider: any SensibillAPIProvider

    init(
        _ answers: [ScriptedAnswer] = [],
        baseUrl: String = "https://api.example",
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        transport = ScriptedTransport(answers)
        provider = SensibillAPIClient.get(
            configuration: .init(
                baseUrl: baseUrl,
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: transport, clock: clock)
            )
        )
    }

    /// What each request carried to say who asks.
    var authorizations: [String?] { transport.requests.map { $0.header("Authorization") } }
}

extension ScriptedAnswer {
    /// An empty list of documents.
    static var noDocuments: ScriptedAnswer { .json(#"{"documents":[],"count":0}"#) }

    /// A refusal as the service words it.
    static func refusal(_ status: Int, name: String = "AuthorizationError") -> ScriptedAnswer {
        .json(#"{"name":"\#(name)","correlationID":"trace-1","message":"no"}"#, status: status)
    }
}
