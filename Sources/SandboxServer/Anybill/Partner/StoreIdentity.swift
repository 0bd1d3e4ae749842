/// anybill's own ids of stores.
enum StoreIdentity {
    /// The id that belongs to a merchant's id of a store: a UUID, the same in every run.
    static func id(of externalID: String) -> String {
        var random = SeededRandom(seed: 0, stream: "anybill.store.\(externalID)")
        return random.uuid()
    }
}
