/// The source of a part of the document.
enum Evidence: String, CaseIterable {
    case documented
    case thirdParty = "third-party"
    case inferred
}
