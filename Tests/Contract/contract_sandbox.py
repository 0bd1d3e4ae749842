"""Runs all checks of Schemathesis on the three specs against a running sandbox.

Usage: contract_sandbox.py --sandbox EXECUTABLE [--examples N] [--seed N] [--only SERVICE,…] [--report FOLDER]
Prints the output of Schemathesis for each service with a failure, and one line for each without; exits with 1 if a
service has a failure, or if the sandbox ends before the run does.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).parents[2]
SERVICES = ["anybill", "sensibill", "appcoins"]
sys.path.append(str(ROOT / "Tests" / "Tools"))

from read_document import read_document  # noqa: E402


class Sandbox:
    """A running sandbox, which ends with the block that uses it."""

    def __init__(self, executable, seed):
        self.process = subprocess.Popen(
            [executable, "--port", "0", "--json", "--receipts", "40", "--seed", str(seed)],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.overview = json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    @property
    def is_running(self):
        return self.process.poll() is None


def appcoins_path(operation, path, server):
    """Returns the path of an operation in the sandbox, which serves all hosts of AppCoins on one port."""
    version = "8.20240812"
    prefixes = {None: f"/productv2/{version}", "wallet": "/appc", "broker": f"/broker/{version}",
                "reports": f"/sdk-ios/{version}"}
    return prefixes.get(server, "") + path


def adapted(service):
    """Returns the spec of a service without its hosts, and with the paths of the sandbox."""
    document = read_document(ROOT / "Specs" / f"{service}.yaml")
    document.pop("servers", None)
    paths = {}
    for path, item in document["paths"].items():
        roles = [server.get("x-server", {}).get("role") for server in item.pop("servers", [])]
        methods = {key: value for key, value in item.items() if isinstance(value, dict) and "responses" in value}
        shared = {key: value for key, value in item.items() if key not in methods}
        for method, operation in methods.items():
            own = [server.get("x-server", {}).get("role") for server in operation.pop("servers", [])] or roles
            role = own[0] if own else None
            target = appcoins_path(operation, path, role) if service == "appcoins" else path
            paths.setdefault(target, dict(shared))[method] = operation
    document["paths"] = paths
    return document


def run(service, sandbox, arguments, folder):
    """Runs Schemathesis for one service.

    Returns its exit code, its output and the seconds that it took.
    """
    spec = folder / f"{service}.json"
    spec.write_text(json.dumps(adapted(service), default=str))
    url = sandbox.overview["control"]["url"].removesuffix("/sandbox")
    own = pathlib.Path(__file__).parent
    command = [
        pathlib.Path(sys.executable).parent / "st", "--config-file", own / "schemathesis.toml", "run", spec,
        "--url", url, "--phases", arguments.phases, "--max-examples", str(arguments.examples),
        "--seed", str(arguments.seed), "--generation-deterministic",
        "--request-timeout", "20", "--continue-on-failure", "--no-color", "--warnings", "off", "--no-shrink",
    ]
    if arguments.report:
        command += ["--report", "ndjson", "--report-ndjson-path", f"{arguments.report}/{service}.ndjson"]
    environment = dict(
        os.environ,
        PYTHONPATH=str(own),
        SCHEMATHESIS_HOOKS="contract_hooks",
        CONTRACT_SERVICE=service,
        CONTRACT_URL=url,
        CONTRACT_OVERVIEW=json.dumps(sandbox.overview),
    )
    start = time.monotonic()
    result = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return result.returncode, result.stdout, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sandbox", required=True)
    parser.add_argument("--examples", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--phases", default="examples,coverage,fuzzing,stateful")
    parser.add_argument("--only", default=",".join(SERVICES))
    parser.add_argument("--report")
    arguments = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as folder, Sandbox(arguments.sandbox, arguments.seed) as sandbox:
        services = arguments.only.split(",")
        with ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda service: run(service, sandbox, arguments, pathlib.Path(folder)), services)
        for service, (code, output, seconds) in zip(services, results):
            failures += code != 0
            print(output if code else f"{service}: all checks passed in {seconds:.0f} s.")
        if not sandbox.is_running:
            failures += 1
            print("error: The sandbox ended during the run.")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
