import APIStorage
import AnybillAPI
import Foundation
import GRDB

@testable import AnybillBase

/// An hour of three users on two devices, the first of which has an app and its extension over one real store.
///
/// Time is virtual. Each device edits its own receipts, so that the last edit of each receipt is known; an app and its
/// extension edit the same ones.
struct SharedLife {
    private(set) var servers: [ModelServer]
    private(set) var devices = [LifeDevice(), LifeDevice()]
    private(set) var processes: [LifeProcess] = []
    private(set) var edits: [Int: LifeEdit] = [:]
    private(set) var trace: [String] = []
    /// The receipts whose edits may have been lost with the data of a logout, by user.
    private(set) var forgiven: [Int: Set<String>] = [:]

    /// Whether only the app and its extension make changes.
    let isAlone: Bool

    private var random: SeededGenerator
    private var now = 0
    private var logins = 0
    private var lastFlight = 0
    private var lastTicket = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        isAlone = seed % 3 == 0
        servers = (0..<3).map { _ in ModelServer(count: 9) }
        for device in [0, 0, 1] {
            processes.append(
                LifeProcess(device: device, keepsEdits: seed % 2 == 0, sync: Self.sync(nil, seed % 2 == 0))
            )
        }
    }

    /// Lives for some minutes, and then delivers everything that is on its way.
    mutating func run(minutes: Int) throws {
        while now < minutes * 60 {
            now += Int.random(in: 1...9, using: &random)
            try step()
        }
        for index in devices.indices {
            devices[index].isOnline = true
            if devices[index].user == nil { try logIn(index) }
        }
        for index in processes.indices {
            try failWrites(of: index, false)
            try reopen(index)
        }
        for _ in 0..<8 {
            for index in processes.indices { try call(index) { .direct(ticket: $0, PageRequest(take: 1)) } }
            try settle()
            for index in processes.indices { try call(index) { _ in .sendKept } }
            try settle()
        }
    }

    /// Fetches the rest of the lists, page by page in alternating processes.
    mutating func loadRest() throws {
        for _ in 0..<6 {
            for index in processes.indices {
                try call(index) { .proceed(ticket: $0, take: 4) }
                try settle()
            }
        }
        for index in processes.indices { try call(index) { .direct(ticket: $0, PageRequest(take: 1)) } }
        try settle()
    }

    /// Fetches the whole list in each process.
    mutating func refresh() throws {
        for index in processes.indices {
            try call(index) { .initiate(ticket: $0, PageRequest(take: 4)) }
            try settle()
            for _ in 0..<5 {
                try call(index) { .proceed(ticket: $0, take: 4) }
                try settle()
            }
        }
        for index in processes.indices { try call(index) { .direct(ticket: $0, PageRequest(take: 1)) } }
        try settle()
    }

    /// The user of a process.
    func user(of index: Int) -> Int? { devices[processes[index].device].user }

    private mutating func step() throws {
        let index = Int.random(in: 0..<(isAlone ? 2 : 3), using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<6: try call(index) { .initiate(ticket: $0, PageRequest(take: 4)) }
        case 6..<12: try call(index) { .proceed(ticket: $0, take: 4) }
        case 12..<14: try call(index) { .direct(ticket: $0, PageRequest(take: 4, orderDirection: .ascending)) }
        case 14..<22: try edit(index, .favourite(nil))
        case 22..<30: try edit(index, .note("n\(lastTicket)"))
        case 30..<32: try edit(index, .deletion(isBatch: false))
        case 32..<36: try look(index)
        case 36..<60: processes[index].flights.keys.sorted().randomElement(using: &random).map { perform(index, $0) }
        case 60..<84:
            try processes[index].flights.keys.sorted().randomElement(using: &random).map { try arrive(index, $0) }
        case 86..<88:
            try processes[index].flights.keys.sorted().randomElement(using: &random).map { try lose(index, $0) }
        case 88..<90: devices[processes[index].device].isOnline.toggle()
        case 90..<92: try call(index) { _ in .sendKept }
        case 92..<96: try restart(index)
        case 96..<97: try logIn(processes[index].device)
        case 97..<98: try logOut(processes[index].device)
        case 84..<86: try reopen(index)
        case 98..<99: try failWrites(of: index, !processes[index].isFailing)
        default: servers[Int.random(in: 0..<3, using: &random)].tokenVersion += 1
        }
    }
}

