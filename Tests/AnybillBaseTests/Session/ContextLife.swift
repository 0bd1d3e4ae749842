import APIRuntime
import APITesting
import AnybillAPI
import Foundation

@testable import AnybillBase

/// An hour of three users on two devices, the first of which has an app and its extension, with real contexts: logins,
/// markers, locks, rotating tokens and stores.
///
/// Time is virtual: tokens expire, and contexts look at each other's edits, when the life advances its clock. Two processes
/// act at the same time in each step, in an order that their tasks decide.
@MainActor
final class ContextLife {
    /// A device with a folder and a Keychain without locks, which its processes share.
    private struct Device {
        let folder = TemporaryFolder()
        let keychain = LocklessTokenStore.Keychain()
        /// The users who may be logged in; `nil` means none.
        var possible: Set<String?> = [nil]
    }

    /// A process of a device.
    private struct Member {
        let device: Int
        var bench: Bench
    }

    /// The contradictions, in the order of their discovery.
    private(set) var problems: [String] = []
    /// The events.
    private(set) var trace: [String] = []

    let service: AccountService
    private let date: TestDate
    private let clock = TestClock()
    private let names = ["jo", "kim", "lee"]
    private var devices = [Device(), Device()]
    private var members: [Member] = []
    private var random: SeededGenerator
    private var edits = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let date = TestDate()
        self.date = date
        let lists = names.map { name in
            (name, (0..<6).map { makeReceipt("\(name)-\($0)", minute: 9 - $0) })
        }
        service = AccountService(Dictionary(uniqueKeysWithValues: lists), lifetime: 600) { date.now }
        members = [0, 0, 1].map { Member(device: $0, bench: open($0)) }
    }

    /// Lives for a number of minutes, and then compares everything.
    func run(minutes: Int) async {
        let end = date.now.addingTimeInterval(Double(minutes) * 60)
        while date.now < end, problems.isEmpty {
            date.advance(by: Double(Int.random(in: 5...40, using: &random)))
            await step()
            await check()
        }
        await finish()
    }

    private func open(_ device: Int) -> Bench {
        Bench(
            service.transport,
            storage: devices[device].folder.location,
            tokenStore: LocklessTokenStore(devices[device].keychain),
            date: date,
            clock: clock
        )
    }
}

// MARK: - Events

extension ContextLife {
    /// An act of a process.
    private enum Act {
        case refresh, proceed, note(String), toggle, remove, logIn(String), logOut, restart
    }

    private func step() async {
        let first = Int.random(in: 0..<3, using: &random)
        let second = (first + Int.random(in: 0..<3, using: &random)) % 3
        let acts = (act(), act())
        if Int.random(in: 0..<40, using: &random) == 0, let name = names.randomElement(using: &random) {
            trace.append("revoke \(name)")
            await service.revoke(name)
            for index in devices.indices where devices[index].possible.contains(name) {
                devices[index].possible.insert(nil)
            }
        }
        // What two processes of a device do at the same time may have the result of either.
        expect(acts.0, first)
        if first != second { expect(acts.1, second, isConcurrent: members[first].device == members[second].device) }
        let one = Task { await self.perform(acts.0, first) }
        let two = Task { if first != second { await self.perform(acts.1, second) } }
        await finish([one, two])
    }

