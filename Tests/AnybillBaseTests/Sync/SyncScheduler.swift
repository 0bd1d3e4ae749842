import AnybillAPI
import Foundation

@testable import AnybillBase

/// A generator of random numbers that returns the same ones for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }
}

/// A device whose events happen in a random order: the real core and the real store, with a model of the service.
struct SyncScheduler {
    /// A request on its way.
    private struct Flight {
        let effect: SyncEffect
        /// The event of the response; `nil` while the service has not performed the request.
        var response: SyncEvent?
    }

    /// An edit as the user experienced it.
    struct UserEdit {
        let change: ReceiptChange
        let ids: [String]
        var outcome: SyncOutcome?
        /// Whether the process was killed before the edit was in the store.
        var isForgotten = false
    }

    /// A request that the service performs after its client has given up.
    private struct LateEdit {
        let number: Int
        let change: ReceiptChange
        let ids: [String]
        /// Whether the service was asked for a receipt after the loss was reported: nothing leads to another question.
        var isMissed = false
    }

    private(set) var server: ModelServer
    private(set) var core: SyncCore
    private(set) var edits: [Int: UserEdit] = [:]
    private(set) var trace: [String] = []
    private(set) var hasOtherDevice: Bool
    /// The receipts that a request has changed too late to be noticed.
    private(set) var forgiven: Set<String> = []
    /// The receipts whose edits the service cannot perform.
    var poisoned: Set<String> = []

    private(set) var store: ModelStore
    private let isTraced: Bool
    private let keepsEdits: Bool
    private let hasSibling: Bool
    private let walkSize: Int
    private var late: [LateEdit] = []
    private var random: SeededGenerator
    private var flights: [Int: Flight] = [:]
    private var lastFlight = 0
    private var lastTicket = 0
    private var openTickets: Set<Int> = []
    private var isSettling = false

    init(seed: UInt64, isTraced: Bool = false) throws {
        self.isTraced = isTraced
        random = SeededGenerator(seed: seed)
        keepsEdits = seed % 3 == 0
        hasOtherDevice = seed % 4 == 0
        hasSibling = seed % 3 == 1
        walkSize = seed % 2 == 0 ? 100 : 2
        if seed % 7 == 0 { poisoned = ["r1"] }
        server = ModelServer(count: Int.random(in: 0...12, using: &random))
        store = try ModelStore(isReal: seed % 20 == 1)
        core = SyncCore(keepsEdits: keepsEdits, walkSize: walkSize)
    }

    /// Performs random steps, and then delivers everything that is on its way.
    mutating func run(steps: Int) throws {
        for _ in 0..<steps { try step() }
        while !late.isEmpty { performLate(0) }
        try settle()
    }

    /// Calls the app's method and delivers everything until its result.
    mutating func call(_ event: (Int) -> SyncEvent) throws {
        isSettling = true
        try deliver(event(ticket()))
        try settle()
    }

    /// Delivers everything that is on its way, in order, without losing anything.
    mutating func settle() throws {
        isSettling = true
        defer { isSettling = false }
        while let number = flights.keys.min() {
            perform(number)
            try arrive(number)
        }
    }

    private mutating func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<8: try deliver(.initiate(ticket: ticket(), request()))
        case 8..<16: try deliver(.proceed(ticket: ticket(), take: Int.random(in: 1...4, using: &random)))
        case 16..<20: try deliver(.direct(ticket: ticket(), request()))
        case 20..<27: try edit(.favourite(nil), count: 1)
        case 27..<34: try edit(.note("n\(Int.random(in: 0...99, using: &random))"), count: 1)
        case 34..<37: try edit(.deletion(isBatch: false), count: 1)
        case 37..<40: try edit(.deletion(isBatch: true), count: 3)
        case 40..<41: late.indices.randomElement(using: &random).map { performLate($0) }
        case 41..<45: try callSibling()
        case 45..<66: flights.keys.sorted().randomElement(using: &random).map { perform($0) }
        case 66..<86: try flights.keys.sorted().randomElement(using: &random).map { try arrive($0) }
        case 86..<91: try flights.keys.sorted().randomElement(using: &random).map { try lose($0) }
        case 91..<92: try deliver(.sendKept)
        case 92..<94: try openTickets.sorted().randomElement(using: &random).map { try deliver(.abandon(ticket: $0)) }
        case 94..<95: server.tokenVersion += 1
        case 95..<97: changeElsewhere()
        default: try restart()
        }
    }

    private mutating func ticket() -> Int {
        lastTicket += 1
        openTickets.insert(lastTicket)
        return lastTicket
    }

    private mutating func request() -> PageRequest {
        PageRequest(
            take: Int.random(in: 1...5, using: &random),
            orderDirection: Bool.random(using: &random) ? .ascending : .descending
        )
    }

    private mutating func edit(_ change: ReceiptChange, count: Int) throws {
        let known = server.list().map(\.id) + core.visible.receipts.map(\.id) + ["unknown"]
        let ids = Array(Set((0..<count).compactMap { _ in known.randomElement(using: &random) })).sorted()
        var change = change
        if case .favourite = change { change = .favourite(core.shown(ids[0]).map { !$0.misc.isFavourite }) }
        let ticket = ticket()
        edits[ticket] = UserEdit(change: change, ids: ids)
        try deliver(.edit(ticket: ticket, change, ids: ids))
    }
}