// MARK: - The app

extension SharedLife {
    private mutating func call(_ index: Int, _ event: (Int) -> SyncEvent) throws {
        try follow(index)
        guard processes[index].login != nil else { return }
        lastTicket += 1
        try deliver(index, event(lastTicket))
    }

    private mutating func edit(_ index: Int, _ change: ReceiptChange) throws {
        try follow(index)
        guard let user = user(of: index) else { return }
        // Few receipts, so that the edits of several processes meet.
        let own = [["r0", "r1", "r2", "r3"], ["r5", "r6", "r7"]][processes[index].device]
        guard let id = own.randomElement(using: &random) else { return }
        lastTicket += 1
        var change = change
        if case .favourite = change {
            change = .favourite(processes[index].sync.core.shown(id).map { !$0.misc.isFavourite })
        }
        // Nobody sees the edits of a process whose store fails, so that their order is not defined.
        if processes[index].isCutOff { forgiven[user, default: []].insert(id) }
        edits[lastTicket] = LifeEdit(user: user, change: change, ids: [id])
        try deliver(index, .edit(ticket: lastTicket, change, ids: [id]))
    }

    private mutating func logIn(_ device: Int) throws {
        try logOut(device)
        logins += 1
        devices[device].login = logins
        devices[device].user = Int.random(in: 0..<3, using: &random)
        trace.append("\(now) device \(device): log in \(devices[device].user ?? -1)")
    }

    private mutating func logOut(_ device: Int) throws {
        guard let user = devices[device].user, let place = devices[device].place else { return }
        trace.append("\(now) device \(device): log out")
        // The edits that have not been sent are deleted with the user's other data.
        let left = try UserStore(partition: "left", folder: place)
        let stored = try left.load()
        forgiven[user, default: []].formUnion(stored.otherEdits.flatMap(\.ids))
        forgiven[user, default: []].formUnion(
            processes.filter { $0.device == device }.flatMap(\.sync.core.log).flatMap(\.ids)
        )
        devices[device].login = nil
        devices[device].user = nil
        try FileManager.default.removeItem(at: place)
    }

    /// Adopts the login or logout that another process of the device has made, as each call does.
    private mutating func follow(_ index: Int) throws {
        let device = devices[processes[index].device]
        guard device.login != processes[index].login else { return }
        try open(index)
    }

    private mutating func open(_ index: Int) throws {
        for number in processes[index].flights.keys.sorted() where Bool.random(using: &random) {
            perform(index, number)
        }
        let device = devices[processes[index].device]
        let isTemporary = Int.random(in: 0..<8, using: &random) == 0
        let store = try device.place.map { place in
            try UserStore(partition: "p", folder: isTemporary ? nil : place, isTemporary: isTemporary)
        }
        processes[index].flights = [:]
        processes[index].isWatching = false
        processes[index].isFailing = false
        processes[index].login = device.login
        processes[index].sync = Self.sync(store, processes[index].keepsEdits)
    }

    /// Kills a process and starts it again; its sibling continues in the meantime.
    private mutating func restart(_ index: Int) throws {
        trace.append("\(now) process \(index): restart")
        for edit in processes[index].sync.core.log where edit.isPending && edit.change == .favourite(nil) {
            forgiven[user(of: index) ?? 0, default: []].formUnion(edit.ids)
        }
        if processes[index].isCutOff {
            // What was not stored is lost with the process.
            forgiven[user(of: index) ?? 0, default: []].formUnion(ModelServer(count: 9).receipts.keys)
        }
        // The store of a killed process is closed before the next one opens it.
        processes[index].sync = Self.sync(nil, processes[index].keepsEdits)
        try open(index)
    }

