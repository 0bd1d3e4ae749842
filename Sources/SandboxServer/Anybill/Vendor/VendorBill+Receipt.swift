import AnybillAPI
import APIRuntime

extension Receipt {
    /// Creates the receipt for a bill, moving the vendors' extensions into the corresponding parts.
    init(_ bill: VendorBill, id: String) {
        self.init(
            id: id,
            head: Head(bill.head),
            data: ReceiptData(bill.data),
            misc: Misc(bill.misc),
            cashRegister: bill.cashRegister,
            security: bill.security.map(ReceiptSecurity.init)
        )
    }
}

extension Head {
    fileprivate init(_ head: VendorHead) {
        self.init(
            date: head.date,
            id: head.id,
            number: head.number,
            deliveryPeriodStart: head.deliveryPeriodStart,
            deliveryPeriodEnd: head.deliveryPeriodEnd,
            seller: head.seller,
            buyerText: head.buyerText,
            buyer: head.buyer,
            additionalHeaderInformation: head.anybill?.additionalHeaderInformation
        )
    }
}

extension ReceiptData {
    fileprivate init(_ data: VendorBillData) {
        self.init(
            currency: data.currency,
            fullAmountInclVat: data.fullAmountInclVat,
            fullAmountInclVatBeforeDiscounts: data.anybill?.fullAmountInclVatBeforeDiscounts,
            paymentMethods: data.paymentTypes.map(PaymentInformation.init),
            vatAmounts: data.vatAmounts,
            lines: data.lines.map(Line.init),
            discounts: data.anybill?.discounts,
            tip: data.anybill?.tip,
            positionCount: data.positionCount,
            equivalentValueName: data.anybill?.equivalentValueName,
            fullEquivalentValue: data.anybill?.fullEquivalentValue
        )
    }
}

extension PaymentInformation {
    fileprivate init(_ payment: VendorPayment) {
        self.init(
            name: payment.name,
            amount: payment.amount,
            type: payment.anybill?.type,
            foreignAmount: payment.foreignAmount,
            foreignCurrency: payment.foreignCurrency,
            conversionFactor: payment.anybill?.conversionFactor,
            remainingAmount: payment.anybill?.remainingAmount,
            equivalentValue: payment.anybill?.equivalentValue,
            paymentDetails: payment.anybill?.paymentDetails
        )
    }
}

extension ReceiptSecurity {
    fileprivate init(_ security: VendorSecurity) {
        self.init(
            tse: security.tse,
            fiscalization: security.fiscalization,
            failure: security.anybill?.failure,
            tseFailure: security.anybill?.tseFailure,
            required: security.anybill?.required,
            tseRequired: security.anybill?.tseRequired,
            publicKey: security.anybill?.publicKey
        )
    }
}

extension Misc {
    fileprivate init(_ misc: VendorMisc?) {
        let more = misc?.anybill
        self.init(
            isFavourite: false,
            receiptReferences: [],
            footerText: misc?.footerText,
            logo: misc?.logo,
            isExample: more?.isExample,
            isInvoice: more?.isInvoice,
            isHospitalityBill: more?.isHospitalityBill,
            isCopy: more?.isCopy,
            receiptLanguage: more?.receiptLanguage,
            cashierName: more?.cashierName,
            returnBarcode: more?.returnBarcode,
            returnBarcodeType: more?.returnBarcodeType,
            categories: more?.categories,
            afterSalesCoupons: more?.afterSalesCoupons,
            customSections: more?.customSections,
            additionalReceipts: misc?.additionalReceipts,
            receiptTransactionType: more?.receiptTransactionType,
            countrySpecificAttributes: more?.countrySpecificAttributes
        )
    }
}
