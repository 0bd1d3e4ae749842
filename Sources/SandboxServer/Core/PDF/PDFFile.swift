/// A PDF under construction: its bytes and the offsets of its objects.
struct PDFFile: Sendable {
    private var bytes = Array("%PDF-1.4\n".utf8)
    private var offsets: [Int: Int] = [:]

    /// Adds an object.
    mutating func add(_ number: Int, _ dictionary: String) {
        begin(number)
        append("\(dictionary)\nendobj\n")
    }

    /// Adds an object with a stream of bytes.
    mutating func add(_ number: Int, stream: [UInt8]) {
        begin(number)
        append("<< /Length \(stream.count) >>\nstream\n")
        bytes += stream
        append("\nendstream\nendobj\n")
    }

    /// Returns the file with its cross-reference table and trailer.
    ///
    /// Objects are numbered from 1 without gaps.
    func finished(root: Int, information: Int) -> [UInt8] {
        var file = self
        let table = bytes.count
        let count = offsets.count + 1
        file.append("xref\n0 \(count)\n0000000000 65535 f \n")
        for number in 1..<count {
            let digits = String(offsets[number] ?? 0)
            file.append(String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n")
        }
        file.append("trailer\n<< /Size \(count) /Root \(root) 0 R /Info \(information) 0 R >>\n")
        file.append("startxref\n\(table)\n%%EOF\n")
        return file.bytes
    }

    private mutating func begin(_ number: Int) {
        offsets[number] = bytes.count
        append("\(number) 0 obj\n")
    }

    private mutating func append(_ text: String) { bytes += Array(text.utf8) }
}
