import Foundation

/// An argument of a command that a person copies into a shell.
enum ShellWord {

    /// Returns an argument with the quotes that a shell requires; only ASCII characters are plain.
    static func quoted(_ argument: String) -> String {
        let isPlain = argument.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_./:=,+@%".utf8.contains(byte)
        }
        return isPlain && !argument.isEmpty ? argument : "'\(argument.replacingOccurrences(of: "'", with: "'\\''"))'"
    }
}
