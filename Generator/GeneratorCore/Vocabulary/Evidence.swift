/// How well a part of the document is known.
enum Evidence: String, CaseIterable {
    case documented
    case thirdParty = "third-party"
    case inferred
}
