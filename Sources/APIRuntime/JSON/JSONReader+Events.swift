extension JSONReader {
    /// Whether the reader is at a server-sent event itself, and not inside its data.
    var isAtEvent: Bool { options.isEvent && depth == 0 }

    /// Returns whether an event does not belong to a variant of a union that does not declare `event`, because another
    /// variant declares its name.
    func isOfOtherVariant(_ keys: KeyTable?) -> Bool {
        eventFailure != nil && isNameless(keys)
    }

    /// Returns whether the reader is at an event, and a variant of a union does not declare `event`.
    func isNameless(_ keys: KeyTable?) -> Bool {
        isAtEvent && (keys?.find("event") ?? -1) < 0
    }

    /// Records the failure of a variant that has accepted the name of an event.
    ///
    /// Without the record, an event whose data is invalid, or is JSON instead of text, would become a variant for events of
    /// any name. A model reads its members in the order of its keys.
    mutating func noteEvent(_ failure: DecodingFailure, of keys: KeyTable) {
        guard isAtEvent, eventFailure == nil else { return }
        let event = keys.find("event")
        guard event >= 0, case .member(let name)? = failure.located(in: bytes).steps.first, keys.find(name) > event
        else { return }
        eventFailure = failure
    }
}
