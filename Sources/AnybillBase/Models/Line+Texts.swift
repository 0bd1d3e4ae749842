import APIRuntime
public import AnybillAPI
public import Foundation

/// What all lines have in common, so that a list can show them without asking which kind they are.
extension Line {
    /// Name of the item, free text, or name of the discount; `nil` for a line of an unknown kind without text.
    public var text: String? {
        switch self {
        case .defaultLine(let line): line.text
        case .textLine(let line): line.text
        case .discountLine(let line): line.text
        case .unknown(let value): value["text"]?.string
        }
    }

    /// More about the line.
    public var additionalText: String? {
        switch self {
        case .defaultLine(let line): line.additionalText
        case .textLine(let line): line.additionalText
        case .discountLine(let line): line.additionalText
        case .unknown(let value): value["additionalText"]?.string
        }
    }

    /// Amount of the line with VAT; `nil` for texts and for discounts without an amount of their own.
    public var amount: Decimal? {
        switch self {
        case .defaultLine(let line): line.fullAmountInclVat
        case .discountLine(let line): line.fullAmountInclVat
        case .textLine, .unknown: nil
        }
    }

    /// Place in the order of the lines; `nil` when the receipt does not say.
    public var sequenceNumber: Int? {
        switch self {
        case .defaultLine(let line): line.sequenceNumber
        case .textLine(let line): line.sequenceNumber
        case .discountLine(let line): line.sequenceNumber
        case .unknown(let value): value["sequenceNumber"]?.number?.value(as: Int.self)
        }
    }
}
