/// A namespace for the models of requests and responses.
///
/// The models are those of the generated client under the names of the service's documentation. Amounts are `Decimal`,
/// days are `CalendarDate`, times are `Date`. The criteria of an export have a property for each value and bound, such as
/// `total` and `totalGTE`, instead of nested criteria. Unknown properties and unknown enumeration values are preserved.
public enum SensibillAPIModel {}
