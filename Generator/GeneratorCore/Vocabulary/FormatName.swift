/// The names of formats.
enum FormatName {

    /// Returns the standard name of a format in another common spelling, such as `guid`; any other name unchanged.
    ///
    /// Values of formats such as `dateTime` often lack the offset that a date-time has, and remain strings.
    static func standard(_ format: String) -> String {
        let plain = format.trimmed.lowercased()
        switch plain {
        case "guid": return "uuid"
        case "uuid", "date-time", "date", "time", "duration", "uri", "byte": return plain
        default: return format
        }
    }
}
