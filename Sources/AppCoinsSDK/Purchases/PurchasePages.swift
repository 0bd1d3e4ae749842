import APIRuntime
import AppCoinsAPI

/// A reader of all pages of one wallet's purchases, which skips and names purchases that cannot be decoded.
struct PurchasePages: Sendable {
    /// The operations with the wallet's token.
    let calls: PurchasesOperations
    /// The bundle identifier of the app.
    let domain: String
    /// The product; `nil` for all.
    let sku: String?
    /// The states; `nil` for all.
    let state: [PurchaseState]?
    /// Whether to read only the first page.
    let isFirstOnly: Bool

    /// The largest number of pages with a malformed purchase that are read.
    private static let maximumRepairs = 100

    /// Adds the purchases and failures of a wallet to a listing.
    func read(_ account: WalletAccount, into listing: inout PurchaseCalls.Listing) async {
        var cursor: String?
        var cursors: Set<String> = []
        var isCounted = false
        for _ in 0..<Self.maximumRepairs {
            let trace = CallTrace()
            do {
                try await CallTrace.$current.withValue(trace) {
                    let pages = calls.listPages(
                        domain: domain,
                        sku: sku,
                        state: state,
                        platform: .ios,
                        cursor: cursor
                    )
                    var positions: Set<PagePosition> = []
                    for try await page in pages {
                        listing.count(&isCounted)
                        listing.found += page.items.map { .init(record: $0, account: account) }
                        if isFirstOnly { break }
                        // The sequence ends at a position that it has visited.
                        let isRepeated = page.next.map { !positions.insert($0).inserted } ?? false
                        if isRepeated { listing.add(Self.loop, of: account) }
                    }
                }
                listing.count(&isCounted)
                return
            } catch {
                guard case .decoding(let failure)? = error as? ListPurchasesError,
                    let page = trace.exchange.flatMap({ MalformedPage($0.response) })
                else { return listing.add(error, wallet: account.address, identities: account.identities) }
                listing.found += page.records.map { .init(record: $0, account: account) }
                for uid in page.malformed { listing.add(uid, failure, trace) }
                listing.count(&isCounted)
                guard !isFirstOnly, let next = page.next else { return }
                guard cursors.insert(next).inserted else { return listing.add(Self.loop, of: account) }
                cursor = next
            }
        }
        listing.add("Too many pages contain purchases that cannot be decoded; the others were not read.", of: account)
    }

    private static let loop = "The service repeats a page of purchases; the later ones cannot be read."
}

/// A page with purchases that cannot be decoded.
struct MalformedPage {
    /// The purchases that can be decoded.
    private(set) var records: [PurchaseRecord] = []
    /// The identifiers of the others, or their positions if they have none.
    private(set) var malformed: [String] = []
    /// The position of the next page; `nil` if there is none.
    private(set) var next: String?

    /// Reads a page; `nil` if it is not a list, or if all of its items can be decoded.
    init?(_ bytes: [UInt8]) {
        guard let page = try? JSONCoding.decode(JSONValue.self, from: bytes),
            let items = page[PurchasePage.keys.names[0]]?.array
        else { return nil }
        for (index, item) in items.enumerated() {
            if let record = try? item.decode(PurchaseRecord.self) {
                records.append(record)
            } else {
                malformed.append(item[PurchaseRecord.keys.names[0]]?.string ?? "at position \(index + 1)")
            }
        }
        if malformed.isEmpty { return nil }
        next = page[PurchasePage.keys.names[1]]?[PageLink.keys.names[0]]?.string
    }
}

extension PurchaseCalls.Listing {
    /// Counts a wallet as read, once, when it contributes a page.
    fileprivate mutating func count(_ isCounted: inout Bool) {
        guard !isCounted else { return }
        isCounted = true
        walletsRead += 1
    }

    /// Adds the reason why some purchases of a wallet were not read.
    fileprivate mutating func add(_ reason: String, of account: WalletAccount) {
        add(AppCoinsSDKError(.system, reason), wallet: account.address, identities: account.identities)
    }

    /// Adds a purchase that cannot be decoded.
    fileprivate mutating func add(_ uid: String, _ failure: DecodingFailure, _ trace: CallTrace) {
        add(
            malformed: uid,
            DebugInfo(
                message: ErrorMapping.title(of: .system),
                description: "The purchase \(uid) cannot be decoded: \(failure).",
                request: trace.exchange.map(DebugRequestInfo.init)
            )
        )
    }

    /// Adds a purchase that cannot be read, with the details.
    mutating func add(malformed uid: String, _ info: DebugInfo) {
        let error = AppCoinsSDKError.systemError(info)
        firstError = firstError ?? error
        isIncomplete = true
        failures.append(PurchaseListFailure(subject: .purchase(uid), error: error, isWalletRefused: false))
    }

    /// Adds a purchase that is not genuine or cannot be verified now; does nothing without a reason.
    mutating func add(unverified uid: String, _ error: AppCoinsSDKError?) {
        guard let error else { return }
        failures.append(PurchaseListFailure(subject: .purchase(uid), error: error, isWalletRefused: false))
    }
}
