/// The kind of evidence for a part of the document.
enum Evidence: String, CaseIterable {
    case documented
    case thirdParty = "third-party"
    case inferred
}
