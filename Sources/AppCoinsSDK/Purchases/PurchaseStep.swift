import APIRuntime
import AppCoinsAPI

/// A state change of a purchase, which is never repeated without reading the state first.
struct PurchaseStep: Sendable {
    /// A state change that happens once for a purchase.
    enum Kind: Sendable, Hashable {
        /// Acknowledge a verified purchase.
        case acknowledge
        /// Consume a delivered purchase.
        case consume

        /// Returns whether a purchase in a state has completed the step.
        func isTaken(in state: PurchaseState) -> Bool {
            switch self {
            case .acknowledge: state == .acknowledged || state == .consumed
            case .consume: state == .consumed
            }
        }
    }

    /// A success with an undocumented status, after which the state has to be read.
    struct UnexpectedSuccess: Error {
        /// The status of the response.
        let status: Int
    }

    /// The step to perform.
    let step: Kind
    /// The identifier of the purchase.
    let uid: String
    /// The bundle identifier of the app.
    let domain: String
    /// The configuration, with the clock and the delay before a request is repeated.
    let configuration: ClientConfiguration

    /// The largest number of requests for a step; the state is read between two of them.
    private static let attempts = 3

    /// Performs the step.
    ///
    /// If a response does not show whether the step was completed, reads the state before sending the request again.
    ///
    /// - Returns: The state of the purchase afterwards.
    /// - Throws: The error of the call, even if reading the state fails afterwards.
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
                try await configuration.clock.sleep(for: configuration.retry.baseDelay.sleepable)
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

    /// Returns whether a failure leaves it unknown if the server processed the request.
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
