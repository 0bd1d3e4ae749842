import APIRuntime
import AppCoinsAPI
import AppCoinsTesting
import Foundation

@testable import AppCoinsSDK

/// One purchase of the model, from the call of the app to its result.
final class ModelCheckout: Sendable {
    private struct State: Sendable {
        var sale: ModelService.Sale?
        var wallet: String
        var isOver = false
        var isShown = false
        /// Whether the buyer has signed in where only the link can tell the app.
        var isElsewhere = false
        /// Whether a process that lived on has received the honest link, so that it must not be lost.
        var isLinked = false
    }

    let device: ModelDevice
    private let sku: String
    private let payload: String
    private let reference: String
    private let service: ModelService
    private let account: ModelAccount
    private let life: ModelLife
    private let isReferenceInLink: Bool
    private let state: LockedState<State>
    private let task: LockedState<Task<Void, Never>?> = LockedState(nil)
    private let deliveries = LockedState<[Task<Void, Never>]>([])

    /// Starts a purchase on a device.
    init(
        _ device: ModelDevice,
        _ sku: String,
        _ payload: String,
        _ reference: String,
        _ service: ModelService,
        _ account: ModelAccount,
        _ random: inout ModelRandom
    ) {
        let isImpatient = random.chance(20)
        isReferenceInLink = random.chance(50)
        self.device = device
        self.sku = sku
        self.payload = payload
        self.reference = reference
        self.service = service
        self.account = account
        life = device.life
        state = LockedState(State(wallet: ModelService.address("guest-\(device.name)")))
        let buying = Task {
            await device.buy(sku, payload: payload, reference: reference, isImpatient: isImpatient)
            self.state.withLock { $0.isOver = true }
        }
        task.withLock { $0 = buying }
    }

    private var sheet: PlayedSheet? { device.request?.reference == reference ? device.sheet : nil }
    private var sale: ModelService.Sale? { state.withLock { $0.sale } }
    private var isOver: Bool { state.withLock { $0.isOver } }

    /// Waits until the checkout is shown or the purchase is over.
    func opened() async {
        while sheet == nil, !isOver { await Task.yield() }
        if sheet != nil { state.withLock { $0.isShown = true } }
    }

    /// Performs a random event of the open checkout.
    func event(_ random: inout ModelRandom, others: [ModelCheckout]) async {
        switch random.below(12) {
        case 0: link(Self.data("catappult.inapp.purchase.none-\(random.below(4))", sku, payload), wallet: "dead")
        case 1: if let sale = random.pick(service.sales) { link(data(of: sale), wallet: nil) }
        case 2: if let sale = random.pick(others)?.sale { link(data(of: sale), wallet: nil) }
        case 3: await signIn(random.pick(ModelMessage.users) ?? "")
        case 4, 5: pay()
        case 6: if random.chance(50) { pay() } else { payElsewhere(random.pick(ModelMessage.users) ?? "") }
        case 7: play(.redirect(.external))
        case 8: life.kill()
        case 9, 10: deliverUnfinished()
        default:
            let sale = random.pick(service.sales)
            let forged = sale.map { data(of: $0) } ?? Self.data("x", sku, payload)
            let source = CheckoutMessageSource(isMainFrame: false, scheme: "http", host: "m")
            sheet?.play(.posted(ModelMessage.paid(forged), by: source))
        }
        for _ in 0..<random.below(30) { await Task.yield() }
    }

    /// Ends the checkout in a random way, and waits for the result.
    func end(_ random: inout ModelRandom) async {
        if let sale, !isElsewhere {
            account.mustNotFail(reference)
            if random.chance(30) { link(data(of: sale), wallet: nil) }
        }
        let isLinkedMeanwhile = random.chance(50)
        let isRefusing = random.chance(20)
        service.state.withLock { $0.isRefusingUsers = isRefusing }
        defer { service.state.withLock { $0.isRefusingUsers = false } }
        switch random.below(7) {
        case 0: sheet?.play(.leftUnsettled)
        case 1: sheet?.play(.loadFailed(status: nil))
        case 2: sheet?.play(.message(ModelMessage.failed))
        case 3: if let old = random.pick(service.sales) { play(.paid(data(of: old))) }
        case 4, 5: if let sale { play(.paid(data(of: sale))) }
        default: break
        }
        // Without another ending, the buyer closes the sheet; after one, the event has no effect.
        while !isOver {
            sheet?.play(.closed)
            await Task.yield()
            // While the service is asked, the honest link of a checkout in the browser arrives.
            if isElsewhere, isLinkedMeanwhile { lateLink() }
        }
        await task.withLock { $0 }?.value
        for delivery in deliveries.withLock({ $0 }) { await delivery.value }
    }

    /// Lets the app read and deliver its unfinished purchases while the checkout is open, as a start of a scene does.
    private func deliverUnfinished() {
        let delivery = Task { await device.deliverUnfinished(isDuringCheckout: true) }
        deliveries.withLock { $0.append(delivery) }
    }

