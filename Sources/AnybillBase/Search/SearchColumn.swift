/// A column of the search index, the most important first.
///
/// A search ranks matches by column, and often a word occurs in many receipts, but not in this column. The index must
/// find this out without reading all of them. Therefore, the same letter has another code in each column, so that a
/// column without a word also lacks its entries in the index.
enum SearchColumn: String, CaseIterable {
    case store, note, amount, lines, discounts, address

    /// Returns a text as the column contains it.
    ///
    /// The lines, which are most of the text, keep the codes of ASCII. The other columns use the following blocks, whose
    /// own characters move to a plane for private use.
    func encoded(_ text: String) -> String {
        var encoded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case ..<Self.block: encoded.append(Self.scalar(offset + scalar.value))
            case ..<Self.end: encoded.append(Self.scalar(Self.privatePlane + scalar.value))
            default: encoded.append(scalar)
            }
        }
        return String(encoded)
    }

    /// Returns the expression of the full-text index for a sequence of characters in the column.
    func query(_ phrase: String) -> String {
        "\(rawValue) : \"\(encoded(phrase).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }

    /// The number of codes in ASCII.
    private static let block: UInt32 = 0x80
    /// The first code after the blocks of all columns.
    private static let end = block * UInt32(allCases.count)
    private static let privatePlane: UInt32 = 0xF0000

    private var offset: UInt32 {
        switch self {
        case .lines: 0
        case .store: Self.block
        case .note: Self.block * 2
        case .amount: Self.block * 3
        case .discounts: Self.block * 4
        case .address: Self.block * 5
        }
    }

    /// Returns a scalar of a code below the surrogates or in the private plane, where every code is valid.
    private static func scalar(_ value: UInt32) -> Unicode.Scalar { Unicode.Scalar(value) ?? "\u{FFFD}" }
}
