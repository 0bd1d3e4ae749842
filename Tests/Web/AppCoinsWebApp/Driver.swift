import APIRuntime
import Foundation

/// The two pipes to the driver of the browser: a line of JSON each way at a time.
struct Driver: Sendable {
    /// What the driver says, until it closes its end.
    let lines: AsyncStream<String>

    /// Begins to listen.
    init() {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        // Reading a pipe blocks, which no task may.
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
    }

    /// Tells the driver something.
    func say(_ value: JSONValue) {
        FileHandle.standardOutput.write(Data(JSONCoding.encode(value)) + Data("\n".utf8))
    }
}
