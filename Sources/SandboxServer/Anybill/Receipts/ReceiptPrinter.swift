import AnybillAPI

/// Lays receipts out as a PDF.
struct ReceiptPrinter: Sendable {
    /// Whether for pages of A4; otherwise each receipt is one slip as long as it needs.
    let isForA4: Bool

    private static let linesPerA4 = 68

    /// The PDF of one or more receipts, each on pages of its own.
    func pdf(of receipts: [Receipt]) -> [UInt8] {
        let pages = receipts.flatMap { isForA4 ? a4($0) : [slip($0)] }
        return PDFWriter().document(pages, title: "Receipt \(receipts.first?.head.number ?? "")")
    }

    private func slip(_ receipt: Receipt) -> PDFWriter.Page {
        let lines = ReceiptText.lines(of: receipt)
        return PDFWriter.Page(width: 240, height: PDFWriter.height(ofLines: lines.count), lines: lines)
    }

    /// The receipt itself and, on a page of its own, what its signature needs.
    private func a4(_ receipt: Receipt) -> [PDFWriter.Page] {
        let lines = ReceiptText.lines(of: receipt)
        var pages = stride(from: 0, to: lines.count, by: Self.linesPerA4).map { start in
            Array(lines[start..<min(start + Self.linesPerA4, lines.count)])
        }
        pages.append(ReceiptText.securityLines(of: receipt))
        return pages.enumerated().map { index, lines in
            let footer = ["", "Page \(index + 1) of \(pages.count)"]
            return PDFWriter.Page.a4(lines + footer)
        }
    }
}