// MARK: - The network

extension SyncScheduler {
    private mutating func deliver(_ event: SyncEvent) throws {
        if isTraced { trace.append(Self.text(of: event)) }
        let step = core.handle(event)
        if Int.random(in: 0..<100, using: &random) == 0, !isSettling {
            // The process is killed before the changes are stored.
            if case .edit(let ticket, _, _) = event { edits[ticket]?.isForgotten = true }
            return try restart()
        }
        try store.write(step.write)
        for effect in step.effects { start(effect) }
    }

    private mutating func start(_ effect: SyncEffect) {
        switch effect {
        case .fetch, .read, .send:
            lastFlight += 1
            flights[lastFlight] = Flight(effect: effect)
        case .cancel(let read):
            let cancelled = flights.first { if case .fetch(read, _) = $0.value.effect { true } else { false } }
            // The response of a cancelled request may arrive nevertheless.
            if let number = cancelled?.key, Bool.random(using: &random) { flights[number] = nil }
        case .finish(let ticket, let outcome):
            openTickets.remove(ticket)
            edits[ticket]?.outcome = outcome
        case .keep(_, let ticket, let outcome, _):
            openTickets.remove(ticket)
            edits[ticket]?.outcome = outcome
        case .dropped, .watch: break
        }
        if isTraced { trace.append("    \(Self.text(of: effect))") }
    }

    private static func text(of event: SyncEvent) -> String {
        switch event {
        case .pageEnded(let read, .success(let page)):
            "page \(read): \(page.receipts.map(text)) of \(page.totalCount ?? -1)"
        case .pageEnded(let read, .failure(let fault)): "page \(read): \(fault.kind)"
        case .receiptEnded(let read, .success(let receipt)): "receipt \(read): \(text(of: receipt))"
        case .receiptEnded(let read, .failure(let fault)): "receipt \(read): \(fault.kind)"
        case .editEnded(let number, .receipt(let receipt)): "edit \(number): \(text(of: receipt))"
        case .editEnded(let number, .partlyDeleted(let ids, _)): "edit \(number): failed \(ids)"
        case .editEnded(let number, .fault(let fault)): "edit \(number): \(fault.kind)"
        default: "\(event)"
        }
    }

    private static func text(of effect: SyncEffect) -> String {
        switch effect {
        case .finish(let ticket, .page(let page)): "finish \(ticket): page of \(page.receipts.map(\.id))"
        case .finish(let ticket, .receipt(let receipt)): "finish \(ticket): \(text(of: receipt))"
        case .finish(let ticket, .failure): "finish \(ticket): failure"
        case .fetch(let read, let request): "fetch \(read): \(request.take) \(request.continuationToken ?? "")"
        case .dropped: "dropped"
        default: "\(effect)"
        }
    }

    private static func text(of receipt: Receipt) -> String {
        "\(receipt.id)\(receipt.misc.isFavourite ? "*" : "")\(receipt.misc.note.map { ":" + $0 } ?? "")"
    }

    /// Lets the service perform a request.
    private mutating func perform(_ number: Int) {
        guard let flight = flights[number], flight.response == nil else { return }
        switch flight.effect {
        case .fetch(let read, let request):
            let page = server.page(request)
            noteRead(of: (try? page.get().receipts.map(\.id)) ?? [], by: read)
            flights[number]?.response = .pageEnded(read: read, page)
        case .read(let read, let id):
            noteRead(of: [id], by: read)
            flights[number]?.response = .receiptEnded(read: read, server.receipt(id))
        case .send(let edit, _, let ids) where !poisoned.isDisjoint(with: ids):
            let error = AnybillDefaultError(type: .unknown, code: 500)
            flights[number]?.response = .editEnded(number: edit, .fault(CallFault(.lost, error)))
        case .send(let edit, let change, let ids):
            flights[number]?.response = .editEnded(number: edit, server.perform(change, ids))
        default: break
        }
    }

