/// What coming payments are told to do.
struct CheckoutScript: Sendable, Hashable {
    /// One instruction.
    struct Rule: Sendable, Hashable {
        /// How the payments go.
        var outcome: CheckoutOutcome

        /// The app that it is for; `nil` for all.
        var domain: String?

        /// The product that it is for; `nil` for all.
        var sku: String?

        /// For how many more payments it stands; `nil` until it is taken back.
        var remaining: Int?

        /// Whether it is about such a payment.
        func covers(domain: String, sku: String) -> Bool {
            (self.domain ?? domain) == domain && (self.sku ?? sku) == sku
        }
    }

    /// Counted instructions in the order in which they came; the latest lasting one behind them.
    private(set) var rules: [Rule] = []

    /// Adds an instruction.
    ///
    /// Counted ones queue up; a lasting one replaces an earlier one for the same payments.
    mutating func add(_ rule: Rule) {
        if let remaining = rule.remaining {
            guard remaining > 0 else { return }
            let end = rules.firstIndex { $0.remaining == nil } ?? rules.endIndex
            rules.insert(rule, at: end)
        } else {
            rules.removeAll { $0.remaining == nil && $0.domain == rule.domain && $0.sku == rule.sku }
            let start = rules.firstIndex { $0.remaining == nil } ?? rules.endIndex
            rules.insert(rule, at: start)
        }
    }

    /// Forgets all instructions.
    mutating func clear() {
        rules = []
    }

    /// Uses up the first instruction for a payment; `nil` when there is none.
    mutating func take(domain: String, sku: String) -> CheckoutOutcome? {
        guard let index = rules.firstIndex(where: { $0.covers(domain: domain, sku: sku) }) else { return nil }
        let outcome = rules[index].outcome
        if let remaining = rules[index].remaining {
            rules[index].remaining = remaining - 1
            if remaining == 1 { rules.remove(at: index) }
        }
        return outcome
    }
}
