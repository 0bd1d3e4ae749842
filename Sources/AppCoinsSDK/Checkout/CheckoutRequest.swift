import APIRuntime
public import AppCoinsAPI
public import Foundation

/// A checkout to present.
public struct CheckoutRequest: Sendable, Hashable {
    /// The complete URL of the page.
    public var url: URL

    /// The bundle identifier of the app that sells the product.
    public var domain: String

    /// The product, with the price shown to the buyer.
    public var product: Product

    /// The developer's payload; `nil` if there is none.
    public var payload: String?

    /// The caller's order reference.
    public var reference: String

    /// The guest identifier from attribution; `nil` if the buyer is a signed-in user without one.
    public var guestUID: String?

    /// The OEM that earns a share of the purchase.
    public var oemID: String

    /// The discount of the link that started the purchase; `nil` for none.
    public var discountPolicy: DiscountPolicy?
}

/// The order for which a checkout page is opened.
struct CheckoutOrder: Sendable, Hashable {
    /// The bundle identifier of the app that sells the product.
    var domain: String
    /// The product.
    var product: Product
    /// The developer's payload.
    var payload: String?
    /// The caller's order reference, or the SDK's.
    var reference: String
    /// Whether the SDK has created the reference, so that no other order has it.
    var isReferenceUnique: Bool
    /// The guest identifier from attribution.
    var guestUID: String?
    /// The OEM named by a link; `nil` uses the installation's OEM.
    var oemID: String?
    /// The discount named by a link.
    var discountPolicy: DiscountPolicy?
}

/// A factory for the URL of a checkout page, which it obtains from the generated operation.
struct CheckoutLink: Sendable {
    /// Addresses of the services.
    let servers: AppCoinsServers

    /// A transport that records the URL of a request and sends nothing.
    private final class AddressKeeper: HTTPTransport {
        let address = LockedState<String?>(nil)

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            address.withLock { $0 = request.url }
            throw TransportError(.unsupported, "This transport only records the URL.")
        }
    }

    /// Returns the checkout request for an order.
    ///
    /// - Throws: ``AppCoinsSDKError/systemError(_:)`` if the URL cannot be created.
    func request(for order: CheckoutOrder, device: DeviceFacts, storedOEM: String?) async throws -> CheckoutRequest {
        let oemID = order.oemID ?? Self.oemID(device: device, stored: storedOEM)
        let keeper = AddressKeeper()
        let client = AppCoinsClient(
            servers: servers,
            configuration: ClientConfiguration(transport: keeper, retry: .never)
        )
        // The call always fails because its transport only records the URL.
        _ = try? await client.checkout.page(
            origin: .bds,
            type: .inApp,
            domain: order.domain,
            product: order.product.sku,
            country: device.languageRegion ?? device.region ?? "US",
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
            throw AppCoinsSDKError(.system, "The URL of the checkout page could not be created.")
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

    /// Returns the OEM that earns a share of an installation's purchases.
    static func oemID(device: DeviceFacts, stored: String?) -> String {
        if device.distributor == .marketplace(DeviceFacts.appArenaStore) { return BuildFacts.appArenaOEM }
        return stored ?? BuildFacts.aptoideOEM
    }

    /// Returns the marketplace that installed the app, or Aptoide's marketplace if the app has none.
    static func origin(_ device: DeviceFacts) -> String {
        guard !device.isSimulator, case .marketplace(let id) = device.distributor,
            device.system >= DeviceFacts.SystemVersion(17, 4)
        else { return DeviceFacts.aptoideStore }
        return id
    }
}
