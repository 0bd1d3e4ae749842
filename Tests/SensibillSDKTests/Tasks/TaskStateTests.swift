import APIRuntime
import Testing

@testable import SensibillSDK

@Suite("Task state between executions")
struct TaskStateTests {
    private let counter = LockedState(0)

    private func stop() -> @Sendable () -> Void {
        { [counter] in counter.withLock { $0 += 1 } }
    }

    @Test("the result is set at the end and removed at the next start")
    func result() throws {
        var state = TaskState<Int>(options: .defaults)
        #expect(state.result == nil)
        let run = state.begin()
        state.end(run, with: .success(1))
        #expect(try state.result?.get() == 1)
        _ = state.begin()
        #expect(state.result == nil)
        #expect(state.stops.count == 1)
    }

    @Test("cancelling stops the running execution")
    func cancelRunning() {
        var state = TaskState<Int>(options: .defaults)
        let run = state.begin()
        let isLate = state.attach(run, stop: stop())
        #expect(!isLate)
        for handle in state.cancel() { handle() }
        #expect(counter.withLock { $0 } == 1)
    }

    @Test("cancelling before the execution can be stopped is remembered")
    func cancelEarly() {
        var state = TaskState<Int>(options: .defaults)
        let run = state.begin()
        let handles = state.cancel()
        let isLate = state.attach(run, stop: stop())
        #expect(handles.isEmpty && isLate)
    }

    @Test("cancelling without an execution does not affect the next one")
    func cancelIdle() {
        var state = TaskState<Int>(options: .defaults)
        let handles = state.cancel()
        let isLate = state.attach(state.begin(), stop: stop())
        #expect(handles.isEmpty && !isLate)
    }
}
