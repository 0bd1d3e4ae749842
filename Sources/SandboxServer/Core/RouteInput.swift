import APIRuntime
import APIServer
import Foundation
import HTTPTypes

/// The parameters of a request, as routes that are not generated yet read them.
struct RouteInput: Sendable {
    let input: ServerInput
    var request: ServerRequest { input.about }
    var query: [(name: String, value: String)] { input.query.map { ($0.name, $0.value) } }
    var body: [UInt8] { input.body }
    func path(_ name: String) -> String { input.pathValue(name) }
    func query(_ name: String) -> String? { queryValues(name).first }
    func queryValues(_ name: String) -> [String] {
        let name = name.lowercased()
        return query.filter { $0.name.lowercased() == name }.map(\.value)
    }
    func queryList(_ name: String) -> [String] {
        queryValues(name).flatMap { $0.split(separator: ",").map(String.init) }
    }
    func queryInt(_ name: String) -> Int? { query(name).flatMap { Int($0) } }
    func queryBool(_ name: String) -> Bool? { query(name).flatMap { Bool($0.lowercased()) } }
    func queryEnum<Value: OpenEnum>(_ name: String, _ type: Value.Type = Value.self) -> Value? {
        query(name).map { Value(rawValue: $0) }
    }
    func json<Value: JSONCodable>(_ type: Value.Type = Value.self) throws(DecodingFailure) -> Value {
        try JSON.decode(Value.self, from: body)
    }
    var parts: [MultipartPart] { (try? MultipartForm(input).parts) ?? [] }
}

extension SandboxRouter {
    typealias Handler = @Sendable (RouteInput) async throws -> RawReply
    func mappingErrors(_ mapping: @escaping ErrorMapping) -> MappedRouter {
        MappedRouter(routes: routes(ServerOptions(errors: mapping)))
    }
}

struct MappedRouter {
    let routes: ServerRoutes
    typealias Handler = SandboxRouter.Handler
    func on(_ method: CallMethod, _ path: String, _ operation: String, _ handler: @escaping Handler) {
        routes.raw(operation, method, path) { input in try await handler(RouteInput(input: input)) }
    }
}

extension Reply<Void> { var raw: RawReply { RawReply(status: status ?? 204, headers: headers) } }
extension Reply where Body: JSONCodable {
    var raw: RawReply {
        var raw = RawReply.json(body, status ?? 200)
        raw.headers = headers
        return raw
    }
}
extension Reply<[UInt8]> {
    func raw(_ contentType: String) -> RawReply {
        RawReply(status: status ?? 200, headers: headers, contentType: contentType, bytes: body)
    }
}
