/// A writer of small PDFs whose pages contain lines in one monospaced font.
struct PDFWriter: Sendable {
    /// A page.
    struct Page: Sendable {
        /// The width in points (1/72 inch).
        let width: Int

        /// The height in points.
        let height: Int

        /// The lines from top to bottom.
        let lines: [String]

        /// A page of A4, which has space for 71 lines.
        static func a4(_ lines: [String]) -> Page {
            Page(width: 595, height: 842, lines: lines)
        }
    }

    private static let margin = 18
    private static let leading = 11

    /// Returns the height in points that a page needs for a number of lines.
    static func height(ofLines count: Int) -> Int { count * leading + 2 * margin + leading }

    /// Returns a document.
    ///
    /// - Parameters:
    ///   - pages: One page or more.
    ///   - title: The title in the document's properties.
    /// - Returns: The bytes of the file.
    func document(_ pages: [Page], title: String) -> [UInt8] {
        var file = PDFFile()
        let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        file.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        file.add(2, "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>")
        file.add(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>")
        for (index, page) in pages.enumerated() {
            let box = "[0 0 \(page.width) \(page.height)]"
            let content = 5 + 2 * index
            file.add(
                content - 1,
                "<< /Type /Page /Parent 2 0 R /MediaBox \(box) /Contents \(content) 0 R "
                    + "/Resources << /Font << /F1 3 0 R >> >> >>"
            )
            file.add(content, stream: Self.content(page))
        }
        let information = 4 + 2 * pages.count
        file.add(information, "<< /Title (\(Self.escaped(title))) /Producer (Sandbox) >>")
        return file.finished(root: 1, information: information)
    }

    private static func content(_ page: Page) -> [UInt8] {
        var text = "BT /F1 8 Tf \(leading) TL \(margin) \(page.height - margin - leading) Td\n"
        for line in page.lines { text += "(\(escaped(line))) Tj T*\n" }
        return winAnsi(text + "ET")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("(", with: "\\(").replacing(")", with: "\\)")
    }

    /// Returns a string in the font's encoding.
    ///
    /// Unsupported characters become question marks.
    private static func winAnsi(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            if scalar == "€" { return 0x80 }
            return scalar.value < 0x100 ? UInt8(truncatingIfNeeded: scalar.value) : UInt8(ascii: "?")
        }
    }
}