    private func act() -> Act {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: return .refresh
        case 25..<35: return .proceed
        case 35..<50:
            edits += 1
            return .note("n\(edits)")
        case 50..<60: return .toggle
        case 60..<62: return .remove
        case 62..<76: return .logIn(names[Int.random(in: 0..<3, using: &random)])
        case 76..<84: return .logOut
        default: return .restart
        }
    }

    private func expect(_ act: Act, _ index: Int, isConcurrent: Bool = false) {
        let device = members[index].device
        let result: String?
        switch act {
        case .logIn(let name): result = name
        case .logOut: result = nil
        default: return
        }
        devices[device].possible = isConcurrent ? devices[device].possible.union([result]) : [result]
    }

    private func perform(_ act: Act, _ index: Int) async {
        trace.append("process \(index): \(act)")
        let bench = members[index].bench
        let id = bench.shown.first ?? "jo-0"
        switch act {
        case .refresh: _ = try? await bench.receipts.initiateReceiptQuery(take: 3)
        case .proceed: _ = try? await bench.receipts.continueReceiptQuery(take: 3)
        case .note(let text): _ = try? await bench.receipts.updateReceiptNote(receiptId: id, note: text)
        case .toggle: _ = try? await bench.receipts.toggleIsFavourite(receiptId: id)
        case .remove: try? await bench.receipts.deleteReceipt(receiptId: id)
        case .logIn(let name):
            let user = await service.tokens(of: name)
            do { try await bench.auth.loginTokenUser(tokenUser: user) } catch { problems.append("login: \(error)") }
        case .logOut: try? await bench.auth.logoutUser()
        case .restart: members[index].bench = open(members[index].device)
        }
    }

    /// Waits for tasks, and lets time pass for those that wait for it.
    private func finish(_ tasks: [Task<Void, Never>]) async {
        let isDone = LockedState(false)
        let all = Task {
            for task in tasks { await task.value }
            isDone.withLock { $0 = true }
        }
        var rounds = 0
        while !isDone.withLock({ $0 }) {
            await Task.yield()
            rounds += 1
            if rounds.isMultiple(of: 500), clock.sleeperCount > 0 { clock.advance(by: .milliseconds(200)) }
        }
        await all.value
    }
}

// MARK: - Checks

extension ContextLife {
    /// Checks what must be true whenever no call is in progress.
    private func check() async {
        for device in devices.indices {
            let own = members.filter { $0.device == device }
            for member in own { await member.bench.context.ready() }
            // A logout in one process may have been overtaken by the start of a call in the other one.
            var users: [String?] = []
            for member in own { users.append(await user(of: member.bench)) }
            if Set(users).count > 1 { problems.append("the processes of device \(device) have users \(users)") }
            guard let user = users.first else { continue }
            if !devices[device].possible.contains(user) {
                problems.append("device \(device) has \(user ?? "nobody"), not \(devices[device].possible)")
            }
            for member in own {
                let strange = member.bench.shown.filter { !$0.hasPrefix(user ?? "nobody") }
                if !strange.isEmpty { problems.append("device \(device) shows \(strange) to \(user ?? "nobody")") }
            }
            checkFolder(device, isLoggedIn: user != nil)
        }
        if await service.reuses > revocations { problems.append("a refresh token was used twice") }
    }

    private var revocations: Int { trace.count { $0.hasPrefix("revoke") } * members.count }

    private func checkFolder(_ device: Int, isLoggedIn: Bool) {
        let users = devices[device].folder.url.appendingPathComponent("users")
        let found = (try? FileManager.default.contentsOfDirectory(atPath: users.path)) ?? []
        if found.count > (isLoggedIn ? 1 : 0) { problems.append("device \(device) keeps \(found.count) stores") }
        let partition = devices[device].keychain.entry.withLock { $0?.partition }
        let marked = try? UserStorage(devices[device].folder.location).marker?.read()
        if partition != marked { problems.append("device \(device): marker and tokens name different logins") }
    }

    private func user(of bench: Bench) async -> String? {
        guard let access = try? await bench.context.session.current()?.token.accessToken else { return nil }
        return await service.owner(of: access)
    }

    private func finish() async {
        for index in members.indices {
            await finish([Task { await self.perform(.refresh, index) }])
            for _ in 0..<3 { await finish([Task { await self.perform(.proceed, index) }]) }
        }
        await check()
        for (index, member) in members.enumerated() {
            guard let user = await user(of: member.bench) else { continue }
            let expected = await service.receipts[user]?.receipts.values.sorted { $0.head.date > $1.head.date } ?? []
            if member.bench.receipts.observableReceipts != expected { problems.append("the list of process \(index)") }
        }
    }
}
