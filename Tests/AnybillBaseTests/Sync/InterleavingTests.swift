import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

// Random interleavings of pages, edits, deletions, refreshes, lost and late responses, kills and restarts, calls of
// another context, and requests that are performed after their client has given up. ANYBILL_SEEDS sets the number of
// seeds, for long runs, and ANYBILL_SEED the first of them.
@Suite("Interleavings", .timeLimit(.minutes(30)))
struct InterleavingTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test("in any order of events, list, store and service agree in the end, and no edit is lost")
    func agreement() throws {
        var failures = 0
        let first = Self.number("ANYBILL_SEED") ?? 1
        for seed in first..<(first + (Self.number("ANYBILL_SEEDS") ?? 1500)) where failures < 3 {
            var scheduler = try SyncScheduler(seed: seed)
            let problems = try Self.problems(in: &scheduler, steps: 60)
            guard !problems.isEmpty else { continue }
            failures += 1
            // The shortest run with a problem explains it best.
            for steps in 1...60 {
                var short = try SyncScheduler(seed: seed, isTraced: true)
                let problems = try Self.problems(in: &short, steps: steps)
                guard !problems.isEmpty else { continue }
                Issue.record("seed \(seed): \(problems.prefix(4))\n\(short.trace.joined(separator: "\n"))")
                break
            }
        }
        #expect(failures == 0)
    }

    private static func problems(in scheduler: inout SyncScheduler, steps: Int) throws -> [String] {
        try scheduler.run(steps: steps)
        // The service responds to anything at all.
        for _ in 0..<12 { try scheduler.call { .direct(ticket: $0, PageRequest(take: 1)) } }
        let starving = starvingEdits(of: scheduler)
        scheduler.poisoned = []
        for _ in 0..<6 { try scheduler.call { .direct(ticket: $0, PageRequest(take: 1)) } }
        return starving + problems(of: scheduler) + (try problemsAfterContinuing(&scheduler))
            + (try problemsAfterRefresh(of: &scheduler))
    }

    /// Returns the edits that wait although only the edits of other receipts cannot be performed.
    private static func starvingEdits(of scheduler: SyncScheduler) -> [String] {
        var stuck = scheduler.poisoned
        var starving: [String] = []
        for edit in scheduler.core.log where edit.isPending {
            if stuck.isDisjoint(with: edit.ids) { starving.append("\(edit.ids) waits") }
            stuck.formUnion(edit.ids)
        }
        return starving
    }

    /// Returns what is wrong after the rest of the query was loaded, without a new query.
    private static func problemsAfterContinuing(_ scheduler: inout SyncScheduler) throws -> [String] {
        guard !scheduler.hasOtherDevice else { return [] }
        for _ in 0..<14 { try scheduler.call { .proceed(ticket: $0, take: 3) } }
        let forgiven = scheduler.forgiven
        let shown = scheduler.core.visible.receipts.filter { !forgiven.contains($0.id) }
        let direction = scheduler.core.query?.orderDirection ?? .descending
        let expected = scheduler.server.list(direction).filter { !forgiven.contains($0.id) }
        guard shown != expected else { return [] }
        return ["the continued list is \(shown.map(\.id)) instead of \(expected.map(\.id))"]
    }

    /// Returns what is wrong although the list was not refreshed.
    private static func problems(of scheduler: SyncScheduler) -> [String] {
        var problems = lostEdits(of: scheduler)
        if scheduler.core.log.contains(where: \.isPending) { problems.append("an edit is pending") }
        if !scheduler.core.doubts.keys.allSatisfy({ scheduler.core.rows[$0] == nil }) { problems.append("doubts") }
        let rows = (try? scheduler.store.load())?.rows ?? []
        if rows.map(\.base.id) != scheduler.core.storedOrder { problems.append("the store has another order") }
        let stored = Dictionary(uniqueKeysWithValues: rows.map { ($0.base.id, $0) })
        for receipt in scheduler.core.visible.receipts {
            if stored[receipt.id]?.base != receipt { problems.append("\(receipt.id) differs in the store") }
            guard !scheduler.hasOtherDevice, !scheduler.forgiven.contains(receipt.id) else { continue }
            guard let truth = scheduler.server.receipts[receipt.id] else {
                problems.append("\(receipt.id) is a ghost")
                continue
            }
            if truth != receipt { problems.append("\(receipt.id) differs from the service") }
        }
        if stored.count != scheduler.core.visible.receipts.count { problems.append("the store has other receipts") }
        return problems
    }

    private static func problemsAfterRefresh(of scheduler: inout SyncScheduler) throws -> [String] {
        try scheduler.call { .initiate(ticket: $0, PageRequest(take: 3)) }
        for _ in 0..<20 { try scheduler.call { .proceed(ticket: $0, take: 3) } }
        let expected = scheduler.server.list()
        var problems: [String] = []
        let stored = try scheduler.store.load()
        if scheduler.core.visible.receipts != expected { problems.append("the list differs after a refresh") }
        if stored.rows.map(\.base) != expected { problems.append("the store differs after a refresh") }
        if scheduler.core.query?.totalCount != expected.count { problems.append("the total is wrong") }
        if scheduler.core.query?.continuationToken != nil { problems.append("the query does not end") }
        if !scheduler.core.log.isEmpty || !scheduler.core.tombstones.isEmpty { problems.append("the log is not empty") }
        if !stored.log.edits.isEmpty { problems.append("the stored log is not empty") }
        return problems
    }

    /// Returns the edits that were reported as made, or never reported, and are not at the service.
    private static func lostEdits(of scheduler: SyncScheduler) -> [String] {
        guard !scheduler.hasOtherDevice else { return [] }
        var notes: [String: Set<String>] = [:]
        var marks: [String: Set<Bool>] = [:]
        var deleted: Set<String> = []
        for (_, edit) in scheduler.edits.sorted(by: { $0.key < $1.key }) {
            let id = edit.ids[0]
            guard !edit.isForgotten else {
                if case .favourite = edit.change { marks[id] = [true, false] }
                continue
            }
            switch (edit.change, edit.outcome) {
            case (.note(let text), .failure): notes[id]?.insert(text)
            case (.note(let text), _): notes[id] = [text]
            case (.favourite, .failure): marks[id] = [true, false]
            case (.favourite, .receipt(let receipt)): marks[id] = [receipt.misc.isFavourite]
            case (.favourite(let target), _): marks[id] = target.map { [$0] } ?? [true, false]
            case (.deletion, .failure(let error)):
                guard let partial = error as? DeleteReceiptsError else { continue }
                deleted.formUnion(edit.ids.filter { !partial.failedReceipts.contains($0) })
            case (.deletion, _): deleted.formUnion(edit.ids)
            }
        }
        var lost: [String] = []
        for (id, receipt) in scheduler.server.receipts where !scheduler.forgiven.contains(id) {
            if deleted.contains(id) { lost.append("the deletion of \(id)") }
            if let texts = notes[id], !texts.contains(receipt.misc.note ?? "") { lost.append("note \(texts) of \(id)") }
            if let values = marks[id], !values.contains(receipt.misc.isFavourite) { lost.append("the mark of \(id)") }
        }
        return lost
    }
}
