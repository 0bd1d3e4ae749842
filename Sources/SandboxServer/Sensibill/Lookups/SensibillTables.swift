import Foundation

/// The fixed lists of the imitated service.
///
/// The names are fictional.
enum SensibillTables {

    /// The categories: code and English name.
    static let categories: [(code: String, name: String)] = [
        ("business", "Business"),
        ("education", "Education"),
        ("entertainment", "Entertainment"),
        ("groceries", "Groceries"),
        ("health", "Health"),
        ("home", "Home"),
        ("kids", "Kids"),
        ("meals", "Meals"),
        ("shopping", "Shopping"),
        ("transport", "Transport"),
        ("travel", "Travel"),
        ("utilities", "Utilities"),
    ]

    /// The merchants in alphabetical order.
    static let merchants: [(id: String, name: String, category: String)] = [
        ("mer00000000000000001", "Akkord Music", "entertainment"),
        ("mer00000000000000002", "Apple Tree Grocery", "groceries"),
        ("mer00000000000000003", "Bluewater Power", "utilities"),
        ("mer00000000000000004", "Cafe Nord", "meals"),
        ("mer00000000000000005", "Cafe Sud", "meals"),
        ("mer00000000000000006", "Capital Cabs", "transport"),
        ("mer00000000000000007", "Corner Books", "education"),
        ("mer00000000000000008", "Fernweh Travel", "travel"),
        ("mer00000000000000009", "Hammer and Nail", "home"),
        ("mer00000000000000010", "Little Steps", "kids"),
        ("mer00000000000000011", "Maple Pharmacy", "health"),
        ("mer00000000000000012", "Paper and Pen", "business"),
        ("mer00000000000000013", "Thread Clothing", "shopping"),
    ]

    /// The currencies: code, English name and symbol.
    static let currencies: [(code: String, name: String, symbol: String)] = [
        ("USD", "US Dollar", "$"), ("CAD", "Canadian Dollar", "$"), ("GBP", "British Pound", "£"),
        ("EUR", "Euro", "€"), ("NZD", "New Zealand Dollar", "$"), ("AUD", "Australian Dollar", "$"),
        ("BRL", "Brazilian Real", "R$"), ("CLP", "Chilean Peso", "$"), ("CNY", "Chinese Yuan", "¥"),
        ("CZK", "Czech Koruna", "Kč"), ("DKK", "Danish Krone", "kr"), ("HKD", "Hong Kong Dollar", "$"),
        ("HUF", "Hungarian Forint", "Ft"), ("INR", "Indian Rupee", "₹"), ("IDR", "Indonesian Rupiah", "Rp"),
        ("ILS", "Israeli Shekel", "₪"), ("JPY", "Japanese Yen", "¥"), ("MYR", "Malaysian Ringgit", "RM"),
        ("MXN", "Mexican Peso", "$"), ("NOK", "Norwegian Krone", "kr"), ("PKR", "Pakistani Rupee", "₨"),
        ("PHP", "Philippine Peso", "₱"), ("PLN", "Polish Zloty", "zł"), ("RUB", "Russian Rouble", "₽"),
        ("SGD", "Singapore Dollar", "$"), ("ZAR", "South African Rand", "R"), ("KRW", "South Korean Won", "₩"),
        ("SEK", "Swedish Krona", "kr"), ("CHF", "Swiss Franc", "CHF"), ("TWD", "Taiwan Dollar", "NT$"),
        ("THB", "Thai Baht", "฿"), ("TRY", "Turkish Lira", "₺"),
    ]

    /// The locales: code and name.
    ///
    /// The first is the default.
    static let locales: [(code: String, name: String)] = [
        ("en-CA", "English (Canada)"),
        ("en-US", "English (United States)"),
        ("fr-CA", "Français (Canada)"),
    ]

    /// The domain of the addresses to which receipts can be forwarded.
    static let receiptEmailDomain = "receipts.bank.example"

    /// Returns an amount in the notation of a locale.
    static func display(_ amount: Decimal, currency: String, locale: String) -> String {
        let symbol = currencies.first { $0.code == currency }?.symbol ?? currency
        let digits = ["CLP", "JPY", "KRW"].contains(currency) ? 0 : 2
        let number = fixed(amount, digits: digits)
        guard locale.hasPrefix("fr") else { return "\(symbol)\(number)" }
        return "\(number.replacing(".", with: ",")) \(symbol)"
    }

    /// Returns an amount with the given number of fraction digits.
    static func fixed(_ amount: Decimal, digits: Int) -> String {
        var amount = amount
        var rounded = Decimal()
        NSDecimalRound(&rounded, &amount, digits, .plain)
        var text = rounded.description
        guard digits > 0 else { return text }
        if !text.contains(".") { text += "." }
        let present = text.reversed().prefix { $0 != "." }.count
        return text + String(repeating: "0", count: digits - present)
    }
}
