import APIRuntime
import Foundation
import HTTPTypes
import Testing

@testable import APIServer

@Suite("Descriptions and dumps of server types")
struct ServerSecrecyTests {
    private static let secret = "s3cret-value-1"

    private func shown(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    @Test("requests, inputs, forms and responses show no value")
    func values() async throws {
        let secret = Self.secret
        let form = "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n\(secret)\r\n--b--\r\n"
        let request = ServerRequest(
            operation: "getNote",
            path: "/notes/\(secret)",
            headers: [
                .authorization: "Bearer \(secret)", .cookie: "sid=\(secret)",
                .contentType: "multipart/form-data; boundary=b",
            ],
            credentials: [AcceptedCredential(scheme: "user", principal: secret)]
        )
        let input = ServerInput(
            request,
            query: "key=\(secret)",
            pathValues: ["id": secret],
            body: Array(form.utf8)
        )
        let parts = try MultipartForm(input)
        let raw = RawServerResponse(
            status: 200,
            headers: [.setCookie: secret],
            contentType: "text/plain",
            bytes: Array(secret.utf8)
        )
        let response = ServerResponse(Data(secret.utf8), headers: [.setCookie: secret])
        let text = ServerResponse(secret, status: 201)
        let bytes = "\(Array(secret.utf8))".dropFirst().dropLast()
        for value in [request, input, parts, parts.parts, raw, response, text, input.query, request.credentials]
            as [Any]
        {
            let shown = shown(value)
            #expect(!shown.contains(secret) && !shown.contains(bytes) && !shown.contains("- 115\n"), "\(shown)")
        }
        #expect("\(request)" == "getNote: GET")
        #expect("\(input)" == "getNote: GET, \(form.utf8.count) bytes")
        #expect(parts.parts.map(\.text) == [secret])
    }
}
