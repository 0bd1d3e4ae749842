import APIRuntime
import APIStorage
import Foundation
import HTTPTypes

/// A process that changes a store continuously and prints each change.
///
/// A test kills it at any time.
///
/// Arguments: `queue` or `cache`, the file, and the round. Each line of the output contains a change that has returned:
/// `+ name` added, `* name` claimed, `- name` finished, `~ name` postponed, `! name` given up.
@main
struct StorageCrasher {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let round = Int(arguments[3]) else {
            say("usage: StorageCrasher queue|cache <file> <round>")
            return
        }
        let url = URL(fileURLWithPath: arguments[2])
        if arguments[1] == "queue" {
            try await changeQueue(WorkQueue(url: url), round)
        } else {
            await changeCache(try SQLiteCacheStore(url: url, capacity: 200_000), round)
        }
    }

    private static func changeQueue(_ queue: WorkQueue<String>, _ round: Int) async throws {
        for number in 0... {
            let key = "\(round)-\(number)"
            try await queue.enqueue(String(repeating: "x", count: number % 5000), key: key, group: "\(number % 4)")
            say("+ \(key)")
            guard number % 3 != 0, let claim = try await queue.claim() else { continue }
            say("* \(claim.key)")
            switch number % 5 {
            case 0:
                try await queue.postpone(claim, until: Date(), cause: "later")
                say("~ \(claim.key)")
            case 1:
                try await queue.fail(claim, cause: "never")
                say("! \(claim.key)")
            case 2:
                // Left in progress: its group remains blocked until the next start.
                continue
            default:
                try await queue.finish(claim)
                say("- \(claim.key)")
            }
        }
    }

    private static func changeCache(_ store: SQLiteCacheStore, _ round: Int) async {
        for number in 0... {
            let name = "\(round)-\(number)"
            let entry = CacheEntry(
                key: CacheKey(partition: "p\(number % 3)", method: "GET", url: name),
                status: 200,
                headers: [.eTag: name],
                body: Array(repeating: UInt8(name.utf8.count + number % 100), count: number * 37 % 9000),
                requestedAt: Date(timeIntervalSinceReferenceDate: 1),
                receivedAt: Date(timeIntervalSinceReferenceDate: 2)
            )
            await store.store(entry)
            say("+ \(name)")
            if number % 50 == 49 {
                await store.removeAll(partition: "p0")
                say("- p0")
            }
        }
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
