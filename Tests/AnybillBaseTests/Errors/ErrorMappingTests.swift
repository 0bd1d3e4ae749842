import APIRuntime
import Foundation
import HTTPTypes
import Testing

@testable import AnybillBase

@Suite("Failure mapping")
struct ErrorMappingTests {
    private func mapped(_ error: any Error) -> any AnybillError { ErrorMapping.error(for: error) }

    @Test("a status from 400 to 499 is a generic error with that status", arguments: [400, 403, 404, 418, 429, 499])
    func refusals(status: Int) {
        let error = mapped(GetReceiptError.undocumented(RawResponse(status: status)))
        #expect(error.type == .genericError && error.code == status && error.variant == .defaultError)
    }

    @Test("a status of 500 or more is an unknown error", arguments: [500, 503, 599])
    func serverErrors(status: Int) {
        let error = mapped(GetReceiptError.undocumented(RawResponse(status: status)))
        #expect(error.type == .unknown && error.code == status)
    }

    @Test("a documented problem sets title, trace and errors, and the HTTP status overrides its own")
    func problem() throws {
        let problem = ProblemDetails(title: "No", status: 422, traceId: "t", errors: ["take": ["Too many."]])
        let error = try #require(mapped(ListReceiptsError.badRequest(problem)) as? AnybillDefaultError)
        #expect(error.code == 400 && error.type == .genericError)
        #expect(error.title == "No" && error.traceId == "t" && error.errors == ["take": ["Too many."]])
    }

    @Test(
        "every set of documented failures has its problem details",
        arguments: [
            ListReceiptsError.forbidden(ProblemDetails(title: "x")) as any Error,
            GetReceiptError.notFound(ProblemDetails(title: "x")),
            GetContentAreaError.notFound(ProblemDetails(title: "x")),
            GetCurrentUserError.unauthorized(ProblemDetails(title: "x")),
            CreateUserError.conflict(ProblemDetails(title: "x")),
            AttachReceiptError.conflict(ProblemDetails(title: "x")),
            DeleteReceiptBatchError.forbidden(ProblemDetails(title: "x")),
        ]
    )
    func problems(error: any Error) {
        #expect(mapped(error).title == "x")
        #expect(mapped(error).type == .genericError)
    }

    @Test(
        "an undocumented error body does not hide the status",
        arguments: [
            "", "Not found", "[1]", #"{"status": 404, "path": "/x", "details": ["gone"]}"#,
        ]
    )
    func strangeBodies(body: String) {
        let response = RawResponse(status: 404, body: Array(body.utf8))
        #expect(mapped(GetReceiptError.undocumented(response)).code == 404)
    }

    @Test("a partly failed batch is a DeleteReceiptsError")
    func partlyDeleted() throws {
        let problem = DeleteReceiptsProblem(title: "Some", status: 400, traceId: "t", failedReceipts: ["b"])
        let error = try #require(mapped(DeleteReceiptBatchError.badRequest(problem)) as? DeleteReceiptsError)
        #expect(error.failedReceipts == ["b"] && error.code == 400 && error.type == .genericError)
        #expect(error.variant == .deleteReceiptsError && error.title == "Some" && error.traceId == "t")
    }

    @Test("a refused batch without failed receipts is a generic error")
    func refusedBatch() throws {
        let problem = DeleteReceiptsProblem(title: "No", errors: ["receiptIds": ["Too many."]])
        let error = try #require(mapped(DeleteReceiptBatchError.badRequest(problem)) as? AnybillDefaultError)
        #expect(error.errors?["receiptIds"] == ["Too many."])
    }

    @Test(
        "a missing response is a network error",
        arguments: [
            TransportError.Code.unreachable, .connection, .timedOut, .tls,
        ]
    )
    func network(code: TransportError.Code) {
        let error = mapped(GetReceiptError.transport(TransportError(code, "x")))
        #expect(error.type == .networkError && error.code == 0)
    }

    @Test("an invalid ID is refused as by the server")
    func invalidID() {
        let error = mapped(GetReceiptError.transport(TransportError(.invalidRequest, "x")))
        #expect(error.type == .genericError && error.code == 400)
    }

    @Test(
        "session states have separate error types",
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

    @Test("an unreadable success response, a failed store and a cancelled call are unknown errors")
    func unknown() {
        #expect(mapped(GetReceiptError.decoding(DecodingFailure(.mismatch, "x"))).type == .unknown)
        #expect(mapped(CocoaError(.fileWriteOutOfSpace)).type == .unknown)
        #expect(mapped(CancellationError()).type == .unknown)
    }

    @Test("an error of this module is not converted")
    func unchanged() {
        let error = AnybillDefaultError(type: .genericError, code: 409, title: "x")
        #expect(mapped(error) as? AnybillDefaultError == error)
    }

    @Test("both error models decode the bodies of the service")
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
