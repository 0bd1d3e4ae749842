public import SensibillAPI

/// The metadata of a document that is known before the service reads it.
public struct DocumentMetadata: Hashable, Codable, Sendable {
    /// The document's type; an invoice only for clients that support invoices.
    public var documentType: SensibillAPIModel.DocumentType

    /// The user's description; at most 75 characters.
    public var documentDescription: String?

    /// The number or id of the bank account; 5 to 75 letters, digits, `-`, `_`, `:` or `.`.
    public var accountNumber: String?

    /// The id of the bank transaction, in the same format.
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

    /// Creates metadata with the argument label as the service's documentation spells it.
    @available(
        *,
        deprecated,
        renamed: "init(documentType:documentDescription:accountNumber:accountTransactionID:)"
    )
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
    /// A builder of metadata.
    ///
    /// ```swift
    /// let metadata = DocumentMetadata.Builder(documentType: .receipt).accountNumber("acc-12345").build()
    /// ```
    public struct Builder: Sendable {
        private var metadata: DocumentMetadata

        /// Creates a builder for a type of document.
        public init(documentType: SensibillAPIModel.DocumentType) {
            metadata = DocumentMetadata(documentType: documentType)
        }

        /// Returns a builder with the user's description.
        public func documentDescription(_ text: String?) -> Builder { with(\.documentDescription, text) }

        /// Returns a builder with the bank account.
        public func accountNumber(_ number: String?) -> Builder { with(\.accountNumber, number) }

        /// Returns a builder with the bank transaction.
        public func accountTransactionID(_ id: String?) -> Builder { with(\.accountTransactionID, id) }

        /// Returns the metadata.
        public func build() -> DocumentMetadata { metadata }

        private func with(_ member: WritableKeyPath<DocumentMetadata, String?>, _ value: String?) -> Builder {
            var copy = self
            copy.metadata[keyPath: member] = value
            return copy
        }
    }
}
