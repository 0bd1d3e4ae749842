/// The names of the fields of a server-sent event.
enum EventFieldName {

    static let all: Set<String> = ["data", "event", "id", "retry", "comment"]
}
