@_spi(Generated) import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Operation errors")
struct OperationErrorTests {

    private let problem = Fault(title: "No such receipt", detail: "secret detail", status: 404, code: "E1")

    /// One error of each kind, with its description, its status and whether the operation documents it.
    static let rows: [(PingError, String, Int?, Bool)] = [
        (.notFound(Fault(title: "No such receipt")), "PingError.notFound: No such receipt", 404, true),
        (.notFound(Fault(detail: "secret")), "PingError.notFound: status 404", 404, true),
        (.clientError(status: 418, "secret"), "PingError.clientError: status 418", 418, true),
        (.gone, "PingError.gone: status 410", 410, true),
        (
            .undocumented(RawResponse(status: 502, headers: [.contentType: "text/html"], body: Array("secret".utf8))),
            "PingError.undocumented: status 502, text/html", 502, false
        ),
        (.transport(TransportError(.tls, "No trust.")), "PingError.transport: tls: No trust.", nil, false),
        (.cancelled, "PingError.cancelled", nil, false),
    ]

    @Test("a description holds the type, the case, and the title or the status", arguments: rows)
    func description(_ error: PingError, _ description: String, _ status: Int?, _ isDocumented: Bool) {
        #expect("\(error)" == description)
        #expect(String(reflecting: error) == description)
        #expect((error as any Error).localizedDescription == error.errorDescription)
        #expect(error.status == status)
        #expect((error.failure == nil) == isDocumented)
    }

    @Test("a localized description is a sentence with the title, the status or the reason")
    func sentences() {
        let reason = DecodingFailure(.missing, "a string is missing")
        let sentences: [(PingError, String)] = [
            (.notFound(Fault(title: "No such receipt")), "The request failed with status 404: No such receipt."),
            (.notFound(Fault(title: "Who are you?")), "The request failed with status 404: Who are you?"),
            (.notFound(Fault(detail: "secret")), "The request failed with status 404 (notFound)."),
            (.gone, "The request failed with status 410 (gone)."),
            (
                .undocumented(RawResponse(status: 502, body: Array("secret".utf8))),
                "The server responded with status 502 in a way that the API does not document for this request."
            ),
            (.transport(.timedOut), "No complete response came in time."),
            (.decoding(reason), "The data cannot be read: a string is missing."),
            (.cancelled, "The call was cancelled."),
            (.unauthenticated(AuthenticationError(.missing, message: "No credential.")), "No credential."),
        ]
        for (error, sentence) in sentences {
            #expect(error.localizedDescription == sentence)
        }
    }

    @Test("a failure without documentation keeps its reason")
    func failures() {
        let decoding = DecodingFailure(.missing, "no title")
        #expect("\(PingError.decoding(decoding))" == "PingError.decoding: \(decoding)")
        let missing = AuthenticationError(.missing, message: "No credential.")
        #expect("\(PingError.unauthenticated(missing))" == "PingError.unauthenticated: \(missing)")
        let all: [CallFailure] = [
            .undocumented(RawResponse(status: 502)), .transport(.cancelled), .decoding(decoding), .cancelled,
            .unauthenticated(missing),
        ]
        for failure in all {
            #expect(PingError(failure).failure.map { "\($0)" } == "\(failure)")
            #expect("\(PingError(failure))" == "PingError.\(failure)")
        }
    }

    @Test(
        "a title is one line of bounded length",
        arguments: [
            ("two\r\n\tlines\u{2028}here", "two lines here"),
            ("a\u{202E}b\u{0}c", "ab c"),
            ("  ", "status 404"),
            (String(repeating: "x", count: 500), String(repeating: "x", count: 120) + "…"),
        ]
    )
    func title(_ title: String, _ shown: String) {
        #expect("\(PingError.notFound(Fault(title: title)))" == "PingError.notFound: \(shown)")
    }

    @Test("a problem with sensitive members shows no title")
    func sensitive() {
        let error = PingError.forbidden(SecretFault(title: "secret"))
        #expect("\(error)" == "PingError.forbidden: status 403")
        #expect(error.problem?.title == "secret")
    }

    @Test("generic code reads a problem without a cast")
    func problemOfAny() {
        do {
            throw PingError.notFound(problem)
        } catch let error as any OperationError {
            #expect(error.problem?.title == "No such receipt")
            #expect(error.problem?.detail == "secret detail")
            #expect(error.problem?.status == 404)
            #expect(error.problem?.extensionMembers["code"] == "E1")
            #expect((error.body as? Fault)?.code == "E1")
        } catch {
            Issue.record("\(error)")
        }
        #expect(PingError.gone.problem == nil)
        #expect(PingError.clientError(status: 418, "text").problem == nil)
        #expect(PingError.cancelled.problem == nil)
    }

    @Test("members with a value of another type are left out of a problem")
    func tolerance() throws {
        let json = #"{"title":1,"status":"404","detail":"d","extra":[1]}"#
        let problem = try JSONCoding.decode(HTTPProblem.self, from: Array(json.utf8))
        #expect(problem == HTTPProblem(detail: "d", extensionMembers: ["extra": [1]]))
        #expect(String(decoding: JSONCoding.encode(problem), as: UTF8.self) == #"{"detail":"d","extra":[1]}"#)
    }
}

/// A problem with an additional property.
struct Fault: JSONModel, Hashable {
    var title: String?
    var detail: String?
    var status: Int?
    var code: String?

    init(title: String? = nil, detail: String? = nil, status: Int? = nil, code: String? = nil) {
        self.title = title
        self.detail = detail
        self.status = status
        self.code = code
    }

    static let keys: ObjectKeys = ["title", "detail", "status", "code"]

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        title = try object.optional(0)
        detail = try object.optional(1)
        status = try object.optional(2)
        code = try object.optional(3)
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, title)
        object.put(1, detail)
        object.put(2, status)
        object.put(3, code)
    }
}

/// A problem with properties that its specification marks as sensitive.
struct SecretFault: JSONModel, RedactedReflectable {
    var title: String

    init(title: String) {
        self.title = title
    }

    static let keys: ObjectKeys = ["title"]

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        title = try object.required(0)
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, title)
    }
}

/// An error enum in the form that the generator emits.
indirect enum PingError: OperationError {
    case notFound(Fault)
    case forbidden(SecretFault)
    case gone
    case clientError(status: Int, String)
    case undocumented(RawResponse)
    case transport(TransportError)
    case decoding(DecodingFailure)
    case cancelled
    case unauthenticated(AuthenticationError)

    static func documented(_ response: RawResponse) throws(DecodingFailure) -> Self? {
        switch response.status {
        case 403: .forbidden(try response.json())
        case 404: .notFound(try response.json())
        case 410: .gone
        case 400...499: .clientError(status: response.status, response.text())
        default: nil
        }
    }

    var content: OperationErrorContent {
        switch self {
        case .notFound(let body): .problem("notFound", 404, body)
        case .forbidden(let body): .problem("forbidden", 403, body)
        case .gone: .documented("gone", 410)
        case .clientError(let status, let body): .documented("clientError", status, body)
        case .undocumented(let response): .undocumented(response)
        case .transport(let error): .transport(error)
        case .decoding(let failure): .decoding(failure)
        case .cancelled: .cancelled
        case .unauthenticated(let error): .unauthenticated(error)
        }
    }
}
