import APIRuntime
import AnybillServer
import Foundation
import SensibillAPI
import SensibillSDK

@testable import AnybillBase
@testable import AppCoinsSDK

/// The errors of the SDKs.
enum ServiceErrorTable {
    private static let secret = ErrorRow.secret

    static let all = anybill + tasks + sensibill + sdk + appCoins

    private static let anybill = [
        ErrorRow(
            AnybillConfigurationError("AnybillBaseURL", "is missing. Add it to Info.plist."),
            "The setting AnybillBaseURL is missing. Add it to Info.plist.",
            "The setting AnybillBaseURL is missing. Add it to Info.plist."
        ),
        ErrorRow(
            AnybillDefaultError(
                type: .genericError,
                code: 400,
                title: "One or more arguments are not valid.",
                traceId: "t-1",
                errors: [secret: [secret]]
            ),
            "AnybillDefaultError.genericError, status 400, trace id t-1",
            "One or more arguments are not valid."
        ),
        ErrorRow(
            AnybillDefaultError(type: .networkError, code: 0),
            "AnybillDefaultError.networkError",
            "The service could not be reached. Try again when the device is online."
        ),
        ErrorRow(
            AnybillDefaultError(type: .unknown, code: 503),
            "AnybillDefaultError.unknown, status 503",
            "The call failed (status 503)."
        ),
        ErrorRow(
            DeleteReceiptsError(failedReceipts: [secret, secret]),
            "DeleteReceiptsError.genericError, status 400, 2 not deleted",
            "2 receipts could not be deleted."
        ),
        ErrorRow(
            AnybillWebhook.Refusal.wrongKey,
            "wrongKey",
            "The key of the delivery is missing or wrong."
        ),
        ErrorRow(
            AnybillWebhook.Refusal.unreadable,
            "unreadable",
            "The body of the delivery is not a valid message."
        ),
    ]

    /// An error of an app, whose description the SDK cannot judge.
    private struct DelegateError: Error, CustomStringConvertible {
        var description: String { ErrorRow.secret }
    }

    private static let details = SensibillAPIModel.ErrorDetails(
        name: .init(rawValue: "ValidationError"),
        correlationID: "c-1",
        message: secret
    )

    private typealias TaskError = SensibillAPIClient.TaskError

    private static let tasks = [
        ErrorRow(
            TaskError.invalidInput("The name is too long."),
            "invalidInput: The name is too long.",
            "The name is too long."
        ),
        ErrorRow(
            TaskError.executionFailure(TransportError.timedOut),
            "executionFailure: timedOut: No complete response came in time.",
            "The request could not be completed: timedOut: No complete response came in time."
        ),
        ErrorRow(
            TaskError.executionFailure(DelegateError()),
            "executionFailure: DelegateError",
            "The request could not be completed: DelegateError"
        ),
        ErrorRow(
            TaskError.executionFailure(
                NSError(domain: "App", code: 7, userInfo: [NSLocalizedDescriptionKey: secret])
            ),
            "executionFailure: NSError",
            "The request could not be completed: NSError"
        ),
        ErrorRow(
            TaskError.missingUserAccessToken,
            "missingUserAccessToken",
            "There is no access token for this user. Set a delegate that has one, or let the task renew it."
        ),
        ErrorRow(
            TaskError.serverCertificatePublicKeyUnknown,
            "serverCertificatePublicKeyUnknown",
            "The server's certificate could not be compared with a pinned key. Give the keys to expect in the "
                + "configuration's `pins`, or turn `certificatePinningEnabled` off."
        ),
        ErrorRow(
            TaskError.apiFailure(.badRequest, details),
            "apiFailure: badRequest, ValidationError, correlation id c-1.",
            "The service rejected the request as invalid (status 400). ValidationError, correlation id c-1."
        ),
        ErrorRow(TaskError.noResponse, "noResponse", "The server closed the connection without a response."),
        ErrorRow(
            TaskError.unusableResponse("a number was expected"),
            "unusableResponse: a number was expected",
            "The response cannot be used: a number was expected"
        ),
        ErrorRow(
            TokenUpdateTimeout(limit: .seconds(10)),
            "TokenUpdateTimeout(limit: 10.0 seconds)",
            "The delegate did not respond within 10.0 seconds."
        ),
    ]

    private typealias APIError = SensibillAPIClient.APIError
    private typealias SourceFileError = SensibillAPIModel.SourceFileError

