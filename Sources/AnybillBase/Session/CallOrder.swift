import APIRuntime

/// The order in which an app makes calls with completion handlers, which begin in the same order.
///
/// Each call runs in a task of its own, and tasks start in any order.
final class CallOrder: Sendable {
    private let last = LockedState<ResponseGate<Void>?>(nil)

    /// Returns the place behind all earlier calls.
    func next() -> CallPlace {
        last.withLock { last in
            let place = CallPlace(after: last)
            last = place.isBegun
            return place
        }
    }
}

/// The place of a call in the order of calls.
final class CallPlace: Sendable {
    /// The place of the call that the task performs; `nil` if it begins at once.
    @TaskLocal static var current: CallPlace?

    /// Opens when the next call may begin.
    fileprivate let isBegun = ResponseGate<Void>()
    private let former: LockedState<ResponseGate<Void>?>

    fileprivate init(after former: ResponseGate<Void>?) {
        self.former = LockedState(former)
    }

    /// Waits until the former call has begun.
    func turn() async { await former.withLock { $0.take() }?.response() }

    /// Lets the next call begin; later calls of this method have no effect.
    func begin() { isBegun.open(()) }
}