    /// Opens the store of a process that could not be opened before.
    private mutating func reopen(_ index: Int) throws {
        let device = devices[processes[index].device]
        guard processes[index].sync.store?.isTemporary == true, processes[index].login == device.login,
            let place = device.place
        else { return }
        trace.append("\(now) process \(index): opens its store")
        processes[index].isFailing = false
        perform(processes[index].sync.move(to: try UserStore(partition: "p", folder: place)), by: index)
    }

    /// Lets the writes of a process fail, or succeed again.
    private mutating func failWrites(of index: Int, _ isFailing: Bool) throws {
        guard isFailing != processes[index].isFailing, let store = processes[index].sync.store else { return }
        trace.append("\(now) process \(index): \(isFailing ? "cannot" : "can") write")
        processes[index].isFailing = isFailing
        try store.file.writer.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA query_only = \(isFailing ? "ON" : "OFF")")
        }
    }

    private static func sync(_ store: UserStore?, _ keepsEdits: Bool) -> StoredSync {
        StoredSync(store, keepsEdits: keepsEdits, logger: nil)
    }
}

// MARK: - The network

extension SharedLife {
    private mutating func deliver(_ index: Int, _ event: SyncEvent) throws {
        trace.append("\(now) process \(index): \(event)")
        perform(processes[index].sync.handle(event), by: index)
    }

    private mutating func perform(_ outcome: StoredSync.Outcome, by index: Int) {
        for effect in outcome.effects {
            trace.append("    \(effect)")
            switch effect {
            case .fetch, .read, .send:
                guard let user = user(of: index) else { continue }
                lastFlight += 1
                processes[index].flights[lastFlight] = LifeFlight(effect: effect, user: user)
            case .cancel(let read):
                processes[index].flights = processes[index].flights.filter {
                    if case .fetch(read, _) = $0.value.effect { false } else { true }
                }
            case .finish(let ticket, let outcome): edits[ticket]?.outcome = outcome
            case .watch: processes[index].isWatching = true
            case .dropped, .keep: break
            }
        }
    }

    private mutating func perform(_ index: Int, _ number: Int) {
        guard let flight = processes[index].flights[number], flight.response == nil,
            devices[processes[index].device].isOnline
        else { return }
        let response: SyncEvent? =
            switch flight.effect {
            case .fetch(let read, let request): .pageEnded(read: read, servers[flight.user].page(request))
            case .read(let read, let id): .receiptEnded(read: read, servers[flight.user].receipt(id))
            case .send(let edit, let change, let ids):
                .editEnded(number: edit, servers[flight.user].perform(change, ids))
            default: nil
            }
        processes[index].flights[number]?.response = response
    }

    private mutating func arrive(_ index: Int, _ number: Int) throws {
        let isOnline = devices[processes[index].device].isOnline
        guard let flight = processes[index].flights[number] else { return }
        let failure = flight.failure(flight.response == nil ? .notSent : .lost)
        guard let event = isOnline ? flight.response : failure else { return }
        processes[index].flights[number] = nil
        try deliver(index, event)
    }

    /// Loses a request before or its response after the service has performed it.
    private mutating func lose(_ index: Int, _ number: Int) throws {
        guard let flight = processes[index].flights.removeValue(forKey: number) else { return }
        let isSent = flight.response != nil || Bool.random(using: &random)
        if let event = flight.failure(isSent ? .lost : .notSent) { try deliver(index, event) }
    }

    /// Looks at the edits of other processes, if the process has asked for that.
    private mutating func look(_ index: Int) throws {
        guard processes[index].isWatching else { return }
        processes[index].isWatching = false
        guard devices[processes[index].device].login == processes[index].login else { return }
        try deliver(index, .lookElsewhere)
    }

    private mutating func settle() throws {
        while true {
            for index in processes.indices { try look(index) }
            guard let index = processes.indices.first(where: { !processes[$0].flights.isEmpty }),
                let number = processes[index].flights.keys.min()
            else {
                guard processes.contains(where: \.isWatching) else { return }
                continue
            }
            perform(index, number)
            try arrive(index, number)
        }
    }
}
