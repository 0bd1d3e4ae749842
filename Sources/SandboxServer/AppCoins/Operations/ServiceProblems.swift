import AppCoinsAPI
import APIRuntime
import APIServer

/// An operation error with the cases that all operations of the services document.
protocol ServiceProblemError: OperationError {
    /// Status 400.
    static func badRequest(_ problem: ServiceProblem) -> Self

    /// Status 500.
    static func internalServerError(_ problem: ServiceProblem) -> Self
}

/// The error of an operation on a resource that may not exist.
protocol MissingResourceError: ServiceProblemError {
    /// Status 404.
    static func notFound(_ problem: ServiceProblem) -> Self
}

/// The error of an operation that requires a token.
protocol TokenError: ServiceProblemError {
    /// Status 401.
    static func unauthorized(_ problem: ServiceProblem) -> Self
}

/// The error of a step that the state of a purchase may forbid.
protocol PurchaseStepError: MissingResourceError, TokenError {
    /// Status 409.
    static func conflict(_ problem: ServiceProblem) -> Self
}

extension AcknowledgePurchaseError: PurchaseStepError {}
extension ConsumePurchaseError: PurchaseStepError {}
extension ConvertCurrencyError: MissingResourceError {}
extension CreateCheckoutTransactionError: MissingResourceError, TokenError {}
extension GetApplicationPublicKeyError: MissingResourceError {}
extension GetAttributionError: ServiceProblemError {}
extension GetCheckoutTransactionError: MissingResourceError, TokenError {}
extension GetGuestWalletError: MissingResourceError {}
extension GetPurchaseError: MissingResourceError, TokenError {}
extension GetServerPurchaseError: MissingResourceError {}
extension GetServerTransactionError: MissingResourceError {}
extension ListCurrenciesError: ServiceProblemError {}
extension ListProductsError: MissingResourceError {}
extension ListPurchasesError: MissingResourceError, TokenError {}
extension RecordReportError: ServiceProblemError {}
extension RefreshUserWalletError: TokenError {}
extension VerifyServerPurchaseError: MissingResourceError {}

extension ServiceProblem {
    /// Returns the problem for a resource that does not exist or belongs to another wallet.
    static func notFound(_ request: ServerRequest, _ text: String) -> ServiceProblem {
        ServiceProblem(code: "NotFound", path: request.problemPath, text: text)
    }

    /// Returns the problem for a state that does not permit the action.
    static func conflict(_ request: ServerRequest, _ text: String) -> ServiceProblem {
        ServiceProblem(code: "Conflict", path: request.problemPath, text: text)
    }

    /// Returns the problem for a missing, unknown or expired token.
    static func unauthorized(_ request: ServerRequest, _ text: String) -> ServiceProblem {
        ServiceProblem(code: "Authorization.Invalid", path: request.problemPath, text: text)
    }

    /// Returns the problem for a failure of the service.
    static func failed(_ request: ServerRequest) -> ServiceProblem {
        ServiceProblem(code: "Server.Error", path: request.problemPath, text: "The request could not be processed.")
    }

    /// Returns the problem for a missing required field.
    static func missing(_ request: ServerRequest, _ name: String) -> ServiceProblem {
        ServiceProblem(
            code: "Body.Fields.Missing",
            path: request.problemPath,
            text: "A required field is missing.",
            data: .array([ServiceFieldProblem(name: name, messages: ServiceMessages(technical: "\(name) is required."))]
            )
        )
    }

    /// Returns the problem for a field with an invalid value.
    static func invalid(
        _ request: ServerRequest,
        _ name: String,
        type: String? = nil,
        value: String? = nil,
        _ technical: String
    ) -> ServiceProblem {
        let problem = ServiceFieldProblem(
            name: name,
            type: type,
            value: value.map { .string($0) },
            messages: ServiceMessages(technical: technical)
        )
        return ServiceProblem(
            code: "Body.Fields.Invalid",
            path: request.problemPath,
            text: "The request has fields with invalid values.",
            data: .array([problem])
        )
    }
}

extension ServerRequest {
    /// The path as it appears in problems: without its first segment.
    var problemPath: String {
        guard let second = path.dropFirst().firstIndex(of: "/") else { return path }
        return String(path[second...])
    }
}
