/// A built-in stage of a call.
///
/// The cases are in the order in which a request passes the stages; the response passes them in reverse.
public enum CallStage: Int, CaseIterable, Hashable, Sendable {
    /// Looks for a stored response, and stores new ones.
    ///
    /// A call with a middleware of its own behind this stage is served no stored response, because the middleware could
    /// send it as another user. A middleware of the client that does so belongs in front of this stage: its responses are
    /// not stored, and once it has changed the user of an operation, no stored response of that operation is served.
    /// Streamed calls pass it unchanged, except that their effects on stored responses are applied.
    case cache

    /// Lets equal `GET` calls that are made at the same time share one request.
    case sharing

    /// Ends the call when its deadline passes.
    case deadline

    /// Sends the request again after a transient failure.
    case retry

    /// Adds credentials, and sends once more with renewed ones after a 401.
    ///
    /// A call that a middleware in front of this stage directs to a server that is none of the client's fails with
    /// ``CallFailure/unauthenticated(_:)``.
    case credentials

    /// Reports each attempt to the client's logger and observer.
    case logging

    /// Checks the request and passes it to the client's transport.
    case transport
}

/// A middleware with its position among the built-in stages.
///
/// The request passes all middlewares in front of a stage in the order in which they were added, those of the client
/// before those of the call.
public struct PlacedMiddleware: Sendable {
    let middleware: any CallMiddleware
    let stage: CallStage
    let isAfter: Bool

    /// Returns whether requests pass the middleware after a stage.
    func isBehind(_ other: CallStage) -> Bool {
        stage == other ? isAfter : stage.rawValue > other.rawValue
    }

    /// Places a middleware in front of a stage: the request reaches the middleware first, the response reaches it last.
    public static func before(_ stage: CallStage, _ middleware: any CallMiddleware) -> PlacedMiddleware {
        PlacedMiddleware(middleware: middleware, stage: stage, isAfter: false)
    }

    /// Places a middleware behind a stage: the request reaches the stage first, the response reaches it last.
    ///
    /// The transport ends the chain, so that a middleware placed behind it runs directly in front of it.
    public static func after(_ stage: CallStage, _ middleware: any CallMiddleware) -> PlacedMiddleware {
        PlacedMiddleware(middleware: middleware, stage: stage, isAfter: true)
    }
}
