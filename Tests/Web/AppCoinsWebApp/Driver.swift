import APIRuntime
import Foundation

/// The two pipes to the driver of the browser, with one line of JSON per message.
struct Driver: Sendable {
    /// The lines from the driver, until it closes its pipe.
    let lines: AsyncStream<String>

    /// Starts to read lines.
    init() {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        // Reading a pipe blocks, which tasks must not do.
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
    }

    /// Sends a value to the driver.
    func say(_ value: JSONValue) {
        FileHandle.standardOutput.write(Data(JSONCoding.encode(value)) + Data("\n".utf8))
    }
}
