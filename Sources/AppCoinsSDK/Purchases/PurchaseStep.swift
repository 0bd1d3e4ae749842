import APIRuntime
import AppCoinsAPI

/// Moves a purchase on without ever doing so blindly twice.
struct PurchaseStep: Sendable {
    /// A step that a purchase takes once.
    enum Kind: Sendable, Hashable {
        /// It was verified.
        case acknowledge
        /// It was given.
        case consume

        /// Whether a purchase in a state has taken the step.
        func isTaken(in state: PurchaseState) -> Bool {
            switch self {
            case .acknowledge: state == .acknowledged || state == .consumed
            case .consume: state == .consumed
            }
        }
    }

    /// A success that is not the documented one, after which the state has to be read.
    struct UnexpectedSuccess: Error {
        /// Status of the response.
        let status: Int
    }

    /// The step to take.
    let step: Kind
    /// Identifier of the purchase.
    let uid: String
    /// Bundle identifier of the app.
    let domain: String
    /// Clock, and the pause before a step is sent again.
    let configuration: ClientConfiguration

    /// How often a step is sent, its state read in between.
    private static let attempts = 3

    /// Takes the step.
    ///
    /// After a response that leaves open whether it was taken, the state is read before it is sent again.
    ///
    /// - Returns: The state of the purchase afterwards.
    /// - Throws: The failure of the call; a failed reading leaves it standing.
    func take(_ calls: PurchasesOperations) async throws -> PurchaseState {
        var attempt = 1
        while true {
            do {
                try await send(calls)
                return step == .consume ? .consumed : .acknowledged
            } catch {
                guard Self.isUnclear(error) else { throw error }
                guard let record = try? await calls.get(domain: domain, uid: uid) else { throw error }
                if step.isTaken(in: record.state) { return record.state }
                guard attempt < Self.attempts else { throw error }
                attempt += 1
                try await configuration.clock.sleep(for: configuration.retry.baseDelay)
            }
        }
    }

    private func send(_ calls: PurchasesOperations) async throws {
        let status: Int =
            switch step {
            case .acknowledge:
                try await calls.withResponse { (calls) async throws(AcknowledgePurchaseError) in
                    try await calls.acknowledge(domain: domain, uid: uid)
                }.status
            case .consume:
                try await calls.withResponse { (calls) async throws(ConsumePurchaseError) in
                    try await calls.consume(domain: domain, uid: uid)
                }.status
            }
        guard status == 204 else { throw UnexpectedSuccess(status: status) }
    }

    /// Whether a failure leaves open if the server did what it was asked to.
    static func isUnclear(_ error: any Error) -> Bool {
        if error is UnexpectedSuccess { return true }
        guard let error = error as? any OperationError else { return false }
        if let status = error.status { return status >= 500 || status == 408 || status == 409 }
        return switch error.failure {
        case .transport, .decoding, .cancelled: true
        default: false
        }
    }
}
