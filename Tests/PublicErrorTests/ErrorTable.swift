import APIRuntime
import APIServer
import APIStorage
import APIWebhooks
import AnybillAPI
import Foundation
import GRDB
import HTTPTypes
import SensibillTesting

/// The errors of the runtime and of the products next to it.
enum ErrorTable {
    private static let secret = ErrorRow.secret

    static let all = runtime + oauth + calls + storage + server + webhooks + testing + ServiceErrorTable.all

    /// The error of a document with a secret in place of a number.
    static let unreadable: DecodingFailure = {
        do {
            _ = try JSONCoding.decode(ProblemDetails.self, from: Array(#"{"status": "\#(secret)"}"#.utf8))
            return DecodingFailure(.missing, "a failure was expected")
        } catch {
            return error as? DecodingFailure ?? DecodingFailure(.missing, "\(error)")
        }
    }()

    private static let rejected = AuthenticationError(.rejected, status: 400, message: "The token was refused.")

    private static let testing = [
        ErrorRow(
            FakeResponseMissing("documents.list"),
            "FakeResponseMissing(name: \"documents.list\")",
            "Set the closure documents.list of the fake: the tested code calls it."
        )
    ]

    private static let runtime = [
        ErrorRow(
            TransportError(.unreachable, "No connection could be made.", underlying: "ECONNREFUSED"),
            "unreachable: No connection could be made. (ECONNREFUSED)",
            "No connection could be made."
        ),
        ErrorRow(rejected, "rejected: The token was refused. (status 400)", "The token was refused."),
        ErrorRow(
            unreadable,
            "status: \(unreadable.message) (byte 11)",
            "The data cannot be read at 'status': \(unreadable.message)."
        ),
        ErrorRow(
            DecodingFailure(.missing, "the document is empty"),
            "the document is empty",
            "The data cannot be read: the document is empty."
        ),
    ]

    private static let oauth = [
        ErrorRow(
            OAuthFailure("invalid_grant", status: 400),
            "invalid_grant (status 400)",
            "The OAuth server refused the request (invalid_grant, status 400)."
        ),
        ErrorRow(
            OAuthFailure("transport", failure: .timedOut),
            "transport (timedOut: No complete response came in time.)",
            "No complete response came in time."
        ),
        ErrorRow(
            OAuthFailure("unreadable_response", status: 200),
            "unreadable_response (status 200)",
            "The response of the OAuth server is not the expected one (status 200)."
        ),
        ErrorRow(
            OAuthFailure("insecure_token_url"),
            "insecure_token_url (no response)",
            "The URL of the OAuth server must be https, because the request contains secrets."
        ),
        refusal("access_denied", "The user or the server denied the sign-in."),
        refusal("wrong_state", "The redirect does not belong to this sign-in. Start the sign-in again."),
        refusal("wrong_issuer", "The redirect is from another server than the sign-in. Start the sign-in again."),
        refusal("no_code", "The redirect contains neither a code nor an error."),
        refusal("unreadable_error", "The redirect contains an error that cannot be read."),
        refusal("invalid_scope", "The server refused the sign-in (invalid_scope)."),
    ]

    private static func refusal(_ code: String, _ sentence: String) -> ErrorRow {
        ErrorRow(AuthorizationRequest.Refusal(code: code), "AuthorizationRequest.Refusal: \(code)", sentence)
    }

    private static let response = RawResponse(
        status: 418,
        headers: [
            .contentType: "text/plain", .setCookie: "id=\(secret)", .location: "https://a.test/?token=\(secret)",
        ],
        body: Array(secret.utf8)
    )

    /// The failures of calls: those that no operation documents, and those of a generated enum.
    private static let calls = [
        ErrorRow(
            CallFailure.undocumented(response),
            "undocumented: status 418, text/plain",
            "The server responded with status 418 in a way that the API does not document for this request."
        ),
        ErrorRow(
            CallFailure.transport(.timedOut),
            "transport: timedOut: No complete response came in time.",
            "No complete response came in time."
        ),
        ErrorRow(
            CallFailure.decoding(unreadable),
            "decoding: status: \(unreadable.message) (byte 11)",
            "The data cannot be read at 'status': \(unreadable.message)."
        ),
        ErrorRow(CallFailure.cancelled, "cancelled", "The call was cancelled."),
        ErrorRow(
            CallFailure.unauthenticated(rejected),
            "unauthenticated: rejected: The token was refused. (status 400)",
            "The token was refused."
        ),
        ErrorRow(
            ListReceiptsError.badRequest(
                ProblemDetails(title: "Invalid", detail: secret, instance: secret, errors: [secret: [secret]])
            ),
            "ListReceiptsError.badRequest: Invalid",
            "The request failed with status 400: Invalid."
        ),
        ErrorRow(
            ListReceiptsError.undocumented(response),
            "ListReceiptsError.undocumented: status 418, text/plain",
            "The server responded with status 418 in a way that the API does not document for this request."
        ),
    ]

    private static let storage = [
        ErrorRow(
            StorageError(.newer, "A newer version has written the file."),
            "StorageError.newer: A newer version has written the file.",
            "A newer version has written the file."
        ),
        ErrorRow(
            StorageError(
                DatabaseError(resultCode: .SQLITE_FULL, message: secret, sql: secret, arguments: [secret])
            ),
            "StorageError.full: The disk is full. Free some space and try again. (SQLite 13)",
            "The disk is full. Free some space and try again."
        ),
    ]

    private static let server = [
        ErrorRow(
            UnauthorizedRequest(.missing, .anyOf([.bearer("user")])),
            "The request does not have the required credentials.",
            "The request does not have the required credentials."
        ),
        ErrorRow(
            UnreadableInput(.body, "", .unreadable(unreadable)),
            "The property 'status' of the body cannot be read: \(unreadable.message).",
            "The property 'status' of the body cannot be read: \(unreadable.message)."
        ),
        ErrorRow(
            UnreadableInput(.query, "take", .missing),
            "The query parameter 'take' is missing.",
            "The query parameter 'take' is missing."
        ),
        ErrorRow(
            RawServerResponse(
                status: 409,
                headers: [.setCookie: secret],
                contentType: "text/plain; name=\(secret)",
                bytes: Array(secret.utf8)
            ),
            "RawServerResponse: status 409, text/plain, 6 bytes",
            "The server responds with status 409."
        ),
    ]

    private static let webhooks = [
        ErrorRow(
            WebhookRejection.unsigned,
            "unsigned",
            "The secret, the signature or the time of the request is missing or malformed."
        ),
        ErrorRow(WebhookRejection.mismatch, "mismatch", "The secret or the signature of the request is wrong."),
        ErrorRow(
            WebhookRejection.expired,
            "expired",
            "The request was signed too long ago, or in the future."
        ),
        ErrorRow(
            WebhookError.rejected(.mismatch),
            "rejected: mismatch",
            "The secret or the signature of the request is wrong."
        ),
        ErrorRow(
            WebhookError.decoding(unreadable),
            "decoding: status: \(unreadable.message) (byte 11)",
            "The data cannot be read at 'status': \(unreadable.message)."
        ),
    ]
}
