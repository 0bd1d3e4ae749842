import AnybillAPI
import APIRuntime
import Foundation

extension Line {
    /// Creates the receipt line for a bill's line.
    ///
    /// A line without a type is a sold good.
    init(_ line: VendorLine) {
        switch line.anybill?.type {
        case .text: self = .textLine(TextLine(line))
        case .discount: self = .discountLine(DiscountLine(line))
        default: self = .defaultLine(DefaultLine(line))
        }
    }
}

extension TextLine {
    fileprivate init(_ line: VendorLine) {
        self.init(
            text: line.text,
            sequenceNumber: line.anybill?.sequenceNumber,
            additionalText: line.additionalText
        )
    }
}

extension DiscountLine {
    fileprivate init(_ line: VendorLine) {
        self.init(
            text: line.text,
            sequenceNumber: line.anybill?.sequenceNumber,
            additionalText: line.additionalText,
            fullAmountInclVat: line.fullAmountInclVat,
            vatAmounts: line.vatAmounts,
            relatedLines: line.relatedLines
        )
    }
}

extension DefaultLine {
    fileprivate init(_ line: VendorLine) {
        let more = line.anybill
        self.init(
            text: line.text,
            fullAmountInclVat: line.fullAmountInclVat ?? 0,
            type: .default,
            sequenceNumber: more?.sequenceNumber,
            additionalText: line.additionalText,
            fullAmountInclVatBeforeDiscounts: more?.fullAmountInclVatBeforeDiscounts,
            vatAmounts: line.vatAmounts,
            item: line.item.map(Item.init),
            discounts: more?.discounts,
            categoryId: more?.categoryId,
            equivalentValue: more?.equivalentValue,
            isReturn: more?.isReturn,
            lineReturnReference: more?.returnBarcodeReference.map { ["barcode": .string($0)] },
            deliveryPeriodStart: line.deliveryPeriodStart,
            deliveryPeriodEnd: line.deliveryPeriodEnd,
            sublines: more?.sublines?.map(Line.init)
        )
    }
}

extension Item {
    fileprivate init(_ item: VendorItem) {
        self.init(
            quantity: item.quantity,
            number: item.number,
            quantityMeasure: item.quantityMeasure,
            customQuantityMeasure: item.customQuantityMeasure,
            pricePerUnit: item.pricePerUnit,
            pricePerUnitBeforeDiscounts: item.anybill?.pricePerUnitBeforeDiscounts,
            gtin: item.anybill?.gtin,
            plu: item.anybill?.plu,
            serialNumber: item.anybill?.serialNumber,
            warranty: item.anybill?.warranty
        )
    }
}
