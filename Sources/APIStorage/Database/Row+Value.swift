internal import GRDB

extension Row {
    /// Returns the value of a column.
    ///
    /// - Returns: The value; `nil` for null, for a missing column, and for a value of another type, as damage leaves it. A
    ///   subscript ends the process for the last two.
    func value<Value: DatabaseValueConvertible>(of column: String) -> Value? {
        (self[column] as DatabaseValue?).flatMap(Value.fromDatabaseValue)
    }
}
