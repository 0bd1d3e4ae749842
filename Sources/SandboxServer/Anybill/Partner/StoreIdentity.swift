/// The IDs that anybill assigns to stores.
enum StoreIdentity {
    /// Returns anybill's ID for a merchant's store ID: a UUID that is the same in every run.
    static func id(of externalID: String) -> String {
        var random = SeededRandom(seed: 0, stream: "anybill.store.\(externalID)")
        return random.uuid()
    }
}
