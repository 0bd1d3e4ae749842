import APIRuntime
import Foundation
import SensibillAPI

/// An export of one user in the sandbox's records.
///
/// Its status is computed from the time.
struct StoredExport: Sendable {
    let id: String
    let formats: [ExportOutputFormat]
    let createdAt: Date
    let startsAt: Date
    let completesAt: Date
    /// The documents at the time of the order; empty if none matched.
    let documents: [StoredDocument]
    /// The file; `nil` if no document matched.
    let file: ExportFile?

    /// The time at which the export is deleted: 14 days after the order.
    var destructionTime: Date { createdAt.addingTimeInterval(14 * 86_400) }

    /// Returns the status at a time.
    func status(at now: Date) -> ExportStatus {
        guard file != nil else { return .noDocumentsFound }
        if now < startsAt { return .queued }
        return now < completesAt ? .running : .completed
    }

    /// Returns the export in the format of the service.
    func dto(at now: Date, base: String) -> ExportsResponseDto {
        let status = status(at: now)
        let isCompleted = status == .completed
        return ExportsResponseDto(
            id: id,
            status: status,
            outputFormats: formats,
            createdAt: createdAt,
            destructionTime: destructionTime,
            updatedAt: isCompleted ? completesAt : status == .running ? startsAt : createdAt,
            documents: documents.map { ExportDocumentDto(id: $0.id) },
            resultSize: documents.count,
            completionTime: isCompleted ? completesAt : nil,
            fileURL: isCompleted ? URL(string: "\(base)/api/v2/exports/\(id)/contents") : nil,
            filesize: isCompleted ? file?.bytes.count : nil
        )
    }
}

/// The file of an export.
struct ExportFile: Sendable {
    let name: String
    let contentType: String
    let bytes: [UInt8]

    /// Creates the file: a single document file for one format, or an archive for several formats or several PDFs.
    init(_ documents: [StoredDocument], formats: [ExportOutputFormat], at now: Date) {
        let files = formats.flatMap { Self.files(documents, $0, now) }
        guard files.count != 1, !files.isEmpty else {
            self = files.first ?? ExportFile("export.csv", "text/csv", [])
            return
        }
        var archive = ZipArchive()
        for file in files { archive.add(file.name, file.bytes) }
        self.init("export.zip", "application/zip", archive.bytes)
    }

    private init(_ name: String, _ contentType: String, _ bytes: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.bytes = bytes
    }

    private static func files(
        _ documents: [StoredDocument],
        _ format: ExportOutputFormat,
        _ now: Date
    ) -> [ExportFile] {
        let rows = documents.map { row($0, now) }
        switch format {
        case .pdf:
            return zip(documents, rows).map { document, row in
                let lines = zip(header, row).map { "\($0): \($1)" }
                let name = documents.count == 1 ? "export.pdf" : "\(document.id).pdf"
                return ExportFile(name, "application/pdf", PDFWriter().document([.a4(lines)], title: name))
            }
        case .xlsx:
            let type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            return [ExportFile("export.xlsx", type, PlainWorkbook(rows: [header] + rows).bytes)]
        default:
            let lines = ([header] + rows).map { $0.map(quoted).joined(separator: ",") + "\r\n" }
            return [ExportFile("export.csv", "text/csv", Array(lines.joined().utf8))]
        }
    }

    private static let header = ["id", "type", "merchant", "category", "date", "total", "currency", "description"]

    private static func row(_ document: StoredDocument, _ now: Date) -> [String] {
        let content = document.visibleContent(at: now)
        return [
            document.id,
            document.documentType.rawValue,
            content.merchant?.merchantName ?? "",
            content.merchant?.categoryCode ?? "",
            content.documentDate?.description ?? "",
            content.total?.afterTax.map { SensibillTables.fixed($0, digits: 2) } ?? "",
            content.currencyCode?.rawValue ?? "",
            document.description ?? "",
        ]
    }

    /// Returns a field in the CSV format of RFC 4180.
    private static func quoted(_ field: String) -> String {
        guard field.contains(where: { "\",\r\n".contains($0) || $0.isNewline }) else { return field }
        return "\"\(field.replacing("\"", with: "\"\""))\""
    }
}
