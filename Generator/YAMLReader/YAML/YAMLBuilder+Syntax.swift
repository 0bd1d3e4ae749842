extension YAMLBuilder {

    /// Records the reason why libyaml stopped.
    mutating func stopAtSyntax() -> ReadingStopped {
        let complaint = events.complaint
        let place = complaint.place.map { marks.position($0) } ?? .start
        let context = complaint.contextPlace.map { marks.position($0) }
        return session.stop(SyntaxDiagnosis(file, complaint, place: place, context: context).failure)
    }
}
