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

    /// Records the failure of a variant that accepts the name of an event, but not all names.
    ///
    /// Without the record, an event whose data is invalid, or is JSON instead of text, would become a variant for events of
    /// any name. A model reads its members in the order of its keys.
    mutating func noteEvent<T: JSONModel>(_ failure: DecodingFailure, of type: T.Type) {
        guard isAtEvent, eventFailure == nil else { return }
        let keys = T.keys.table
        let event = keys.find("event")
        guard event >= 0, case .member(let name)? = failure.located(in: bytes).steps.first, keys.find(name) > event,
            declaresName(type)
        else { return }
        eventFailure = failure
    }

    /// Returns whether a model refuses a name that no event can have, because it contains a line break.
    private func declaresName<T: JSONModel>(_ type: T.Type) -> Bool {
        let options = JSONReadingOptions(maximumDepth: options.maximumDepth, rejectsUnknownValues: true)
        do throws(DecodingFailure) {
            _ = try JSONCoding.decode(type, from: Array(#"{"event":"\n"}"#.utf8), options: options)
            return false
        } catch {
            return error.steps.first == .member("event")
        }
    }
}
