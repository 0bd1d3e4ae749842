/// Ends the reading of a long document when its result is no longer needed.
enum DecodingInterruption {
    /// The deadline of the call whose response is read; `nil` without one.
    @TaskLocal static var deadline: CallDeadline?

    /// The number of bytes between two checks.
    static let interval = 1 << 16

    /// The reason to stop now; `nil` to continue.
    static var reason: DecodingFailure.Reason? {
        if Task.isCancelled { return .cancelled }
        return deadline?.isOver ?? false ? .timedOut : nil
    }

    /// Runs a body that reads documents, up to a deadline.
    ///
    /// - Throws: The failure of the body; one with the reason `timedOut` when the deadline passes.
    static func limited<Value>(
        by deadline: CallDeadline?,
        _ body: () throws(DecodingFailure) -> Value
    ) throws(DecodingFailure) -> Value {
        guard let deadline else { return try body() }
        return try $deadline.withValue(deadline) { () -> Result<Value, DecodingFailure> in
            do throws(DecodingFailure) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }.get()
    }
}
