import APIRuntime
import Foundation
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
        #expect(observers.tell("s", info))
        #expect(first.events.isEmpty)
        #expect(second.events.count == 1)
        observers.remove(forKey: "key")
        #expect(!observers.tell("s", info))
    }

    @Test("an observer that another one removes during an event does not receive it")
    func removedMeanwhile() {
        let recorder = RecordingObserver()
        let remover = RemovingObserver { [observers] in observers.remove(forKey: "b") }
        observers.add(recorder, for: "b")
        observers.add(remover, for: "a")
        #expect(observers.tell("s", info))
        #expect(recorder.events.isEmpty)
    }

    @Test("a session does not retain its observers")
    func weaklyHeld() {
        var observer: RecordingObserver? = RecordingObserver()
        weak let held = observer
        if let observer { observers.add(observer, for: "key") }
        observer = nil
        #expect(held == nil)
        #expect(!observers.tell("s", info))
    }

    @Test("one observer under two keys receives each event for each key, and none after it was deallocated")
    func twoKeys() {
        var observer: PlainObserver? = PlainObserver()
        weak let held = observer
        // As observers in Objective-C are added: of another type, with a closure that calls their methods.
        for key in ["first", "second"] {
            if let observer {
                observers.add(WeakObserver(observer) { $0.lines.append("\($1) \($2)") }, for: key)
            }
        }
        #expect(observers.tell("s", info))
        #expect(observer?.lines == ["s \(info)", "s \(info)"])
        observers.remove(forKey: "first")
        #expect(observers.tell("t", info))
        #expect(observer?.lines.count == 3)
        observer = nil
        #expect(held == nil)
        #expect(!observers.tell("u", info))
    }

    #if canImport(ObjectiveC)
    @Test("an Objective-C observer has one method for each of the five statuses")
    func objectiveC() {
        let observer = ObjectiveCObserver()
        SensibillSDK.addObserver(observer, key: "objc")
        let service = SensibillSDK.shared.documentUploadService
        let statuses: [DocumentUploadStatusInfo] = [
            .uploaded(documentId: "d"), .uploadFailedAttempt, .uploadPermanentlyFailed(cause: "c"),
            .processedFailed(documentId: "d"), .processedSuccess(documentId: "d"),
        ]
        for status in statuses { #expect(service.observers.tell("s", status)) }
        service.removeObserver(forKey: "objc")
        #expect(observer.lines == ["uploaded s d", "attempt s", "failed s c", "unreadable s d", "read s d"])
    }
    #endif

    @Test("an event of the sequence counts as delivered when the next one is requested")
    func sequence() async {
        let taken = LockedState(0)
        var events = DocumentUploadEvents(observers: observers).makeAsyncIterator()
        observers.send(.init(sourceId: "s", info: info) { taken.withLock { $0 += 1 } })
        observers.send(.init(sourceId: "t", info: info) {})
        let first = await events.next()
        #expect(first == .init(sourceId: "s", payload: info))
        #expect(taken.withLock { $0 } == 0)
        let second = await events.next()
        #expect(second?.sourceId == "t")
        #expect(taken.withLock { $0 } == 1)
    }

    @Test("after another user has started, the events of the former one reach neither observers nor streams")
    func formerUser() async {
        let recorder = RecordingObserver()
        let taken = LockedState(0)
        observers.begin("ada")
        observers.add(recorder, for: "key")
        var events = DocumentUploadEvents(observers: observers).makeAsyncIterator()
        observers.send(.init(sourceId: "a", info: info, owner: "ada") { taken.withLock { $0 += 1 } })
        observers.begin("bob")
        observers.send(.init(sourceId: "b", info: info, owner: "bob") {})
        #expect(!observers.tell("a", info, of: "ada"))
        #expect(observers.tell("b", info, of: "bob"))
        #expect(recorder.events.map(\.sourceId) == ["b"])
        let first = await events.next()
        #expect(first?.sourceId == "b")
        #expect(taken.withLock { $0 } == 0)
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

/// An observer that does not conform to the Swift protocol.
@MainActor
private final class PlainObserver {
    var lines: [String] = []
}

#if canImport(ObjectiveC)
@MainActor
private final class ObjectiveCObserver: NSObject, SBLDocumentUploadObserver {
    var lines: [String] = []

    func onDocumentUploadServiceDocumentUploaded(sourceId: String, documentId: String) {
        lines.append("uploaded \(sourceId) \(documentId)")
    }

    func onDocumentUploadServiceDocumentUploadFailedAttempt(sourceId: String) {
        lines.append("attempt \(sourceId)")
    }

    func onDocumentUploadServiceDocumentUploadPermanentlyFailed(sourceId: String, cause: String) {
        lines.append("failed \(sourceId) \(cause)")
    }

    func onDocumentUploadServiceDocumentProcessedFailed(sourceId: String, documentId: String) {
        lines.append("unreadable \(sourceId) \(documentId)")
    }

    func onDocumentUploadServiceDocumentProcessedSuccess(sourceId: String, documentId: String) {
        lines.append("read \(sourceId) \(documentId)")
    }
}
#endif

/// An observer that runs a closure for each event.
@MainActor
private final class RemovingObserver: DocumentUploadObserver {
    private let action: @MainActor () -> Void

    init(_ action: @escaping @MainActor () -> Void) { self.action = action }

    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) { action() }
}
