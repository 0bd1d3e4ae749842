public import APIRuntime
public import AppCoinsAPI
public import AppCoinsSDK
import Foundation
public import URLSessionTransport

/// A presenter that simulates the hosted page against a sandbox, without a web view.
///
/// Use it in tests, and on systems that cannot show the page. The sandbox determines the outcome of a payment; see its
/// `CheckoutOutcome`.
public struct SandboxCheckoutPresenter: CheckoutPresenter {
    private let servers: AppCoinsServers
    private let configuration: ClientConfiguration
    private let patience: Int
    private let posts: Int
    private let pause: Duration

    /// Creates a presenter.
    ///
    /// - Parameters:
    ///   - servers: The addresses of the sandbox.
    ///   - configuration: The transport and further settings of the calls.
    ///   - patience: The number of times the payment is polled before the buyer gives up and closes the sheet; 1 or
    ///     more.
    ///   - posts: The number of times the page posts its result; 1 or more.
    ///   - pause: The time between two polls.
    public init(
        servers: AppCoinsServers,
        configuration: ClientConfiguration = ClientConfiguration(transport: .urlSession),
        patience: Int = 5,
        posts: Int = 1,
        pause: Duration = .zero
    ) {
        self.servers = servers
        self.configuration = configuration
        self.patience = patience
        self.posts = posts
        self.pause = pause
    }

    /// Opens the page and starts the payment.
    public func open(_ request: CheckoutRequest) async -> any CheckoutSheet {
        let sheet = PlayedSheet()
        Task {
            for event in await play(request) { sheet.play(event) }
        }
        return sheet
    }

    /// Returns the events of the page, from its loading to its end.
    func play(_ request: CheckoutRequest) async -> [CheckoutEvent] {
        do {
            try await load(request)
        } catch {
            return [.loadFailed(status: error.status)]
        }
        do {
            let client = try await paying(request)
            let started = try await client.checkout.createTransaction(body: order(request))
            return try await follow(started.uid, client)
        } catch {
            return [Self.message(.checkoutErrorMessage(Self.failure(error)))]
        }
    }

    private func load(_ request: CheckoutRequest) async throws(GetCheckoutPageError) {
        _ = try await client(nil).checkout.page(
            origin: .bds,
            type: .inApp,
            domain: request.domain,
            product: request.product.sku,
            country: "PT",
            reference: request.reference,
            version: BuildFacts.build,
            languageCode: "en",
            paymentChannel: .iosSDK,
            platform: .ios,
            isBrowserCheckout: false,
            oemID: request.oemID,
            installationOrigin: DeviceFacts.aptoideStore,
            metadata: request.payload,
            guestUID: request.guestUID,
            discountPolicy: request.discountPolicy
        )
    }

    private func paying(_ request: CheckoutRequest) async throws -> AppCoinsClient {
        let guest = try await client(nil).wallets.guest(id: request.guestUID ?? "")
        return client(.bearer(guest.ewt))
    }

    private func order(_ request: CheckoutRequest) -> CheckoutTransactionRequest {
        CheckoutTransactionRequest(
            domain: request.domain,
            priceValue: request.product.priceValue,
            priceCurrency: request.product.priceCurrency,
            product: request.product.sku,
            type: .inApp,
            channel: .ios,
            platform: .ios,
            guestID: request.guestUID,
            oemID: request.oemID,
            metadata: request.payload,
            reference: request.reference,
            discountPolicy: request.discountPolicy
        )
    }

    private func follow(_ uid: String, _ client: AppCoinsClient) async throws -> [CheckoutEvent] {
        for _ in 0..<patience {
            let state = try await client.checkout.transaction(uid: uid)
            if let result = state.purchaseResult {
                let message = PurchaseResultMessage(params: result)
                return Array(repeating: Self.message(.purchaseResultMessage(message)), count: posts)
            }
            if let failure = state.checkoutFailure {
                return [Self.message(.checkoutErrorMessage(CheckoutErrorMessage(params: failure)))]
            }
            switch state.status {
            case .canceled: return [.closed]
            case .pendingUserPayment: return [.leftUnsettled]
            default: if pause > .zero { try await configuration.clock.sleep(for: pause) }
            }
        }
        return [.closed]
    }

    private func client(_ token: StaticCredential?) -> AppCoinsClient {
        AppCoinsClient(
            servers: servers,
            credentials: AppCoinsCredentials(walletToken: token),
            configuration: configuration
        )
    }

    private static func message(_ message: CheckoutMessage) -> CheckoutEvent {
        .message(Data(JSONCoding.encode(message)))
    }

    private static func failure(_ error: any Error) -> CheckoutErrorMessage {
        let error = AppCoinsSDKError(playing: error)
        var kind = CheckoutFailureKind.failed
        if case .networkError = error { kind = .network }
        let info = error.debugInfo
        return CheckoutErrorMessage(
            params: CheckoutFailure(checkoutError: kind, message: info.message, description: info.description)
        )
    }
}
