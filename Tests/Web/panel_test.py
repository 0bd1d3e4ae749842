"""Opens the sandbox's control panel in headless Chromium, on a desktop and at a phone's width.

Usage: panel_test.py SANDBOX [FOLDER], where SANDBOX is the built executable. With a folder, writes a screenshot of each
width to it. Exits with 1 when something differs.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 20
WIDTHS = {"desktop": (1280, 1400), "phone": (390, 844)}


class Sandbox:
    """A sandbox on a free port."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.url = None
        for line in self.process.stdout:
            match = re.search(r"http://127\.0\.0\.1:\d+", line)
            if match:
                self.url = match.group(0)
                break

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def check(browser, url, name, size, folder):
    """Checks the page at a width: complete, live, without a horizontal scroll bar, and without a request elsewhere."""
    # A headless window has a minimal width, so a phone's width is emulated.
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": name == "phone"}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(url)
    wait = WebDriverWait(browser, PATIENCE, poll_frequency=0.05)
    wait.until(lambda b: b.find_element(By.ID, "live").text == "live")
    wait.until(lambda b: "receipts" in b.find_element(By.ID, "anybill").text)
    width = browser.execute_script("return document.documentElement.scrollWidth")
    expect(width <= size[0], f"{name}: the page is {width} pixels wide, and the window {size[0]}")
    for part in ("tokens", "anybill", "sensibill", "appcoins", "paste"):
        expect(browser.find_element(By.ID, part).text.strip(), f"{name}: '{part}' is empty")
    cut = browser.execute_script(
        "return [...document.querySelectorAll('button, select, a')].filter(e => e.offsetParent &&"
        " e.getBoundingClientRect().right > innerWidth).map(e => e.textContent.slice(0, 20))"
    )
    expect(not cut, f"{name}: controls are outside of the window: {cut}")
    amounts = [cell.text for cell in browser.find_elements(By.CSS_SELECTOR, "#anybill td:nth-child(2)")]
    expect(amounts and all(re.fullmatch(r"-?\d+\.\d\d", text) for text in amounts), f"{name}: amounts are {amounts}")
    elsewhere = browser.execute_script(
        "return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin))"
    )
    expect(not elsewhere, f"{name}: the page requests {elsewhere}")
    count = receipts(browser)
    browser.find_element(By.CSS_SELECTOR, "#anybill button").click()
    wait.until(lambda b: receipts(b) == count + 1)
    if folder:
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            metrics | {"height": browser.execute_script("return document.documentElement.scrollHeight")},
        )
        browser.save_screenshot(str(folder / f"panel-{name}.png"))
    expect(not browser.find_element(By.ID, "failure").text, f"{name}: the page shows a failure")


def receipts(browser):
    """The number of receipts of the first user."""
    return int(re.search(r"(\d+) receipts", browser.find_element(By.ID, "anybill").text).group(1))


def main():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    sandbox = Sandbox(sys.argv[1])
    try:
        browser.set_page_load_timeout(PATIENCE)
        for name, size in WIDTHS.items():
            check(browser, sandbox.url, name, size, folder)
            print(f"panel: {name} is as expected")
    except AssertionError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        sandbox.stop()
        browser.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
