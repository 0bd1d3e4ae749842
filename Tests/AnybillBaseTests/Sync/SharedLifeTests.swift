import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

// An app, its extension and another device, with logins, offline times and restarts. ANYBILL_LIVES sets the number of
// simulated hours, for long runs, and ANYBILL_LIFE the first of them.
@Suite("Shared life", .timeLimit(.minutes(60)))
struct SharedLifeTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test("in an hour of three users on two devices, one with an extension, no edit is lost and all lists agree")
    func hours() throws {
        let first = Self.number("ANYBILL_LIFE") ?? 1
        for seed in first..<(first + (Self.number("ANYBILL_LIVES") ?? 4)) {
            var life = try SharedLife(seed: seed)
            try life.run(minutes: 60)
            var problems = Self.pending(in: life) + Self.lostEdits(in: life) + Self.staleReceipts(in: life)
            try life.loadRest()
            problems += Self.gaps(in: life)
            try life.refresh()
            problems += Self.differences(in: life)
            guard !problems.isEmpty else { continue }
            Issue.record("seed \(seed): \(problems.prefix(5))\n\(Self.history(problems, in: life))")
            return
        }
    }

    private static func pending(in life: SharedLife) -> [String] {
        life.processes.indices.flatMap { index -> [String] in
            let core = life.processes[index].sync.core
            let own = core.log.contains(where: \.isPending) ? ["an edit of process \(index) is pending"] : []
            return own + (core.otherEdits.isEmpty ? [] : ["process \(index) shows an edit of an ended process"])
        }
    }

    /// Returns the edits that were reported as made, or never reported, and are not at the service.
    private static func lostEdits(in life: SharedLife) -> [String] {
        var notes: [Key: Set<String>] = [:]
        var marks: [Key: Set<Bool>] = [:]
        var deleted: Set<Key> = []
        for (_, edit) in life.edits.sorted(by: { $0.key < $1.key }) {
            let key = Key(user: edit.user, id: edit.ids[0])
            switch (edit.change, edit.outcome) {
            case (.note(let text), .failure): notes[key]?.insert(text)
            case (.note(let text), _): notes[key] = [text]
            case (.favourite, .failure): marks[key] = [true, false]
            case (.favourite, .receipt(let receipt)): marks[key] = [receipt.misc.isFavourite]
            case (.favourite(let target), _): marks[key] = target.map { [$0] } ?? [true, false]
            case (.deletion, .failure): continue
            case (.deletion, _): deleted.insert(key)
            }
        }
        var lost: [String] = []
        for user in life.servers.indices {
            for (id, receipt) in life.servers[user].receipts where life.forgiven[user]?.contains(id) != true {
                let key = Key(user: user, id: id)
                let note = receipt.misc.note ?? ""
                if deleted.contains(key) { lost.append("the deletion of \(id)") }
                if let texts = notes[key], !texts.contains(note) { lost.append("note \(texts) of \(id), is \(note)") }
                if let values = marks[key], !values.contains(receipt.misc.isFavourite) { lost.append("mark of \(id)") }
            }
        }
        return lost
    }

    /// Returns the receipts that are not as the service has them although only this device has changed them.
    private static func staleReceipts(in life: SharedLife) -> [String] {
        guard life.isAlone else { return [] }
        return [0, 1].flatMap { index -> [String] in
            guard let user = life.user(of: index) else { return [] }
            return life.processes[index].sync.core.visible.receipts.compactMap { receipt in
                guard life.forgiven[user]?.contains(receipt.id) != true else { return nil }
                let truth = life.servers[user].receipts[receipt.id]
                return truth == receipt ? nil : "\(receipt.id) is \(truth == nil ? "a ghost" : "stale") in \(index)"
            }
        }
    }

    /// Returns the lists in which receipts are missing although all pages were loaded and only this device made changes.
    private static func gaps(in life: SharedLife) -> [String] {
        guard life.isAlone else { return [] }
        return [0, 1].compactMap { index in
            guard let user = life.user(of: index) else { return nil }
            let core = life.processes[index].sync.core
            let forgiven = life.forgiven[user] ?? []
            let expected = life.servers[user].list(core.query?.orderDirection ?? .descending).map(\.id)
            let shown = core.visible.receipts.map(\.id).filter { !forgiven.contains($0) }
            guard shown != expected.filter({ !forgiven.contains($0) }) else { return nil }
            return "\(index) shows \(shown) instead of \(expected)"
        }
    }

    private static func differences(in life: SharedLife) -> [String] {
        life.processes.indices.flatMap { index -> [String] in
            guard let user = life.user(of: index), let store = life.processes[index].sync.store else { return [] }
            let expected = life.servers[user].list()
            var problems: [String] = []
            if life.processes[index].sync.core.visible.receipts != expected { problems.append("list of \(index)") }
            let stored = try? store.load()
            if stored?.rows.map(\.base) != expected { problems.append("store of \(index)") }
            if stored?.log.edits.isEmpty == false || stored?.otherEdits.isEmpty == false { problems.append("log") }
            return problems
        }
    }

    /// Returns the events that name the receipts of problems, and all logins.
    private static func history(_ problems: [String], in life: SharedLife) -> String {
        let ids = Set(problems.joined(separator: " ").split { $0 == " " || $0 == "," }.filter { $0.hasPrefix("r") })
        let lines = life.trace.filter { line in
            line.contains("log in") || line.contains("log out") || line.contains("restart")
                || ids.contains { line.contains("\"\($0)\"") } && line.count < 2000
        }
        return lines.suffix(120).joined(separator: "\n")
    }

    private struct Key: Hashable {
        let user: Int
        let id: String
    }
}
