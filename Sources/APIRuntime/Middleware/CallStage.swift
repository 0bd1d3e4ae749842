/// A built-in stage of a call.
///
/// The cases are in the order in which a request passes the stages; the response passes them in reverse.
public enum CallStage: CaseIterable, Hashable, Sendable {
    /// Looks for a stored response, and stores new ones.
    ///
    /// A middleware after this stage could send a call as another user, unless it states
    /// ``CallMiddleware/preservesUser``. A call that has such a middleware itself receives no stored response. With such
    /// a middleware of the client, the first call of each operation is sent even if there is a stored response, which
    /// is used only if the server cannot be reached or fails. Responses to another user are not stored, and an operation
    /// that was sent as another user receives no stored response. Place a middleware that changes the user before this
    /// stage.
    ///
    /// Streamed calls pass the stage unchanged, except that their effects on stored responses are applied.
    case cache

    /// Lets equal `GET` calls that are made at the same time share one request.
    case sharing

    /// Limits the stages after it to the time that remains for the call.
    ///
    /// The time starts with the call, before ``cache``, and at its end the call fails in whichever stage it is. Waits
    /// before retries and requests end with it, and so does the renewal of a stale response in the background, for which
    /// no caller waits.
    case deadline

    /// Sends the request again after a transient failure.
    case retry

    /// Adds credentials, and sends once more with renewed ones after a 401.
    ///
    /// If a middleware before this stage directs a call to a server that is none of the client's, the call fails with
    /// ``CallFailure/unauthenticated(_:)``.
    case credentials

    /// Reports each attempt to the client's logger and observer.
    case logging

    /// Checks the request and passes it to the client's transport.
    case transport

    /// The position in the order of the stages.
    var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A middleware with its position among the built-in stages.
///
/// The request passes all middlewares before a stage in the order in which they were added, those of the client first,
/// then those of the call.
public struct PlacedMiddleware: Sendable {
    let middleware: any CallMiddleware
    let stage: CallStage
    let isAfter: Bool

    /// Returns whether requests pass the middleware after a stage, and it may change their user.
    func mayChangeUser(behind other: CallStage) -> Bool { isBehind(other) && !middleware.preservesUser }

    /// Returns whether requests pass the middleware after a stage.
    func isBehind(_ other: CallStage) -> Bool {
        stage == other ? isAfter : stage.position > other.position
    }

    /// Places a middleware before a stage: it receives the request before the stage does, and the response after it.
    public static func before(_ stage: CallStage, _ middleware: any CallMiddleware) -> PlacedMiddleware {
        PlacedMiddleware(middleware: middleware, stage: stage, isAfter: false)
    }

    /// Places a middleware after a stage: it receives the request after the stage does, and the response before it.
    ///
    /// The transport ends the chain, so a middleware that is placed after it runs directly before it.
    public static func after(_ stage: CallStage, _ middleware: any CallMiddleware) -> PlacedMiddleware {
        PlacedMiddleware(middleware: middleware, stage: stage, isAfter: true)
    }
}
