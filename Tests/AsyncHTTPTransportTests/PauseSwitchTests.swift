import APIRuntime
import Testing

@testable import URLSessionTransport

@Suite("Pauses of a task")
struct PauseSwitchTests {
    /// A task that records its pauses, with an owner.
    private final class PausedTask: Sendable {
        private let wish = LockedState(false)
        private let kept = LockedState<[Bool]>([])
        private let hook = LockedState<(@Sendable (Bool) -> Void)?>(nil)

        var isPauseWanted: Bool {
            get { wish.withLock { $0 } }
            set { wish.withLock { $0 = newValue } }
        }

        var calls: [Bool] { kept.withLock { $0 } }

        func makeSwitch() -> PauseSwitch {
            PauseSwitch { [self] in
                isPauseWanted
            } apply: { [self] isPaused in
                kept.withLock { $0.append(isPaused) }
                hook.withLock { $0 }?(isPaused)
            }
        }

        func onCall(_ body: @escaping @Sendable (Bool) -> Void) {
            hook.withLock { $0 = body }
        }
    }

    @Test("a pause that ends while the task is being paused is followed by a resumption")
    func overtaken() {
        let task = PausedTask()
        let pauses = task.makeSwitch()
        // The reader makes room while the delegate is about to suspend the task.
        task.onCall { isPaused in
            guard isPaused else { return }
            task.isPauseWanted = false
            pauses.update()
        }
        task.isPauseWanted = true
        pauses.update()
        #expect(task.calls == [true, false])
    }

    @Test("a pause that has ended before its thread asks for it has no effect")
    func late() {
        let task = PausedTask()
        let pauses = task.makeSwitch()
        task.isPauseWanted = true
        // The reader overtakes the delegate between its change and its update.
        task.isPauseWanted = false
        pauses.update()
        pauses.update()
        #expect(task.calls == [])
    }

    @Test("pauses and resumptions from many threads alternate and end as wanted", arguments: [true, false])
    func threads(_ last: Bool) async {
        let task = PausedTask()
        let pauses = task.makeSwitch()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    task.isPauseWanted = number % 2 == 0
                    pauses.update()
                }
            }
        }
        task.isPauseWanted = last
        pauses.update()
        let calls = task.calls
        #expect(calls.last ?? false == last)
        #expect(calls.indices.allSatisfy { calls[$0] == $0.isMultiple(of: 2) })
    }
}
