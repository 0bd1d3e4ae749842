import APIRuntime
import APITesting
import Foundation
import ShapesAPI
import Testing

/// Decodes a value and encodes it again.
func roundTrip<T: JSONCodable>(_ json: String, as type: T.Type = T.self) throws -> String {
    text(of: try JSONCoding.decode(T.self, from: Array(json.utf8)))
}

/// Returns the JSON of a value with sorted keys.
func text(of value: some JSONCodable) -> String {
    String(decoding: JSONCoding.encode(value, options: JSONWritingOptions(sortedKeys: true)), as: UTF8.self)
}

/// Decodes a value.
func decode<T: JSONCodable>(_ json: String, strictly: Bool = false, as type: T.Type = T.self) throws -> T {
    try JSONCoding.decode(T.self, from: Array(json.utf8), options: JSONReadingOptions(strict: strictly))
}

/// Returns a client of the shapes module with a scripted transport.
func shapesClient(_ responses: [ScriptedResponse]) -> (client: ShapesClient, transport: ScriptedTransport) {
    let transport = ScriptedTransport(responses)
    var configuration = ClientConfiguration.testing(transport)
    configuration.retry = .never
    let servers = ShapesServers(main: URL(string: "https://shapes.example"))
    return (ShapesClient(servers: servers, configuration: configuration), transport)
}
