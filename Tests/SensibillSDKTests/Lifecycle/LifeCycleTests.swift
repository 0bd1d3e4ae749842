import Testing

@testable import SensibillSDK

@Suite("Start and stop state machine")
struct LifeCycleTests {
    /// Returns the error of a rejected call; `nil` if the call succeeds.
    private func refusal(_ body: () throws -> Void) -> SensibillSDK.StateError? {
        do {
            try body()
            return nil
        } catch {
            return error as? SensibillSDK.StateError
        }
    }

    @Test("a second start is refused until the stop has ended")
    func starts() throws {
        var life = LifeCycle()
        let start = try life.start()
        let whileStarting = refusal { _ = try life.start() }
        let isStarted = life.started(start)
        let whileStarted = refusal { _ = try life.start() }
        let step = try life.stop()
        let whileStopping = refusal { _ = try life.start() }
        let again = refusal { _ = try life.stop() }
        life.stopped()
        let afterwards = refusal { _ = try life.start() }
        #expect([whileStarting, whileStarted, whileStopping] == [.cannotStart, .cannotStart, .cannotStart])
        #expect(isStarted && step == .takeDown)
        #expect(again == .isAlreadyStopping)
        #expect(afterwards == nil)
    }

    @Test("a stop during a start interrupts it, and a new start is separate")
    func interrupted() throws {
        var life = LifeCycle()
        let first = try life.start()
        let step = try life.stop()
        let second = try life.start()
        let isFirstStarted = life.started(first)
        life.failed(first)
        let isSecondStarted = life.started(second)
        #expect(step == .interrupt)
        #expect(!isFirstStarted && isSecondStarted)
    }

    @Test("a stop without a start has no effect, and a failed start can be repeated")
    func idle() throws {
        var life = LifeCycle()
        let step = try life.stop()
        life.failed(try life.start())
        let again = refusal { _ = try life.start() }
        #expect(step == .nothing)
        #expect(again == nil)
    }
}
