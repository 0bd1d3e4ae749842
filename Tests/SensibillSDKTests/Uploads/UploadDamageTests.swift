import APIRuntime
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Queues whose files are damaged while the app is not running.
@MainActor
@Suite("Damaged upload queues", .timeLimit(.minutes(2)))
final class UploadDamageTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("damage-\(UUID().uuidString)")
    private var file: DamagedFile { DamagedFile(in: folder) }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static let owners = ["ada", "bob"]
    private let outcomes = LockedState<[UploadSalvage.Outcome]>([])

    private func open() throws -> UploadStore {
        outcomes.withLock { $0 = [] }
        return try UploadStore(directory: folder) { [outcomes] outcome in outcomes.withLock { $0.append(outcome) } }
    }

    /// Adds documents to the queue and closes it.
    ///
    /// - Returns: The contents by source id, and the owners.
    private func fill(_ sizes: [Int]) throws -> [String: (content: Data, owner: String)] {
        let store = try UploadStore(directory: folder)
        var added: [String: (Data, String)] = [:]
        for (number, size) in sizes.enumerated() {
            let content = Samples.jpeg(showing: String(repeating: "\(number % 10)", count: size))
            let record = UploadRecord(
                sourceId: UUID().uuidString.lowercased(),
                metadata: DocumentMetadata(documentType: .receipt)
            )
            let owner = Self.owners[number % 2]
            try store.add(record, content: content, owner: owner)
            added[record.sourceId] = (content, owner)
        }
        return added
    }

    @Test("a damaged page in the middle of a queue costs one document its file, and all stay in the queue")
    func middle() throws {
        let added = try fill(Array(repeating: 50_000, count: 60))
        try file.overwrite([try file.pages / 2])
        let store = try open()
        for owner in Self.owners {
            let expected = Set(added.filter { $0.value.owner == owner }.keys)
            #expect(try Set(store.records(of: owner).map(\.sourceId)) == expected)
        }
        let intact = try added.filter { try store.content(of: $0.key) == $0.value.content }
        #expect(intact.count == 59)
        let outcome = try #require(outcomes.withLock { $0 }.first)
        #expect(outcome.intact == Set(intact.keys))
        #expect(outcome.damaged == Set(added.keys).subtracting(intact.keys))
        #expect(store.damagedFiles.count == 1)
    }

    @Test("a document whose record cannot be read, or is that of another one, stays with a reason")
    func records() throws {
        let other = UploadRecord(sourceId: "other", metadata: DocumentMetadata(documentType: .receipt))
        let content = Samples.jpeg(showing: "TOTAL=1;")
        do {
            let store = try open()
            try store.insert(Data("{".utf8), "unreadable", content: content, owner: "ada")
            try store.insert(JSONEncoder().encode(other), "foreign", content: content, owner: "ada")
            try store.insert(Data(), "sent", content: nil, owner: "ada")
        }
        let store = try open()
        let records = try store.records(of: "ada")
        #expect(records.map(\.sourceId) == ["unreadable", "foreign", "sent"])
        #expect(records.map(\.refusal) == [UploadRecord.lostMetadata, UploadRecord.lostMetadata, nil])
        #expect(try store.content(of: "foreign") == content)
        #expect(outcomes.withLock { $0 } == [.init(damaged: ["unreadable", "foreign", "sent"])])
    }

    @Test("a damaged name of a migration is not that of a newer version, and costs no document")
    func migrations() throws {
        let added = try fill([100, 100])
        var bytes = [UInt8](try Data(contentsOf: file.url))
        for index in bytes.indices.dropLast() where bytes[index...(index + 1)] == [0x76, 0x31] {
            bytes[index + 1] = 0x30
        }
        try Data(bytes).write(to: file.url)
        let store = try open()
        for (sourceId, document) in added {
            #expect(try store.content(of: sourceId) == document.content)
        }
        #expect(outcomes.withLock { $0.first?.intact } == Set(added.keys))
    }

    @Test("whichever page is damaged, each document stays with its file or is named")
    func anyPage() throws {
        var withoutFile = 0
        for seed in 1...25 {
            try? FileManager.default.removeItem(at: folder)
            var random = SplitMix(state: UInt64(seed))
            let added = try fill((0..<100).map { _ in Int.random(in: 0..<6, using: &random) == 0 ? 9000 : 300 })
            let count = try file.pages
            let pages = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                Int.random(in: 1..<count, using: &random)
            }
            try file.overwrite(pages, with: [0, 0x5A, 0xFF].randomElement(using: &random) ?? 0)
            let store = try open()
            let outcome = outcomes.withLock { $0 }.first ?? UploadSalvage.Outcome()
            let kept = try Self.owners.map { owner in (owner, Set(try store.records(of: owner).map(\.sourceId))) }
            let owned = Dictionary(uniqueKeysWithValues: kept)
            for (sourceId, document) in added {
                let isKept = owned[document.owner]?.contains(sourceId) == true
                let isReported = pages.count > 1 && (outcome.lost.contains(sourceId) || outcome.unnamed > 0)
                #expect(isKept || isReported, "seed \(seed), pages \(pages): \(sourceId)")
                // SQLite has no checksums: a damaged page may remain unnoticed as a part of a file.
                if try store.content(of: sourceId)?.count != document.content.count { withoutFile += 1 }
            }
        }
        // Most pages have the content of a few documents only.
        #expect(withoutFile < 25 * 100 / 4)
    }

    @Test("damaged files are never deleted")
    func kept() throws {
        for round in 1...6 {
            _ = try fill([50_000, 50_000])
            try file.overwrite([try file.pages / 2])
            #expect(try UploadStore(directory: folder).damagedFiles.count == round)
        }
    }

    @Test("a file that is no database any more is kept, and the queue starts empty")
    func unreadable() throws {
        _ = try fill([100])
        try file.overwrite([0])
        let store = try open()
        #expect(outcomes.withLock { $0 } == [UploadSalvage.Outcome()] && store.damagedFiles.count == 1)
        #expect(try store.records(of: "ada").isEmpty)
    }

    @Test("a process that is killed after setting a damaged file aside copies its documents at its next start")
    func killed() throws {
        let added = try fill(Array(repeating: 20_000, count: 10))
        try FileManager.default.moveItem(at: file.url, to: file.url.appendingPathExtension("corrupt-1"))
        let late = try fill([20_000])
        let store = try UploadStore(directory: folder)
        let kept = try Self.owners.flatMap { try store.records(of: $0).map(\.sourceId) }
        #expect(Set(kept) == Set(added.keys).union(late.keys))
    }

    @Test("a removed document whose row is damaged is not reported, and its transfer can still be cancelled")
    func removedBefore() throws {
        let (sourceId, document) = try #require(try fill([100]).first)
        #expect(try UploadStore(directory: folder).remove(sourceId, owner: document.owner))
        var bytes = try Data(contentsOf: file.url)
        try #require(bytes.range(of: Data(#""sourceId":"#.utf8)) != nil)
        while let key = bytes.range(of: Data(#""sourceId":"#.utf8)) {
            bytes.replaceSubrange(key, with: Data(#""damagedX":"#.utf8))
        }
        try FileManager.default.removeItem(at: file.url)
        try bytes.write(to: file.url.appendingPathExtension("corrupt-1"))
        let store = try open()
        #expect(outcomes.withLock { $0 } == [UploadSalvage.Outcome()])
        #expect(try store.removedSourceIds() == [sourceId])
    }

    @Test("a document that the app removes after the damage does not come back")
    func removed() throws {
        let added = try fill([50_000, 50_000, 50_000])
        try file.overwrite([try file.pages / 2])
        do {
            let store = try UploadStore(directory: folder)
            for (sourceId, document) in added { #expect(try store.remove(sourceId, owner: document.owner)) }
        }
        let store = try open()
        #expect(try Self.owners.allSatisfy { try store.records(of: $0).isEmpty })
        #expect(outcomes.withLock { $0.isEmpty })
    }
}
