import APIRuntime
import Foundation
import HTTPTypes
import Testing

@testable import AnybillBase

@Suite("Mapping of failures")
struct ErrorMappingTests {
    private func mapped(_ error: any Error) -> any AnybillError { ErrorMapping.error(for: error) }

    @Test("a status from 400 to 499 is a generic error with that status", arguments: [400, 403, 404, 418, 429, 499])
    func refusals(status: Int) {
        let error = mapped(GetReceiptError.undocumented(RawResponse(status: status)))
        #expect(error.type == .genericError && error.code == status && error.variant == .defaultError)
    }

    @Test("a status from 500 is unknown", arguments: [500, 503, 599])
    func serverErrors(status: Int) {
        let error = mapped(GetReceiptError.undocumented(RawResponse(status: status)))
        #expect(error.type == .unknown && error.code == status)
    }

    @Test("a documented problem gives title, trace and errors, and the status of the response wins")
    func problem() throws {
        let problem = ProblemDetails(title: "No", status: 422, traceId: "t", errors: ["take": ["Too many."]])
        let error = try #require(mapped(ListReceiptsError.badRequest(problem)) as? AnybillDefaultError)
        #expect(error.code == 400 && error.type == .genericError)
        #expect(error.title == "No" && error.traceId == "t" && error.errors == ["take": ["Too many."]])
    }

    @Test(
        "every set of documented failures gives its problem",
        arguments: [
            ListReceiptsError.forbidden(ProblemDetails(title: "x")) as any Error,
            GetReceiptError.notFound(ProblemDetails(title: "x")),
            GetContentAreaError.notFound(ProblemDetails(title: "x")),
            GetCurrentUserError.unauthorized(ProblemDetails(title: "x")),
            CreateUserError.conflict(ProblemDetails(title: "x")),
            AttachReceiptError.conflict(ProblemDetails(title: "x")),
            GeneratedDeleteReceiptsError.forbidden(ProblemDetails(title: "x")),
        ]
    )
    func problems(error: any Error) {
        #expect(mapped(error).title == "x")
        #expect(mapped(error).type == .genericError)
    }

    @Test(
        "a body that is text, empty or another shape still gives the status",
        arguments: [
            "", "Not found", "[1]", #"{"status": 404, "path": "/x", "details": ["gone"]}"#,
        ]
    )
    func strangeBodies(body: String) {
        let response = RawResponse(status: 404, body: Array(body.utf8))
        #expect(mapped(GetReceiptError.undocumented(response)).code == 404)
    }

    @Test("a partly failed batch is an error of its own")
    func partlyDeleted() throws {
        let problem = DeleteReceiptsProblem(title: "Some", status: 400, traceId: "t", failedReceipts: ["b"])
        let error = try #require(mapped(GeneratedDeleteReceiptsError.badRequest(problem)) as? DeleteReceiptsError)
        #expect(error.failedReceipts == ["b"] && error.code == 400 && error.type == .genericError)
        #expect(error.variant == .deleteReceiptsError && error.title == "Some" && error.traceId == "t")
    }

    @Test("a refused batch that names no receipt is an ordinary error")
    func refusedBatch() throws {
        let problem = DeleteReceiptsProblem(title: "No", errors: ["receiptIds": ["Too many."]])
        let error = try #require(mapped(GeneratedDeleteReceiptsError.badRequest(problem)) as? AnybillDefaultError)
        #expect(error.errors?["receiptIds"] == ["Too many."])
    }

    @Test(
        "no response is a network error",
        arguments: [
            TransportError.Code.unreachable, .connection, .timedOut, .tls,
        ]
    )
    func network(code: TransportError.Code) {
        let error = mapped(GetReceiptError.transport(TransportError(code, "x")))
        #expect(error.type == .networkError && error.code == 0)
    }

    @Test("an id that cannot be sent is refused like by the server")
    func invalidID() {
        let error = mapped(GetReceiptError.transport(TransportError(.invalidRequest, "x")))
        #expect(error.type == .genericError && error.code == 400)
    }

    @Test(
        "states of the session have types of their own",
        arguments: [
            (AuthenticationError(.signedOut, message: ""), AnybillErrorType.noUserError, 401),
            (AuthenticationError(.missing, message: ""), .noUserError, 401),
            (AuthenticationError(.rejected, status: 400, message: ""), .invalidRefreshTokenError, 400),
            (AuthenticationError(.unreachable, message: ""), .networkError, 0),
            (AuthenticationError(.unreachable, status: 503, message: ""), .unknown, 503),
            (AuthenticationError(.unreachable, status: 429, message: ""), .genericError, 429),
            (AuthenticationError(.storage, message: ""), .unknown, 0),
        ]
    )
    func session(cause: AuthenticationError, type: AnybillErrorType, code: Int) {
        let error = mapped(GetReceiptError.unauthenticated(cause))
        #expect(error.type == type && error.code == code)
    }

    @Test("an unreadable success, a failed store and a cancelled call are unknown")
    func unknown() {
        #expect(mapped(GetReceiptError.decoding(DecodingFailure(.mismatch, "x"))).type == .unknown)
        #expect(mapped(CocoaError(.fileWriteOutOfSpace)).type == .unknown)
        #expect(mapped(CancellationError()).type == .unknown)
    }

    @Test("an error of this module stays what it is")
    func unchanged() {
        let error = AnybillDefaultError(type: .genericError, code: 409, title: "x")
        #expect(mapped(error) as? AnybillDefaultError == error)
    }

    @Test("both models read the bodies of the service")
    func decoding() throws {
        let plain = #"{"title": "No", "status": 400, "traceId": "t", "errors": {"take": ["x"]}, "type": "about:blank"}"#
        let error = try JSONDecoder().decode(AnybillDefaultError.self, from: Data(plain.utf8))
        #expect(
            error
                == AnybillDefaultError(
                    type: .genericError,
                    code: 400,
                    title: "No",
                    traceId: "t",
                    errors: ["take": ["x"]]
                )
        )
        let batch = #"{"type": "DeleteReceiptsError", "title": "Some", "status": 400, "failedReceipts": ["b"]}"#
        let deletion = try JSONDecoder().decode(DeleteReceiptsError.self, from: Data(batch.utf8))
        #expect(deletion == DeleteReceiptsError(failedReceipts: ["b"], title: "Some"))
    }
}
