import APIRuntime
public import AnybillAPI
public import Foundation

/// The properties that all kinds of lines share, so that a list can show them without distinguishing the kinds.
extension Line {
    /// The name of the item, the text of a text line, or the name of the discount; `nil` for a line of an unknown kind
    /// without text.
    public var text: String? {
        switch self {
        case .defaultLine(let line): line.text
        case .textLine(let line): line.text
        case .discountLine(let line): line.text
        case .unknown(let value): value["text"]?.string
        }
    }

    /// The additional text of the line; `nil` if there is none.
    public var additionalText: String? {
        switch self {
        case .defaultLine(let line): line.additionalText
        case .textLine(let line): line.additionalText
        case .discountLine(let line): line.additionalText
        case .unknown(let value): value["additionalText"]?.string
        }
    }

    /// The amount of the line with VAT; `nil` for text lines and for discounts without an amount.
    public var amount: Decimal? {
        switch self {
        case .defaultLine(let line): line.fullAmountInclVat
        case .discountLine(let line): line.fullAmountInclVat
        case .textLine, .unknown: nil
        }
    }

    /// The position in the order of the lines; `nil` if the receipt does not specify it.
    public var sequenceNumber: Int? {
        switch self {
        case .defaultLine(let line): line.sequenceNumber
        case .textLine(let line): line.sequenceNumber
        case .discountLine(let line): line.sequenceNumber
        case .unknown(let value): value["sequenceNumber"]?.number?.value(as: Int.self)
        }
    }
}
