/// The scripted outcomes of future payments.
struct CheckoutScript: Sendable, Hashable {
    /// One rule.
    struct Rule: Sendable, Hashable {
        /// The outcome of the payments.
        var outcome: CheckoutOutcome

        /// The app that the rule applies to; `nil` for all apps.
        var domain: String?

        /// The product that the rule applies to; `nil` for all products.
        var sku: String?

        /// The number of payments that the rule still applies to; `nil` for no limit.
        var remaining: Int?

        /// Returns whether the rule applies to a payment.
        func covers(domain: String, sku: String) -> Bool {
            (self.domain ?? domain) == domain && (self.sku ?? sku) == sku
        }
    }

    /// The rules: first those with a limit in the order in which they were added, then those without, the latest first.
    private(set) var rules: [Rule] = []

    /// Adds a rule.
    ///
    /// Rules with a limit are queued. A rule without a limit replaces an earlier one for the same payments.
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

    /// Removes all rules.
    mutating func clear() {
        rules = []
    }

    /// Returns the outcome of the first matching rule and counts the rule down, or returns `nil` if no rule matches.
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
