extension OperationModel {
    /// Whether only the status of its response tells an alternative apart, which no request can ask a server for.
    func isOtherStatus(_ other: OperationModel) -> Bool {
        guard !other.statuses.isEmpty else { return false }
        let known = [self] + alternatives.prefix { $0.methodName != other.methodName }
        return known.contains { one in
            !one.response.isClientOnly && one.statuses != other.statuses
                && one.documentedResponses.types == other.documentedResponses.types
                && one.body?.contentType == other.body?.contentType
        }
    }
}
