/// The script of the control panel.
///
/// It requests the state after each event of the sandbox, and shows values as text, never as markup.
enum PanelScript {
    /// The JavaScript of the panel.
    static let source = """
        "use strict";
        const $ = (id) => document.getElementById(id);
        const make = (tag, text, attributes = {}) => {
          const element = document.createElement(tag);
          if (text !== undefined) { element.textContent = text; }
          Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
          return element;
        };
        const send = async (method, path, body) => {
          const options = { method, cache: "no-store" };
          if (body !== undefined) {
            options.headers = { "Content-Type": "application/json" };
            options.body = JSON.stringify(body);
          }
          const response = await fetch(path, options);
          if (!response.ok) { throw new Error(method + " " + path + ": " + response.status); }
          return response;
        };
        const act = (work) => async () => {
          $("failure").textContent = "";
          try { await work(); } catch (error) { $("failure").textContent = String(error.message || error); }
        };
        const table = (rows, columns) => {
          const element = make("table");
          const head = make("tr");
          columns.forEach(([title]) => head.append(make("th", title)));
          element.append(head);
          rows.forEach((row) => {
            const line = make("tr");
            columns.forEach(([, value]) => {
              const content = value(row);
              const cell = make("td");
              cell.append(content);
              if (typeof content === "string" && content.length > 16) { cell.className = "long"; }
              line.append(cell);
            });
            element.append(line);
          });
          return rows.length ? element : make("p", "none", { class: "soft" });
        };
        const button = (title, work) => {
          const element = make("button", title);
          element.addEventListener("click", act(work));
          return element;
        };
        const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
        const day = (text) => text.replace("T", " ").replace("Z", "");
        const show = {
          anybill: (state) => state.users.flatMap((user) => {
            const row = make("div", undefined, { class: "row" });
            row.append(
              button("New receipt", () => send("POST", "/sandbox/anybill/receipts", { user: user.id })),
              button("Push newest", async () => {
                const message = await (await send("POST", "/sandbox/anybill/push", { user: user.id })).json();
                $("push").hidden = false;
                $("push").textContent = JSON.stringify(message, null, 2);
              }));
            return [make("h3", user.name + ": " + counted(user.count, "receipt") + ", " + counted(user.pushTokens, "push token")), row,
              table(user.receipts, [["shop", (r) => r.shop], ["amount", (r) => Number(r.amount).toFixed(2)], ["date", (r) => day(r.date)]])];
          }),
          sensibill: (state) => state.users.flatMap((user) => [
            make("h3", user.name + ": " + counted(user.count, "document")),
            table(user.documents, [["document", (d) => d.id.slice(-6)], ["type", (d) => d.type], ["status", (d) => d.status]]),
          ]),
          appcoins: (state) => [
            make("p", "The next payment: " + state.next, { class: "soft" }),
            make("h3", counted(state.count, "purchase")),
            table(state.purchases, [["product", (p) => p.sku], ["state", (p) => p.refunded ? p.state + ", refunded" : p.state],
              ["", (p) => p.refunded ? "" : button("Refund",
                () => send("POST", "/sandbox/appcoins/purchases/" + encodeURIComponent(p.uid) + "/refund"))]]),
            make("h3", "Payments"),
            table(state.payments, [["product", (p) => p.sku], ["status", (p) => p.status],
              ["", (p) => p.final ? "" : button("Settle", () => send("POST",
                "/sandbox/appcoins/transactions/" + encodeURIComponent(p.uid), { outcome: $("outcome").value }))]]),
          ],
        };
        const exchange = (item) => {
          const details = make("details", undefined, { "data-number": item.number });
          details.append(make("summary", item.method + " " + item.path + " \u{2192} " + item.status));
          const head = Object.entries(item.headers).map(([name, value]) => name + ": " + value).sort().join("\\n");
          [day(item.time) + "  " + item.operation, head, item.request, item.response]
            .filter(Boolean).forEach((text) => details.append(make("pre", text)));
          return details;
        };
        const render = (state) => {
          $("now").textContent = day(state.now);
          $("checkout").href = state.checkout;
          $("faults").replaceChildren(...(state.faults.length ? state.faults.map((text) => make("p", text, { class: "bad" }))
            : [make("p", "none", { class: "soft" })]));
          $("tokens").replaceChildren(table(state.tokens, [["kind", (t) => t.realm], ["subject", (t) => t.subject],
            ["state", (t) => t.state]]));
          Object.keys(show).forEach((name) => $(name).replaceChildren(...show[name](state[name])));
          const open = new Set([...document.querySelectorAll("details[open]")].map((e) => e.dataset.number));
          $("exchanges").replaceChildren(...state.exchanges.map((item) => {
            const details = exchange(item);
            details.open = open.has(String(item.number));
            return details;
          }));
          if (!$("paste").childElementCount) {
            state.paste.forEach(({ title, code }) => $("paste").append(make("h3", title), make("pre", code)));
          }
        };
        let isLoading = false;
        let isStale = false;
        const load = async () => {
          if (isLoading) { isStale = true; return; }
          isLoading = true;
          try { render(await (await send("GET", "/sandbox/state")).json()); } finally { isLoading = false; }
          if (isStale) { isStale = false; await load(); }
        };
        const on = (id, work) => $(id).addEventListener("click", act(work));
        on("add-fault", () => {
          const [kind, status] = $("fault").value.split(":");
          const fault = { kind, times: Number($("times").value) || 1 };
          if (status) { fault.status = Number(status); }
          if (kind === "latency") { fault.milliseconds = 3000; }
          return send("POST", "/sandbox/faults", fault);
        });
        on("clear-faults", () => send("DELETE", "/sandbox/faults"));
        on("expire", () => send("POST", "/sandbox/tokens/expire"));
        on("revoke", () => send("POST", "/sandbox/tokens/revoke"));
        on("set-outcome", async () => {
          await send("DELETE", "/sandbox/appcoins/checkout");
          await send("POST", "/sandbox/appcoins/checkout", { outcome: $("outcome").value });
        });
        document.querySelectorAll("[data-seconds]").forEach((element) => element.addEventListener("click",
          act(() => send("POST", "/sandbox/clock", { seconds: Number(element.dataset.seconds) }))));
        const events = new EventSource("/sandbox/events");
        events.onopen = () => { $("live").textContent = "live"; };
        events.onerror = () => { $("live").textContent = "not connected"; };
        events.onmessage = act(load);
        """
}
