/// A PDF of one page with lines of text.
struct PlainPDF {
    /// The lines from top to bottom.
    ///
    /// Lines that do not fit on the page are not displayed.
    var lines: [String]

    /// The bytes of the file.
    var bytes: [UInt8] {
        var file = Array("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(file.count)
            file += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
        }
        let start = file.count
        file += Array("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8)
        for offset in offsets { file += Array("\(padded(offset)) 00000 n \n".utf8) }
        file += Array("trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8)
        return file
    }

    private var objects: [String] {
        let content = self.content
        return [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
                + " /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
        ]
    }

    private var content: String {
        let shown = lines.prefix(55).map { "(\(escaped($0))) Tj T*" }
        return (["BT /F1 10 Tf 14 TL 40 800 Td"] + shown + ["ET"]).joined(separator: "\n")
    }

    /// Returns a string escaped for a PDF literal.
    ///
    /// Characters that the font's encoding may lack become question marks.
    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "(", ")", "\\": "\\\(scalar)"
            case " "..."~": String(scalar)
            default: "?"
            }
        }.joined()
    }

    private func padded(_ offset: Int) -> String {
        let digits = String(offset)
        return String(repeating: "0", count: 10 - digits.count) + digits
    }
}
