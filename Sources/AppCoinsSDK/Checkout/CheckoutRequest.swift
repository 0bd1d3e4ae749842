import APIRuntime
public import AppCoinsAPI
public import Foundation

/// A checkout that is to be shown.
public struct CheckoutRequest: Sendable, Hashable {
    /// Address of the page, complete.
    public var url: URL

    /// Bundle identifier of the app that sells.
    public var domain: String

    /// The product, with the price that the buyer has seen.
    public var product: Product

    /// The developer's payload; `nil` when there is none.
    public var payload: String?

    /// The caller's reference of the order.
    public var reference: String

    /// Guest identifier from attribution; `nil` when the buyer is a signed-in user without one.
    public var guestUID: String?

    /// OEM that earns from the purchase.
    public var oemID: String

    /// Discount of the link that led here; `nil` for none.
    public var discountPolicy: DiscountPolicy?
}

/// What a checkout page is opened for.
struct CheckoutOrder: Sendable, Hashable {
    /// Bundle identifier of the app that sells.
    var domain: String
    /// The product.
    var product: Product
    /// The developer's payload.
    var payload: String?
    /// The caller's reference of the order.
    var reference: String
    /// Guest identifier from attribution.
    var guestUID: String?
    /// OEM named by a link; `nil` takes the installation's.
    var oemID: String?
    /// Discount named by a link.
    var discountPolicy: DiscountPolicy?
}

/// Makes the address of a checkout page by letting the generated operation make it.
struct CheckoutLink: Sendable {
    /// Addresses of the services.
    let servers: AppCoinsServers

    /// Keeps the address that would be called, and calls nothing.
    private final class AddressKeeper: HTTPTransport {
        let address = LockedState<String?>(nil)

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            address.withLock { $0 = request.url }
            throw TransportError(.unsupported, "Only the address was wanted.")
        }
    }

    /// The request for an order.
    ///
    /// - Throws: ``AppCoinsSDKError/systemError(_:)`` when no address can be made.
    func request(for order: CheckoutOrder, device: DeviceFacts, storedOEM: String?) async throws -> CheckoutRequest {
        let oemID = order.oemID ?? Self.oemID(device: device, stored: storedOEM)
        let keeper = AddressKeeper()
        let client = AppCoinsClient(
            servers: servers,
            configuration: ClientConfiguration(transport: keeper, retry: .never)
        )
        // The call always fails: its transport only keeps the address.
        _ = try? await client.checkout.page(
            origin: .bds,
            type: .inApp,
            domain: order.domain,
            product: order.product.sku,
            country: device.region ?? "US",
            reference: order.reference,
            version: BuildFacts.build,
            languageCode: device.language ?? "en",
            paymentChannel: .iosSDK,
            platform: .ios,
            isBrowserCheckout: false,
            oemID: oemID,
            installationOrigin: Self.origin(device),
            metadata: order.payload,
            guestUID: order.guestUID,
            discountPolicy: order.discountPolicy
        )
        guard let url = keeper.address.withLock({ $0 }).flatMap({ URL(string: $0) }) else {
            throw AppCoinsSDKError(.system, "The address of the checkout page could not be made.")
        }
        return CheckoutRequest(
            url: url,
            domain: order.domain,
            product: order.product,
            payload: order.payload,
            reference: order.reference,
            guestUID: order.guestUID,
            oemID: oemID,
            discountPolicy: order.discountPolicy
        )
    }

    /// OEM that earns from an installation.
    static func oemID(device: DeviceFacts, stored: String?) -> String {
        if device.distributor == .marketplace(DeviceFacts.appArenaStore) { return BuildFacts.appArenaOEM }
        return stored ?? BuildFacts.aptoideOEM
    }

    /// Marketplace that installed the app; Aptoide's when it has none.
    static func origin(_ device: DeviceFacts) -> String {
        guard !device.isSimulator, case .marketplace(let id) = device.distributor,
            device.system >= DeviceFacts.SystemVersion(17, 4)
        else { return DeviceFacts.aptoideStore }
        return id
    }
}
