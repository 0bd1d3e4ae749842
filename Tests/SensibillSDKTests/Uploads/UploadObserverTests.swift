import APIRuntime
import Testing

@testable import SensibillSDK

@MainActor
@Suite("Upload notifications")
struct UploadObserverTests {
    private let observers = UploadObservers()
    private let info = DocumentUploadStatusInfo.uploaded(documentId: "d")

    @Test("each key has only its last observer")
    func keys() {
        let (first, second) = (RecordingObserver(), RecordingObserver())
        observers.add(first, for: "key")
        observers.add(second, for: "key")
        #expect(observers.tell("s", info) {})
        #expect(first.events.isEmpty)
        #expect(second.events.count == 1)
        observers.remove(forKey: "key")
        #expect(!observers.tell("s", info) {})
    }

    @Test("a session does not retain its observers")
    func weaklyHeld() {
        var observer: RecordingObserver? = RecordingObserver()
        weak let held = observer
        if let observer { observers.add(observer, for: "key") }
        observer = nil
        #expect(held == nil)
        #expect(!observers.tell("s", info) {})
    }

    @Test("an event of the sequence counts as delivered when the next one is requested")
    func sequence() async {
        let taken = LockedState(0)
        var events = DocumentUploadEvents(observers: observers).makeAsyncIterator()
        let isTold = observers.tell("s", info) { taken.withLock { $0 += 1 } }
        _ = observers.tell("t", info) {}
        let first = await events.next()
        #expect(first == .init(sourceId: "s", payload: info))
        #expect(!isTold && taken.withLock { $0 } == 0)
        let second = await events.next()
        #expect(second?.sourceId == "t")
        #expect(taken.withLock { $0 } == 1)
    }

    @Test("a switch over the statuses with a default for new ones compiles and covers all five")
    func statuses() {
        let all: [DocumentUploadStatusInfo] = [
            .uploaded(documentId: "d"), .uploadFailedAttempt, .uploadPermanentlyFailed(cause: "c"),
            .processedFailed(documentId: "d"), .processedSuccess(documentId: "d"),
        ]
        #expect(all.map(\.isFinal) == [false, false, true, true, true])
        #expect(Set(all.map(\.description)).count == 5)
    }
}
