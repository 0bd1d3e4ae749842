import AppCoinsAPI
import APIRuntime
import Foundation

/// The page on which a payment is made or made to fail.
///
/// One button lets the script decide, the others set the outcome. The page reports the result to the app through the
/// same bridge as the service's own page. Outside an app, it only displays the messages.
struct CheckoutPage: Sendable {
    let order: CheckoutOrder
    let product: SandboxProduct
    let price: ProductPrice
    let language: String

    /// Returns a page with a single message.
    static func notice(_ text: String) -> String {
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Checkout</title></head>"
            + "<body><h1>\(escaped(text))</h1></body></html>"
    }

    /// The HTML of the page.
    var html: String {
        """
        <!doctype html>
        <html lang="\(Self.escaped(language))">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Checkout (sandbox)</title>
        <link rel="stylesheet" href="/sandbox/style.css">
        </head>
        <body class="checkout">
        <section>
        <h1>\(Self.escaped(product.title))</h1>
        <p>\(Self.escaped(product.description ?? ""))</p>
        <p id="price" class="price">\(Self.escaped(price.label))</p>
        <button class="primary" data-outcome="">Pay</button>
        <div class="row"><button id="sign-in">Sign in as the sample user</button></div>
        </section>
        <section class="testers">
        <h2>For testers</h2>
        <p class="soft">A buyer does not see these buttons. Each pays with this outcome.</p>
        <div class="row">
        \(outcomeButtons)
        </div>
        <h3>Redirects</h3>
        <div class="row">
        \(redirectButtons)
        </div>
        <p id="log"></p>
        </section>
        <script>
        const order = \(orderLiteral);
        \(Self.script)
        </script>
        </body>
        </html>
        """
    }

    private var outcomeButtons: String {
        CheckoutOutcome.allCases.map { "<button data-outcome=\"\($0.rawValue)\">\($0.rawValue)</button>" }
            .joined(separator: "\n")
    }

    private var redirectButtons: String {
        ["Authentication", "External", "Application", "Internal"].map {
            "<button data-redirect=\"handle\($0)Redirect\">\($0) redirect</button>"
        }.joined(separator: "\n")
    }

    /// The order as a JavaScript literal: JSON that cannot end the script element.
    private var orderLiteral: String {
        var members: JSONValue = ["domain": .string(order.domain), "product": .string(order.sku)]
        members["metadata"] = order.payload.map { .string($0) }
        members["reference"] = order.reference.map { .string($0) }
        members["guest_uid"] = order.guestUID.map { .string($0) }
        members["country"] = order.country.map { .string($0) }
        members["discount_policy"] = order.discountPolicy.map { .string($0.rawValue) }
        return String(decoding: JSONCoding.encode(members), as: UTF8.self)
            .replacing("<", with: "\\u003C").replacing("\u{2028}", with: "\\u2028")
            .replacing("\u{2029}", with: "\\u2029")
    }

    /// Returns a string with all markup characters escaped.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }

    private static let script = """
        const log = (text) => { document.getElementById("log").textContent += text + "\\n"; };
        const tell = (message) => {
          log(JSON.stringify(message));
          window.webkit?.messageHandlers?.iOSSDKWebPaymentInterface?.postMessage(message);
        };
        const post = async (path, body) => {
          const headers = { "Content-Type": "application/json" };
          const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
          if (!response.ok) { throw new Error(path + ": " + response.status); }
          return response.json();
        };
        const follow = async (uid) => {
          const response = await fetch("/sandbox/appcoins/transactions/" + uid + "/messages", { cache: "no-store" });
          const state = await response.json();
          state.messages.forEach(tell);
          if (!state.final) { setTimeout(() => follow(uid), 1000); } else { log(state.status); }
        };
        const pay = async (outcome) => {
          const started = await post("/sandbox/appcoins/payments", outcome ? { ...order, outcome } : order);
          await follow(started.uid);
        };
        const signIn = async () => {
          const user = await post("/sandbox/appcoins/users", {});
          order.address = user.address;
          const wallet = { address: user.address, authToken: user.auth_token, refreshToken: user.refresh_token };
          tell({ method: "setActiveWallet", params: { type: "USER_WALLET", wallet } });
        };
        window.handleIOSRedirect = (url) => log("redirect: " + url);
        const on = (selector, act) => document.querySelectorAll(selector).forEach((button) => {
          button.addEventListener("click", () => act(button).catch((error) => log(String(error))));
        });
        on("[data-outcome]", (button) => pay(button.dataset.outcome));
        on("#sign-in", () => signIn());
        on("[data-redirect]", async (button) => {
          tell({ method: button.dataset.redirect, params: { URL: location.origin + "/sandbox/appcoins/landing" } });
        });
        """
}
