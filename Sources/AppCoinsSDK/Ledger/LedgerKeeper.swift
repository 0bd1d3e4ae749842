import APIRuntime
import AppCoinsAPI
import Foundation

/// A driver that performs the duties of the ledger's entries until the service has confirmed them.
///
/// Runs when the app starts, at every sweep, and with increasing pauses while something is not confirmed.
actor LedgerKeeper {
    private let ledger: LedgerStore
    private let links: PaidLinks
    private let lookup: PurchaseLookup
    private let reporter: PurchaseReporter
    private let finishing: Finishing
    private let wallets: WalletBook
    private let environment: AppcEnvironment
    private var loop: Task<Void, Never>?
    private var linkLoop: Task<Void, Never>?
    private var passes = LedgerPassQueue()
    private var finishPasses = LedgerPassQueue()
    private var openEntry: String?

    /// Creates a keeper, which does nothing until it is called.
    init(
        ledger: LedgerStore,
        links: PaidLinks,
        lookup: PurchaseLookup,
        reporter: PurchaseReporter,
        finishing: Finishing,
        wallets: WalletBook,
        environment: AppcEnvironment
    ) {
        self.ledger = ledger
        self.links = links
        self.lookup = lookup
        self.reporter = reporter
        self.finishing = finishing
        self.wallets = wallets
        self.environment = environment
    }

    /// Excludes the entry whose checkout is open in this instance; `nil` excludes none.
    func exclude(_ id: String?) {
        openEntry = id
    }

    // MARK: - Passes

    /// Performs the duties that are due, after a pass that may be running and together with one that waits for it.
    ///
    /// - Parameters:
    ///   - all: Whether to ignore due times.
    ///   - time: A time until which duties count as due, if it is later than now.
    ///   - duties: The duties to perform.
    func pass(all: Bool = false, until time: Date? = nil, only duties: Set<LedgerEntry.Duty>? = nil) async {
        let duties = duties ?? Set(LedgerEntry.Duty.allCases)
        if duties.contains(.finish) { await finishPass(all: all, until: time) }
        let pass = LedgerPass(duties.subtracting([.finish]), all: all, until: time)
        let task = passes.add(pass) { former in
            Task {
                await former?.value
                if let next = self.passes.next() { await self.performDue(next) }
            }
        }
        await task.value
    }

    /// Consumes the purchases that the app has delivered, and stores wallets and links that could not be stored before.
    ///
    /// Does not wait for other duties, because the app waits for it when it starts.
    func finishPass(all: Bool = false, until time: Date? = nil) async {
        let task = finishPasses.add(LedgerPass([.finish], all: all, until: time)) { former in
            Task {
                await former?.value
                guard let next = self.finishPasses.next() else { return }
                self.keepUnread()
                try? self.ledger.storeAll()
                try? await self.wallets.saveWallets()
                await self.performDue(next)
            }
        }
        await task.value
    }

    /// Starts to retry unconfirmed duties in the background, unless that is running.
    func kick() {
        guard loop == nil, pause() != nil else { return }
        let clock = environment.configuration.clock
        loop = Task { [weak self] in
            while let pause = await self?.nextPause() {
                guard (try? await clock.sleep(for: pause.length)) != nil else {
                    await self?.ended()
                    return
                }
                await self?.pass(until: pause.end)
            }
        }
    }

    /// Returns the pause before the next pass; `nil` if nothing is left, which ends the loop in the same step, so that
    /// a later ``kick()`` starts another one.
    private func nextPause() -> (length: Duration, end: Date)? {
        let next = pause()
        if next == nil { loop = nil }
        return next
    }

    private func ended() {
        loop = nil
    }

    // MARK: - Links

    /// Stores the links that arrived while the orders could not be read, with pauses of 1 s, 2 s, 4 s up to 60 s.
    func storeUnreadLinks() {
        linkLoop?.cancel()
        let (links, clock) = (links, environment.configuration.clock)
        linkLoop = Task { [weak self] in
            var pause = Duration.seconds(1)
            while links.hasUnread {
                guard (try? await clock.sleep(for: pause)) != nil else { break }
                await self?.keepUnread()
                pause = min(pause * 2, .seconds(60))
            }
        }
    }

    private func keepUnread() {
        guard (try? links.keepUnread()) ?? false else { return }
        Task {
            await pass(all: true, only: [.look, .acknowledge, .reportToken, .reportOrder])
            kick()
        }
    }

    private func pause() -> (length: Duration, end: Date)? {
        let now = environment.now
        // Orders that cannot be read now may have duties.
        guard (try? ledger.entries()) != nil else { return (.seconds(60), now.addingTimeInterval(60)) }
        let times = available().compactMap { $0.nextAttempt(now: now) }
        guard let next = times.min() else { return nil }
        let seconds = min(max(next.timeIntervalSince(now), 1), LedgerRules.usualPause)
        return (.seconds(seconds), now.addingTimeInterval(seconds))
    }

    /// Returns the entries whose duties may be performed now.
    ///
    /// While a checkout is open, a purchase that the service has belongs to it rather than to an earlier order of the
    /// same product, whose buyer has left the page.
    private func available() -> [LedgerEntry] {
        let entries = (try? ledger.entries()) ?? []
        guard let open = entries.first(where: { $0.id == openEntry }) else {
            return entries.filter { $0.id != openEntry }
        }
        return entries.filter { $0.id != open.id && !$0.mayBePaid(by: open) }
    }

    private func mayPerform(_ entry: LedgerEntry) -> Bool { available().contains { $0.id == entry.id } }

    private func performDue(_ pass: LedgerPass) async {
        let start = environment.now
        for entry in available() {
            var done: Set<LedgerEntry.Duty> = []
            var current: LedgerEntry? = entry
            // A confirmed duty may create the next one, for example a found purchase its acknowledgement.
            while let now = current,
                let duty = pass.duties(of: now, at: start).first(where: { !done.contains($0) })
            {
                done.insert(duty)
                guard mayPerform(entry) else { break }
                guard !duty.changesPurchase || begin(duty, of: now) else { continue }
                current = await perform(duty, of: now)
            }
        }
    }

    private func begin(_ duty: LedgerEntry.Duty, of entry: LedgerEntry) -> Bool {
        (try? ledger.begin(duty, of: entry.id, at: environment.now)) ?? false
    }

    private func perform(_ duty: LedgerEntry.Duty, of entry: LedgerEntry) async -> LedgerEntry? {
        let event: LedgerEntry.Event
        switch duty {
        case .look: event = await look(entry)
        case .watch: event = await watch(entry)
        case .acknowledge: event = await step(.acknowledge, duty, entry)
        case .finish: event = await step(.consume, duty, entry)
        case .reportToken, .reportOrder, .reportRefund: event = await report(duty, entry)
        }
        // A checkout that has opened since may be the one that was paid; the next pass after its end looks again.
        if case .found = event, !mayPerform(entry) { return nil }
        return record(event, of: entry)
    }

    private func record(_ event: LedgerEntry.Event, of entry: LedgerEntry) -> LedgerEntry? {
        do {
            return try ledger.record(event, of: entry.id, at: environment.now)
        } catch {
            environment.log("The purchase ledger could not be stored: \(error)")
            return nil
        }
    }

    // MARK: - Duties

    private func look(_ entry: LedgerEntry) async -> LedgerEntry.Event {
        var isUnclear = false
        var missed: [String] = []
        for uid in lookup.claims(of: entry) {
            let suspect = try? wallets.suspects.wallet(for: uid, of: entry.id)
            switch await lookup.claimed(uid, of: entry, suspect: suspect, isPatient: false, billing: nil) {
            case .paid(let purchase, let account, let failure), .consumed(let purchase, let account, let failure):
                return await found(purchase, account, failure, of: entry)
            case .unclear: isUnclear = true
            case .foreign:
                _ = record(.rejected([uid]), of: entry)
                try? wallets.suspects.remove(entry.id, uid: uid)
            case .absent: missed.append(uid)
            }
        }
        if !missed.isEmpty {
            _ = record(.missed(missed), of: entry)
            try? wallets.suspects.miss(missed, of: entry.id)
        }
        // A dormant order is only compared with the purchases that were named.
        if entry.isDormant { return isUnclear ? .failed(.look) : .absent }
        switch await lookup.listed(entry, billing: nil) {
        case .paid(let purchase, let account, let failure), .consumed(let purchase, let account, let failure):
            return await found(purchase, account, failure, of: entry)
        case .unclear: return .failed(.look)
        case .foreign, .absent: break
        }
        let (finding, rejected) = await lookup.recent(entry, billing: nil)
        if !rejected.isEmpty { _ = record(.rejected(rejected), of: entry) }
        switch finding {
        case .paid(let purchase, let account, let failure), .consumed(let purchase, let account, let failure):
            return await found(purchase, account, failure, of: entry)
        case .unclear: return .failed(.look)
        case .foreign, .absent: return isUnclear ? .failed(.look) : .absent
        }
    }

    /// Returns the event for a purchase that was found, and stores the wallet of a verified one.
    func found(
        _ purchase: Purchase,
        _ account: WalletAccount,
        _ failure: VerificationFailure?,
        of entry: LedgerEntry
    ) async -> LedgerEntry.Event {
        if failure == nil { try? await wallets.adopt(account, suspectOf: entry.id) }
        return .found(
            LedgerEntry.Payment(
                uid: purchase.uid,
                orderUID: purchase.orderUid,
                address: account.address,
                isVerified: failure == nil,
                found: environment.now,
                state: purchase.state,
                isRefunded: purchase.verification.data.purchaseState == 1
            )
        )
    }

    private func watch(_ entry: LedgerEntry) async -> LedgerEntry.Event {
        guard let payment = entry.payment,
            let found = try? await lookup.calls.find(payment.uid, domain: entry.domain, preferring: payment.address)
        else { return .failed(.watch) }
        let data = PurchaseVerificationData(signedText: found.record.verification.data)
        return .observed(state: found.record.state.rawValue, isRefunded: data?.purchaseState == 1)
    }

    private func step(
        _ step: PurchaseStep.Kind,
        _ duty: LedgerEntry.Duty,
        _ entry: LedgerEntry
    ) async -> LedgerEntry.Event {
        guard let payment = entry.payment else { return .failed(duty) }
        do {
            let calls = lookup.calls
            // The state is read first: an earlier request may have been processed without its response.
            guard let found = try await calls.find(payment.uid, domain: entry.domain, preferring: payment.address)
            else { return .failed(duty) }
            if PurchaseVerificationData(signedText: found.record.verification.data)?.purchaseState == 1 {
                return .observed(state: found.record.state.rawValue, isRefunded: true)
            }
            if step.isTaken(in: found.record.state) {
                _ = record(.observed(state: found.record.state.rawValue, isRefunded: false), of: entry)
                return .confirmed(duty)
            }
            if step == .acknowledge {
                _ = try await calls.take(step, uid: payment.uid, domain: entry.domain, account: found.account)
            } else {
                try await finishing.once(payment.uid) {
                    try await calls.take(step, uid: payment.uid, domain: entry.domain, account: found.account)
                }
            }
            return .confirmed(duty)
        } catch {
            return .failed(duty)
        }
    }

    private func report(_ duty: LedgerEntry.Duty, _ entry: LedgerEntry) async -> LedgerEntry.Event {
        var token = entry.token
        if token == nil, duty == .reportOrder {
            switch await reporter.newToken() {
            case .none: return .confirmed(duty)
            case .failed: return .failed(duty)
            case .found(let found):
                guard (try? ledger.keep(found, of: entry.id)) != nil else { return .failed(duty) }
                token = found
            }
        }
        guard let token else { return .failed(duty) }
        let order = entry.payment?.orderUID ?? ""
        let isConfirmed =
            switch duty {
            case .reportOrder: await reporter.report(.order(order), with: token)
            case .reportRefund: await reporter.report(.refund(order), with: token)
            default: await reporter.report(.token, with: token)
            }
        return isConfirmed ? .confirmed(duty) : .failed(duty)
    }
}