    private static let sensibill = [
        ErrorRow(APIError.success, "success", "The request succeeded."),
        ErrorRow(APIError.badRequest, "badRequest", "The service rejected the request as invalid (status 400)."),
        ErrorRow(APIError.unauthorized, "unauthorized", "The service did not accept the token (status 401)."),
        ErrorRow(APIError.forbidden, "forbidden", "The token does not permit this operation (status 403)."),
        ErrorRow(
            APIError.notFound,
            "notFound",
            "The resource does not exist or belongs to another user (status 404)."
        ),
        ErrorRow(
            APIError.conflict,
            "conflict",
            "The request conflicts with the current state of the resource (status 409)."
        ),
        ErrorRow(APIError.internalServerError, "internalServerError", "The service failed (status 500)."),
        ErrorRow(APIError.externalError(429), "externalError(429)", "The service responded with status 429."),
        ErrorRow(SourceFileError.empty, "empty", "The file is empty."),
        ErrorRow(
            SourceFileError.dataExceedMaxFileSize,
            "dataExceedMaxFileSize",
            "The file is larger than 5 MB (5,242,880 bytes). Send a smaller picture."
        ),
        ErrorRow(SourceFileError.unsupportedType, "unsupportedType", "The file is not a JPEG, PNG, GIF or PDF."),
        ErrorRow(
            SourceFileError.typeMismatch,
            "typeMismatch",
            "The file's first bytes do not match its media type."
        ),
        ErrorRow(
            ExportFailure.noDocumentsFound,
            "noDocumentsFound",
            "No document matches the criteria of the export."
        ),
        ErrorRow(ExportFailure.failed, "failed", "The service could not create the export."),
        ErrorRow(
            ExportFailure.notReady(exportId: "e-1"),
            "notReady(exportId: \"e-1\")",
            "The export e-1 was not ready in time. Download it later."
        ),
    ]

    private typealias ServiceError = SensibillSDK.ServiceError
    private typealias StateError = SensibillSDK.StateError

    private static let sdk = [
        ErrorRow(
            StateError.cannotStart,
            "cannotStart",
            "The SDK is already started. Stop it before you start it again."
        ),
        ErrorRow(
            StateError.startWasInterrupted,
            "startWasInterrupted",
            "The SDK was stopped while it was starting."
        ),
        ErrorRow(StateError.isAlreadyStopping, "isAlreadyStopping", "The SDK is already being stopped."),
        ErrorRow(
            StateError.missingUserInContext,
            "missingUserInContext",
            "The user identifier must not be empty."
        ),
        ErrorRow(ServiceError.cannotStart, "cannotStart", "The storage of the uploads could not be opened."),
        ErrorRow(
            ServiceError.notAcceptingRequests,
            "notAcceptingRequests",
            "The SDK is not started. Start it first."
        ),
        ErrorRow(ServiceError.noAPIProvider, "noAPIProvider", "There is no API client. Start the SDK first."),
        ErrorRow(ServiceError.unknownSource, "unknownSource", "There is no document with this source id."),
        ErrorRow(
            ServiceError.failedToCreateAPIRequest(DelegateError()),
            "failedToCreateAPIRequest: DelegateError",
            "The request could not be created."
        ),
        ErrorRow(ServiceError.noAPIResponse, "noAPIResponse", "No response was received."),
        ErrorRow(
            ServiceError.failedAPIRequest("status 400"),
            "failedAPIRequest: status 400",
            "The service rejected the request: status 400"
        ),
        ErrorRow(
            ServiceError.responseFailedValidation,
            "responseFailedValidation",
            "The response does not match the request."
        ),
        ErrorRow(
            SensibillSDK.IdentityError.otherUser,
            "otherUser",
            "The token request was for a different user."
        ),
        ErrorRow(SensibillSDK.IdentityError.noToken, "noToken", "The response contains no token."),
    ]

    private static let debugInfo = DebugInfo(message: "Service Failed", description: "The product could not be read.")

    private static func appCoins(_ error: AppCoinsSDKError) -> ErrorRow {
        ErrorRow(error, debugInfo.json(type: error.type), "Service Failed")
    }

    private static let appCoins = [
        appCoins(.networkError(debugInfo)), appCoins(.systemError(debugInfo)), appCoins(.notEntitled(debugInfo)),
        appCoins(.productUnavailable(debugInfo)), appCoins(.purchaseNotAllowed(debugInfo)),
        appCoins(.unknown(debugInfo)),
        ErrorRow(
            PurchaseListFailure(
                subject: .wallet(address: nil),
                error: .systemError(debugInfo),
                isWalletRefused: false
            ),
            "The wallet of the guest could not be read: The product could not be read.",
            "The wallet of the guest could not be read: The product could not be read."
        ),
        ErrorRow(
            PurchaseListFailure(subject: .purchase("p-1"), error: .systemError(debugInfo), isWalletRefused: false),
            "The purchase p-1 could not be used: The product could not be read.",
            "The purchase p-1 could not be used: The product could not be read."
        ),
        ErrorRow(
            SecretStoreError("The file of secrets could not be read."),
            "The file of secrets could not be read.",
            "The file of secrets could not be read."
        ),
    ]
}
