import AnybillAPI

/// A renderer of receipts as PDF.
struct ReceiptPrinter: Sendable {
    /// Whether to use A4 pages.
    ///
    /// If `false`, each receipt is one slip of the necessary length.
    let isForA4: Bool

    private static let linesPerA4 = 68

    /// Returns the PDF of one or more receipts.
    ///
    /// Each receipt starts on a new page.
    func pdf(of receipts: [Receipt]) -> [UInt8] {
        let pages = receipts.flatMap { isForA4 ? a4($0) : [slip($0)] }
        return PDFWriter().document(pages, title: "Receipt \(receipts.first?.head.number ?? "")")
    }

    private func slip(_ receipt: Receipt) -> PDFWriter.Page {
        let lines = ReceiptText.lines(of: receipt)
        return PDFWriter.Page(width: 240, height: PDFWriter.height(ofLines: lines.count), lines: lines)
    }

    /// Returns the pages of a receipt, followed by a separate page with its signature data.
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
