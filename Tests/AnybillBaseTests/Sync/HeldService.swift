import APIRuntime
import APITesting
import AnybillAPI
import Foundation

@testable import AnybillBase

/// A service of one user's receipts that holds back or loses responses after it has performed the requests.
actor HeldService {
    private(set) var receipts: [String: Receipt] = [:]
    /// The method and path of each request.
    private(set) var log: [String] = []

    private var holds: [String: Int] = [:]
    private var losses: Set<String> = []
    private var refusals: [String: ScriptedResponse] = [:]
    private var delays: Set<String> = []
    private var delayed: [(line: String, request: RecordedRequest)] = []
    private var delayedUntil: String?
    private var isOffline = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var heldCount = 0
    private var observers: [CheckedContinuation<Void, Never>] = []

    init(_ receipts: [Receipt]) {
        for receipt in receipts { self.receipts[receipt.id] = receipt }
    }

    /// Holds back the responses to requests, all or a number of them.
    func hold(_ line: String, count: Int = .max) { holds[line] = count }

    /// Loses the next response to a request.
    func lose(_ line: String) { losses.insert(line) }

    /// Refuses the next request without performing it.
    func refuse(_ line: String, _ response: ScriptedResponse) { refusals[line] = response }

    /// Fails the next request, which is performed only with ``performDelayed()``.
    func delay(_ line: String) { delays.insert(line) }

    /// Performs the requests whose client has given up.
    func performDelayed() {
        for (line, request) in delayed { _ = perform(line, request) }
        delayed = []
    }

    /// Performs the requests whose client has given up immediately before the next request of a kind.
    func performDelayed(before line: String) { delayedUntil = line }

    func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

    func remove(_ id: String) { receipts[id] = nil }

    func clearLog() { log = [] }

    /// Waits until a number of responses have been held back, counted from the start.
    func waitForHeld(_ count: Int) async {
        while heldCount < count { await withCheckedContinuation { observers.append($0) } }
    }

    func add(_ receipt: Receipt) { receipts[receipt.id] = receipt }

    /// Waits until a request has been received, a number of times.
    func waitForLog(_ line: String, count: Int = 1) async {
        while log.filter({ $0 == line }).count < count { await withCheckedContinuation { observers.append($0) } }
    }

    /// Sends all held responses, and holds no further ones.
    func releaseAll() {
        holds = [:]
        for continuation in held { continuation.resume() }
        held = []
    }

    func response(to request: RecordedRequest) async -> ScriptedResponse {
        if isOffline { return .failure(TransportError(.unreachable, "offline")) }
        let line = String(request.line.prefix { $0 != "?" })
        log.append(line)
        if let refusal = refusals.removeValue(forKey: line) {
            notify()
            return refusal
        }
        if delays.remove(line) != nil {
            delayed.append((line, request))
            notify()
            return .failure(TransportError(.timedOut, "late"))
        }
        if delayedUntil == line {
            delayedUntil = nil
            performDelayed()
        }
        let response = perform(line, request)
        notify()
        if losses.remove(line) != nil { return .failure(TransportError(.connection, "lost")) }
        guard let count = holds[line], count > 0 else { return response }
        holds[line] = count == .max ? count : count - 1
        heldCount += 1
        notify()
        await withCheckedContinuation { held.append($0) }
        return response
    }

    private func notify() {
        for continuation in observers { continuation.resume() }
        observers = []
    }

    private func perform(_ line: String, _ request: RecordedRequest) -> ScriptedResponse {
        let parts = line.split(separator: "/").map(String.init)
        guard parts.count > 4 else { return page(request.parameters) }
        let id = parts[4]
        if parts[3] == "user" { return .status(204) }
        switch (parts[0].trimmingCharacters(in: .whitespaces), parts.count > 5 ? parts[5] : "") {
        case ("POST", "favourite"): receipts[id]?.misc.isFavourite.toggle()
        case ("PUT", "note"):
            let note = (try? JSONCoding.decode(ReceiptNoteUpdate.self, from: Data(request.text.utf8)))?.note ?? ""
            receipts[id]?.misc.note = note.isEmpty ? nil : note
        case ("DELETE", _): return receipts.removeValue(forKey: id) == nil ? .problem(404) : .status(204)
        case ("POST", _) where id == "delete":
            let body = try? JSONCoding.decode(DeleteReceiptsRequest.self, from: Data(request.text.utf8))
            let failed = (body?.receiptIds ?? []).filter { receipts.removeValue(forKey: $0) == nil }
            if failed.isEmpty { return .status(204) }
            let problem = DeleteReceiptsProblem(type: "DeleteReceiptsError", failedReceipts: failed)
            return .value(problem, status: 400)
        default: break
        }
        return receipts[id].map { .value($0) } ?? .problem(404)
    }

    private func page(_ parameters: [String: String]) -> ScriptedResponse {
        let sorted = receipts.values.sorted { $0.head.date < $1.head.date }
        let list = parameters["orderByDirection"] == "Ascending" ? sorted : sorted.reversed()
        let start = parameters["continuationToken"].flatMap { Int($0) } ?? 0
        let end = min(list.count, start + (parameters["take"].flatMap { Int($0) } ?? 100))
        return .page(Array(list[start..<end]), total: list.count, token: end < list.count ? "\(end)" : nil)
    }
}
