/// The page of the control panel, which ``PanelScript`` fills.
enum PanelPage {
    /// The HTML of the page.
    static let html = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Sandbox</title>
        <link rel="stylesheet" href="/sandbox/style.css">
        </head>
        <body>
        <h1>Sandbox</h1>
        <p class="soft"><span id="now"></span> <span id="live" role="status">connecting</span></p>
        <div class="grid">
        <section><h2>Faults</h2>
        <div class="row"><select id="fault" aria-label="Kind of fault">
        <option value="status:503">Status 503</option><option value="status:500">Status 500</option>
        <option value="status:429">Status 429</option><option value="status:401">Status 401</option>
        <option value="latency">Delay of 3 seconds</option><option value="droppedConnection">Dropped connection</option>
        <option value="truncatedBody">Truncated body</option><option value="malformedItem">Malformed item</option>
        </select>
        <label>for <input id="times" type="number" min="1" value="1"> requests</label></div>
        <div class="row"><button id="add-fault">Add</button><button id="clear-faults">Clear all</button></div>
        <div id="faults"></div></section>
        <section><h2>Time and tokens</h2>
        <div class="row"><button data-seconds="3600">+1 hour</button><button data-seconds="86400">+1 day</button>
        <button data-seconds="-86400">−1 day</button></div>
        <div class="row"><button id="expire">Expire access tokens</button><button id="revoke">Revoke all tokens</button></div>
        <div id="tokens"></div></section>
        </div>
        <div class="grid">
        <section><h2>Anybill</h2><div id="anybill"></div><pre id="push" hidden></pre></section>
        <section><h2>Sensibill</h2><div id="sensibill"></div></section>
        <section><h2>AppCoins</h2>
        <div class="row"><label>Next payment <select id="outcome">\(outcomes)</select></label>
        <button id="set-outcome">Set</button><a id="checkout" href="/sandbox/appcoins/checkout-page">Checkout page</a></div>
        <div id="appcoins"></div></section>
        </div>
        <section><h2>Paste into an app</h2><div id="paste"></div></section>
        <section><h2>Last requests</h2><p class="soft">Credentials and other secrets are masked.</p>
        <div id="exchanges"></div></section>
        <p id="failure" class="bad" role="alert"></p>
        <script src="/sandbox/panel.js"></script>
        </body>
        </html>
        """

    private static let outcomes = CheckoutOutcome.allCases.map { "<option>\($0.rawValue)</option>" }.joined()
}
