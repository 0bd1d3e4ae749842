import APIRuntime
import AnybillAPI
import HTTPTypes
import URLSessionTransport

// region middleware
struct RequestIdentifier: CallMiddleware {
    let name: HTTPField.Name

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var request = request
        let number = UInt64.random(in: 0 ... .max)
        request.head.headerFields[name] = "\(context.operation)-\(number)"
        return try await next(request)
    }
}

func makeTracedClient(_ field: HTTPField.Name) -> AnybillClient {
    var configuration = ClientConfiguration(transport: .urlSession)
    configuration.middleware.append(.after(.retry, RequestIdentifier(name: field)))
    return AnybillClient(configuration: configuration)
}
// endregion
