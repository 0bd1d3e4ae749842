/// A spreadsheet of one sheet in the Office Open XML format.
///
/// All cells contain strings.
struct PlainWorkbook {
    var rows: [[String]]

    /// The bytes of the file: a ZIP archive.
    var bytes: [UInt8] {
        var archive = ZipArchive()
        archive.add("[Content_Types].xml", document(contentTypes))
        archive.add("_rels/.rels", document(relationships("officeDocument", "xl/workbook.xml")))
        archive.add("xl/workbook.xml", document(workbook))
        archive.add("xl/_rels/workbook.xml.rels", document(relationships("worksheet", "worksheets/sheet1.xml")))
        archive.add("xl/worksheets/sheet1.xml", document(sheet))
        return archive.bytes
    }

    private static let schemas = "http://schemas.openxmlformats.org"

    private var contentTypes: String {
        let office = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        return """
            <Types xmlns="\(Self.schemas)/package/2006/content-types">\
            <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
            <Override PartName="/xl/workbook.xml" ContentType="\(office).sheet.main+xml"/>\
            <Override PartName="/xl/worksheets/sheet1.xml" ContentType="\(office).worksheet+xml"/></Types>
            """
    }

    private var workbook: String {
        """
        <workbook xmlns="\(Self.schemas)/spreadsheetml/2006/main" \
        xmlns:r="\(Self.schemas)/officeDocument/2006/relationships">\
        <sheets><sheet name="Documents" sheetId="1" r:id="rId1"/></sheets></workbook>
        """
    }

    private var sheet: String {
        let lines = rows.map { row in
            "<row>" + row.map { "<c t=\"inlineStr\"><is><t>\(escaped($0))</t></is></c>" }.joined() + "</row>"
        }
        return "<worksheet xmlns=\"\(Self.schemas)/spreadsheetml/2006/main\"><sheetData>\(lines.joined())"
            + "</sheetData></worksheet>"
    }

    private func relationships(_ kind: String, _ target: String) -> String {
        """
        <Relationships xmlns="\(Self.schemas)/package/2006/relationships"><Relationship Id="rId1" \
        Type="\(Self.schemas)/officeDocument/2006/relationships/\(kind)" Target="\(target)"/></Relationships>
        """
    }

    private func document(_ body: String) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\(body)".utf8)
    }

    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\t", "\n", " "...: String(scalar)
            default: ""
            }
        }.joined()
    }
}