    /// Opens the honest link of the checkout, which may be over for long, unless a process has received it.
    func lateLink() {
        guard let sale, !state.withLock({ $0.isLinked }) else { return }
        let (life, wallet) = (device.life, isElsewhere ? sale.wallet : nil)
        let isHandled = link(data(of: sale), wallet: wallet, reference: isReferenceInLink ? reference : nil)
        if isHandled, !life.isDead { state.withLock { $0.isLinked = true } }
    }

    /// Pays the order after its checkout has ended, for example with a slow bank transfer.
    func latePay() {
        if state.withLock({ $0.isShown }) { settle() }
    }

    private var isElsewhere: Bool { state.withLock { $0.isElsewhere } }

    // MARK: - Events

    private func pay() {
        if sheet != nil { settle() }
    }

    /// Pays with a user's wallet that the page does not report, because the checkout continued in the browser.
    private func payElsewhere(_ user: String) {
        guard sheet != nil, sale == nil else { return }
        play(.redirect(.external))
        state.withLock { state in
            state.wallet = user
            state.isElsewhere = true
        }
        settle()
    }

    private func settle() {
        guard let wallet = state.withLock({ $0.sale == nil ? $0.wallet : nil }) else { return }
        let sale = service.pay(sku: sku, payload: payload, reference: reference, wallet: wallet)
        state.withLock { $0.sale = sale }
    }

    private func signIn(_ user: String) async {
        guard let sheet, let billing = device.billing, !isElsewhere else { return }
        sheet.play(.message(ModelMessage.signIn(user)))
        for _ in 0..<200 {
            await Task.yield()
            guard let active = try? await billing.wallets.active(), active.identity == .user(user) else { continue }
            state.withLock { $0.wallet = user }
            return
        }
    }

    private func play(_ event: ModelMessage) {
        sheet?.play(.message(event.json))
    }

    @discardableResult
    private func link(_ data: CheckoutPurchaseData, wallet: String?, reference: String? = nil) -> Bool {
        var link = """
            \(ModelSigner.domain).iap://wallet.appcoins.io/checkout/success?response_code=0&data_signature=QQ%3D%3D\
            &purchase_data.order_id=\(data.orderId)&purchase_data.package_name=\(data.packageName)\
            &purchase_data.product_id=\(data.productId)&purchase_data.purchase_time=\(data.purchaseTime)\
            &purchase_data.purchase_token=\(data.purchaseToken)&purchase_data.purchase_state=0\
            &purchase_data.developer_payload=\(data.developerPayload)&purchase_data.product_type=INAPP\
            &purchase_data.is_auto_renewing=false
            """
        if let reference { link += "&order_reference=\(reference)" }
        if let wallet {
            link +=
                "&wallet.type=USER_WALLET&wallet.user.address=\(wallet)&wallet.user.auth_token=x"
                + "&wallet.user.refresh_token=\(wallet)"
        }
        return device.billing?.handle(redirectURL: URL(string: link)) ?? false
    }

    private func data(of sale: ModelService.Sale) -> CheckoutPurchaseData {
        Self.data(sale.uid, sale.sku, sale.payload, order: sale.orderUID)
    }

    private static func data(
        _ uid: String,
        _ sku: String,
        _ payload: String,
        order: String = "O"
    ) -> CheckoutPurchaseData {
        CheckoutPurchaseData(
            orderId: order,
            packageName: ModelSigner.domain,
            productId: sku,
            purchaseTime: 1,
            purchaseToken: uid,
            purchaseState: 0,
            developerPayload: payload,
            productType: .inApp,
            isAutoRenewing: false
        )
    }
}

/// A message of the model's page.
enum ModelMessage {
    enum Redirect { case external }
    case paid(CheckoutPurchaseData)
    case redirect(Redirect)

    /// The addresses of the buyers who sign in, which are their tokens as well.
    static let users = ["0xada", "0xbob"]

    var json: Data {
        switch self {
        case .paid(let data): Self.paid(data)
        case .redirect: Data(#"{"method":"handleExternalRedirect","params":{"URL":"https://pay.example/1"}}"#.utf8)
        }
    }

    static func paid(_ data: CheckoutPurchaseData) -> Data {
        let result = CheckoutPurchaseResult(responseCode: 0, purchaseData: data, dataSignature: "QQ==")
        return Data(
            JSONCoding.encode(CheckoutMessage.purchaseResultMessage(PurchaseResultMessage(params: result)))
        )
    }

    static var failed: Data {
        let failure = CheckoutFailure(checkoutError: .failed, message: "m", description: "d")
        return Data(JSONCoding.encode(CheckoutMessage.checkoutErrorMessage(CheckoutErrorMessage(params: failure))))
    }

    static func signIn(_ user: String, token: String? = nil) -> Data {
        let token = token ?? user
        let wallet = #"{"address":"\#(user)","authToken":"\#(token)","refreshToken":"\#(token)"}"#
        return Data(#"{"method":"setActiveWallet","params":{"type":"USER_WALLET","wallet":\#(wallet)}}"#.utf8)
    }
}
