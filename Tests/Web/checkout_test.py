"""Drives the sandbox's hosted checkout page in headless Chromium, as the web view of an app would show it.

Usage: checkout_test.py APP, where APP is the built `AppCoinsWebApp`. Every message that the page posts goes to the app,
whose own code reads it; what the app says is compared with what it should. Exits with 1 when something differs.
"""

import json
import os
import shutil
import subprocess
import sys
import urllib.parse

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 20

# What a web view gives every frame: a handler that takes messages. Here they wait in a list of the main frame, with the
# frame that posted them, until the driver takes them.
BRIDGE = """
if (window === window.top) { window.posted = []; }
const take = (message) => {
  window.top.posted.push({ message, main: window === window.top, origin: self.origin });
};
window.webkit = { messageHandlers: { iOSSDKWebPaymentInterface: { postMessage: take } } };
"""


class App:
    """The Swift app at the other end of two pipes."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def tell(self, value):
        self.process.stdin.write(json.dumps(value) + "\n")
        self.process.stdin.flush()

    def hear(self, key):
        """The next line, which must say this."""
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the app ended before it said {key!r}")
        value = json.loads(line)
        if key not in value:
            raise AssertionError(f"expected {key!r}, the app said {value}")
        return value

    def stop(self):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait(timeout=10)


class Checkout:
    """One purchase: the app opens the page, and the browser shows it."""

    def __init__(self, app, browser, sku="honey_jar"):
        self.app, self.browser = app, browser
        app.tell({"buy": sku})
        browser.get(app.hear("open")["open"])

    def click(self, selector):
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def posted(self, count):
        """What the page has posted, once it is that many messages."""
        wait = WebDriverWait(self.browser, PATIENCE, poll_frequency=0.05)
        wait.until(lambda b: b.execute_script("return window.posted.length") >= count)
        return self.browser.execute_script("return window.posted.splice(0)")

    def logged(self, text):
        wait = WebDriverWait(self.browser, PATIENCE, poll_frequency=0.05)
        wait.until(lambda b: text in b.find_element(By.ID, "log").text)

    def pass_on(self, count=1):
        posted = self.posted(count)
        for entry in posted:
            self.app.tell(entry)
        return [entry["message"] for entry in posted]

    def result(self):
        return self.app.hear("result")


def expect(actual, expected, what):
    if actual != expected:
        raise AssertionError(f"{what}: expected {expected!r}, got {actual!r}")
    print(f"ok  {what}: {actual}")


def consumed(result, what):
    expect(result["result"], "verified", what)
    expect(result["state"], "CONSUMED", f"{what}, state")
    kept = result["kept"]
    counts = (kept["acknowledgements"], kept["consumptions"])
    expect(counts, (1, 1), f"{what}, acknowledged and consumed")


def forged(app, browser, domain, earlier):
    """Messages and links that name an earlier, consumed purchase leave the checkout open."""
    page = Checkout(app, browser)
    frame = "<script>window.webkit.messageHandlers.iOSSDKWebPaymentInterface.postMessage(%s)</script>"
    browser.execute_script(
        "const frame = document.createElement('iframe'); frame.srcdoc = arguments[0]; document.body.append(frame);",
        frame % json.dumps(earlier),
    )
    entries = page.posted(1)
    expect([entry["main"] for entry in entries], [False], "a frame posts a message")
    for entry in entries:
        app.tell(entry)
    app.tell({"message": earlier, "main": True, "origin": "https://evil.example"})
    data = earlier["params"]["purchase_data"]
    query = {f"purchase_data.{key}": str(value) for key, value in data.items()}
    query |= {"response_code": "0", "data_signature": "QQ=="}
    link = f"{domain.upper()}.IAP://wallet.appcoins.io/checkout/success?{urllib.parse.urlencode(query)}"
    app.tell({"link": link})
    expect(app.hear("handled")["handled"], True, "a link names an earlier purchase")
    page.click('[data-outcome="success"]')
    page.pass_on()
    consumed(page.result(), "the buyer pays after forged messages")


def run(app, browser):
    domain = app.hear("ready")["ready"]

    page = Checkout(app, browser)
    title = browser.find_element(By.TAG_NAME, "h1").text
    expect(bool(title) and bool(browser.find_element(By.ID, "price").text), True, "product and price are shown")
    page.click('[data-outcome=""]')
    earlier = page.pass_on()
    expect([m["method"] for m in earlier], ["onPurchaseResult"], "messages of a payment")
    consumed(page.result(), "a guest pays")

    forged(app, browser, domain, earlier[0])

    page = Checkout(app, browser)
    page.click('[data-redirect="handleExternalRedirect"]')
    page.pass_on()
    expect(app.hear("follow")["follow"], "external", "the page sends the buyer elsewhere")
    app.tell({"closed": True})
    expect(page.result()["result"], "pending", "the buyer closes a page that sent them elsewhere")

    page = Checkout(app, browser)
    page.click('[data-outcome="success"]')
    page.posted(1)
    app.tell({"closed": True})
    consumed(page.result(), "the buyer closes the page before it reports")

    page = Checkout(app, browser)
    page.click('[data-outcome="twice"]')
    page.pass_on(2)
    consumed(page.result(), "the page responds twice")

    page = Checkout(app, browser)
    page.click("#sign-in")
    expect([m["method"] for m in page.pass_on()], ["setActiveWallet"], "messages of a sign-in")
    page.click('[data-outcome="success"]')
    page.pass_on()
    consumed(page.result(), "a signed-in user pays")

    for outcome, error in [("failed", "systemError"), ("network", "networkError")]:
        page = Checkout(app, browser)
        page.click(f'[data-outcome="{outcome}"]')
        page.pass_on()
        told = page.result()
        expect((told["result"], told["error"]), ("failed", error), f"the payment ends with {outcome}")

    page = Checkout(app, browser)
    page.click('[data-outcome="cancelled"]')
    page.logged("CANCELED")
    app.tell({"closed": True})
    expect(page.result()["result"], "userCancelled", "the buyer changes their mind")

    for outcome in ["pending", "hang"]:
        page = Checkout(app, browser)
        page.click(f'[data-outcome="{outcome}"]')
        app.tell({"closed": True})
        expect(page.result()["result"], "userCancelled", f"the buyer closes a page that stays {outcome}")

    page = Checkout(app, browser)
    for name, kind in [
        ("Authentication", "authentication"), ("External", "external"), ("Application", "application"),
        ("Internal", "inApp"),
    ]:
        page.click(f'[data-redirect="handle{name}Redirect"]')
        page.pass_on()
        expect(app.hear("follow")["follow"], kind, f"the page sends the buyer elsewhere ({name})")
    origin = browser.execute_script("return self.origin")
    app.tell({"message": {"method": "dance", "params": {}}, "main": True, "origin": origin})
    app.tell({"link": f"{domain}.iap://wallet.appcoins.io/auth/back?code=1"})
    responses = [app.process.stdout.readline() for _ in range(2)]
    values = {key: value for response in responses for key, value in json.loads(response).items()}
    expect(values.get("handled"), True, "a link comes back into the app")
    browser.execute_script(f"window.handleIOSRedirect({json.dumps(values['forward'])})")
    page.logged("redirect: wallet.appcoins.io/auth/back?code=1")
    page.click('[data-outcome="success"]')
    page.pass_on()
    consumed(page.result(), "the buyer pays after coming back")


def main():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    options.add_argument("--headless=new")
    options.add_argument("--disable-gpu")
    options.add_argument("--disable-dev-shm-usage")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    app = App(sys.argv[1])
    try:
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BRIDGE})
        browser.set_page_load_timeout(PATIENCE)
        run(app, browser)
    except AssertionError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        app.stop()
        browser.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
