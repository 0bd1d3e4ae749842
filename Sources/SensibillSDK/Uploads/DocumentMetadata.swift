public import SensibillAPI

/// What is known about a document before it is read.
public struct DocumentMetadata: Hashable, Codable, Sendable {
    /// Receipt, or invoice for clients that may handle invoices.
    public var documentType: SensibillAPIModel.DocumentType

    /// The user's words; at most 75 characters.
    public var documentDescription: String?

    /// Number or id of the bank account; 5 to 75 letters, digits, `-`, `_`, `:` or `.`.
    public var accountNumber: String?

    /// Id of the bank transaction, in the same form.
    public var accountTransactionID: String?

    /// Creates metadata.
    public init(
        documentType: SensibillAPIModel.DocumentType,
        documentDescription: String? = nil,
        accountNumber: String? = nil,
        accountTransactionID: String? = nil
    ) {
        self.documentType = documentType
        self.documentDescription = documentDescription
        self.accountNumber = accountNumber
        self.accountTransactionID = accountTransactionID
    }

    /// Creates metadata with the label as the documentation spells it.
    public init(
        documentType: SensibillAPIModel.DocumentType,
        documentDescripton: String?,
        accountNumber: String? = nil,
        accountTransactionID: String? = nil
    ) {
        self.init(
            documentType: documentType,
            documentDescription: documentDescripton,
            accountNumber: accountNumber,
            accountTransactionID: accountTransactionID
        )
    }
}

extension DocumentMetadata {
    /// Makes metadata step by step.
    ///
    /// ```swift
    /// let metadata = DocumentMetadata.Builder(documentType: .receipt).accountNumber("acc-12345").build()
    /// ```
    public struct Builder: Sendable {
        private var metadata: DocumentMetadata

        /// Begins with a kind of document.
        public init(documentType: SensibillAPIModel.DocumentType) {
            metadata = DocumentMetadata(documentType: documentType)
        }

        /// Adds the user's words.
        public func documentDescription(_ text: String?) -> Builder { with(\.documentDescription, text) }

        /// Adds the bank account.
        public func accountNumber(_ number: String?) -> Builder { with(\.accountNumber, number) }

        /// Adds the bank transaction.
        public func accountTransactionID(_ id: String?) -> Builder { with(\.accountTransactionID, id) }

        /// The metadata so far.
        public func build() -> DocumentMetadata { metadata }

        private func with(_ member: WritableKeyPath<DocumentMetadata, String?>, _ value: String?) -> Builder {
            var copy = self
            copy.metadata[keyPath: member] = value
            return copy
        }
    }
}