    /// Notes that the service was asked for receipts, which ends the doubt about the requests that it has not performed.
    private mutating func noteRead(of ids: [String], by read: Int) {
        for index in late.indices where !Set(late[index].ids).isDisjoint(with: ids) {
            let edit = core.log.first { $0.number == late[index].number }
            if case .afterLoss? = edit?.check?.reason, edit?.check?.reads.contains(read) == true { continue }
            late[index].isMissed = true
        }
    }

    /// Performs a request whose client has given up.
    private mutating func performLate(_ index: Int) {
        let edit = late.remove(at: index)
        if isTraced { trace.append("late: \(edit.change) of \(edit.ids)") }
        if edit.isMissed { forgiven.formUnion(edit.ids) }
        _ = server.perform(edit.change, edit.ids)
    }

    private mutating func arrive(_ number: Int) throws {
        guard let response = flights[number]?.response else { return }
        flights[number] = nil
        try deliver(response)
    }

    /// Loses a request before or its response after the service has performed it.
    private mutating func lose(_ number: Int) throws {
        guard let flight = flights.removeValue(forKey: number) else { return }
        let kinds: [CallFault.Kind] = flight.response == nil ? [.lost, .lost, .notSent, .postponed] : [.lost]
        let kind = kinds.randomElement(using: &random) ?? .lost
        let fault = CallFault(kind, AnybillDefaultError(type: .networkError, code: 0))
        switch flight.effect {
        case .fetch(let read, _): try deliver(.pageEnded(read: read, .failure(fault)))
        case .read(let read, _): try deliver(.receiptEnded(read: read, .failure(fault)))
        case .send(let edit, let change, let ids):
            if kind == .lost, flight.response == nil, Bool.random(using: &random) {
                late.append(LateEdit(number: edit, change: change, ids: ids))
            }
            try deliver(.editEnded(number: edit, .fault(fault)))
        default: break
        }
    }

    /// Lets another context of the same folder make a call, which ends before this one handles its next event.
    private mutating func callSibling() throws {
        guard hasSibling else { return }
        let stored = try store.load()
        var others = StoredReceipts(rows: stored.rows, query: stored.query)
        (others.confirmed, others.owner) = (stored.confirmed, "sibling")
        others.otherEdits = stored.log.edits
        others.otherDoubts = Set(stored.log.doubts)
        var sibling = SyncCore(restoring: others)
        var events = [try siblingEvent()][...]
        while let event = events.popFirst() {
            if isTraced { trace.append("sibling: \(Self.text(of: event))") }
            let step = sibling.handle(event)
            var write = step.write
            write.log = nil
            try store.write(write, owner: "sibling")
            for effect in step.effects {
                switch effect {
                case .fetch(let read, let request): events.append(.pageEnded(read: read, server.page(request)))
                case .read(let read, let id): events.append(.receiptEnded(read: read, server.receipt(id)))
                case .send(let edit, let change, let ids):
                    events.append(.editEnded(number: edit, server.perform(change, ids)))
                case .finish(let ticket, let outcome): edits[ticket]?.outcome = outcome
                default: break
                }
            }
        }
        core.reload(try store.load())
    }

    private mutating func siblingEvent() throws -> SyncEvent {
        lastTicket += 1
        let free = core.visible.receipts.map(\.id).filter { id in
            core.doubts[id] == nil && !poisoned.contains(id)
                && !core.log.contains { $0.isPending && $0.ids.contains(id) }
        }
        guard let id = free.randomElement(using: &random), Bool.random(using: &random) else {
            return .initiate(ticket: lastTicket, request())
        }
        let change = Bool.random(using: &random) ? ReceiptChange.deletion(isBatch: false) : .note("s\(lastTicket)")
        edits[lastTicket] = UserEdit(change: change, ids: [id])
        return .edit(ticket: lastTicket, change, ids: [id])
    }

    private mutating func changeElsewhere() {
        guard hasOtherDevice, let id = server.list().map(\.id).randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: server.remove(id)
        case 1: server.change(id) { $0.misc.note = "elsewhere" }
        case 2: server.change(id) { $0.misc.isFavourite.toggle() }
        default: server.add(makeReceipt("x\(lastFlight)", minute: Int.random(in: 0...20, using: &random)))
        }
    }

    /// Kills the process and starts it again; a request that has left the device may still be performed.
    private mutating func restart() throws {
        if isTraced { trace.append("restart") }
        for number in flights.keys.sorted() where Bool.random(using: &random) { perform(number) }
        flights = [:]
        for ticket in openTickets where edits[ticket]?.change == .favourite(nil) { edits[ticket]?.isForgotten = true }
        openTickets = []
        core = SyncCore(restoring: try store.load(), keepsEdits: keepsEdits, walkSize: walkSize)
    }
}
