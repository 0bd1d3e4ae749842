# Specwright
#
#   make generate   writes the Swift modules from Specs/ (needs libyaml)
#   make test       builds everything and runs all tests (needs libyaml and SQLite)
#   make check      runs all checks that a change must pass: format, drift, specs, warnings as errors, layout rules
#   make demo       starts the sandbox and runs the generated clients against it
#   make bench      prints a table of measurements and writes .build/bench.json
#   make bench-corpus  measures the generator with a folder of documents: make bench-corpus CORPUS=path
#   make test-corpus   generates, compiles and tests every document of that folder
#   make renamed-schemas  lists the schemas of that folder that are renamed because Swift or the runtime uses their names
#   make test-names    compiles modules of NAMES (50) random documents with alike names, and as many with odd content
#   make soak       sends thousands of calls to a sandbox that fails in many ways, and checks invariants
#   make cancel     cancels calls in every phase, CANCELS (5000) for each transport, and looks for leaks
#   make hostile    runs servers that violate HTTP against all transports, also those with known faults
#   make bench-store  measures the receipt store with 100,000 receipts
#   make contract-sandbox  runs all checks of Schemathesis on the sandbox, with EXAMPLES (100) for each operation and SEED (1)
#   make format     formats the handwritten code
#   make consumer   builds packages that use this one: a bare client, an app with the SDKs, and a server
#   make docs       builds the DocC catalog of every product, and fails at a warning (part of check)
#   make test-web       pays on the hosted checkout page, and opens the control panel, in a headless Chromium
#   make kill-sensibill kills an app that uploads 200 documents, KILLS times (200), and checks the received documents
#   make kill-appcoins  kills an app that buys, KILLS times (500), and compares deliveries and reports with payments
#   make model-appcoins checks HISTORIES (3000) random histories of purchases, from SEED (1) on
#   make fuzz       runs the generator with mutated documents, for FUZZ_SECONDS each (and those in CORPUS)
#   make lint, check-generated, specs, layout, features, privacy, checkouts, random-documents, warnings, samples, examples,
#                   layers: single parts of check
#   make release-check  compares the public symbols with the last tag, and checks version, changelog and documentation
#   make check-apple  type-checks the library modules for iOS 16 and macOS 13 (part of check)
#   make tsan       runs the runtime's tests with the thread sanitizer
#   make help       lists these commands

SWIFT ?= swift
BUILD := .build
# The folder of the build with warnings as errors. A run that sets SPECWRIGHT_WARNINGS_AS_ERRORS for all of its commands, as
# .ci/run does, builds only once.
STRICT := $(if $(SPECWRIGHT_WARNINGS_AS_ERRORS),$(BUILD),$(BUILD)/warnings)
# The generator of the checks: the one of that build, or else an optimized one, which is a build of its own.
GENERATOR := $(BUILD)/$(if $(SPECWRIGHT_WARNINGS_AS_ERRORS),debug,release)/specwright
# SwiftPM builds everything again when an option is added or removed. Such a run therefore has these in all of its builds.
IMPORT_CHECK := --explicit-target-dependency-import-check error
RUN_OPTIONS := $(if $(SPECWRIGHT_WARNINGS_AS_ERRORS),$(IMPORT_CHECK) $(SPECWRIGHT_BUILD_OPTIONS))
BUILD_TESTS := $(SWIFT) build --build-tests $(RUN_OPTIONS)
VENV := $(BUILD)/venv
# A folder of OpenAPI documents outside the repository: `corpus` next to it, or in a folder next to it.
CORPUS ?= $(firstword $(wildcard ../corpus ../*/corpus))
HANDWRITTEN := Package.swift Sources Generator Tests

.DEFAULT_GOAL := help
.PHONY: generator checkouts docs layers check-apple tsan cancel hostile samples examples kill-sensibill test-web kill-appcoins model-appcoins help generate check-generated build test check lint format specs privacy release-check
.PHONY: contract-sandbox contract-sandbox-briefly random-documents test-names renamed-schemas demo bench bench-store bench-corpus test-corpus corpus-tools soak consumer layout features warnings fuzz fuzz-briefly

help:
	@sed -n 's/^#   //p' Makefile

## Everyday commands

generate: needs-libyaml
	@test -e $(BUILD)/release/specwright || echo "Building the generator; the first time takes some minutes."
	@$(SWIFT) build -c release --product specwright --quiet
	@$(BUILD)/release/specwright generate
	@python3 Tests/Tools/make_names.py Specs/sensibill-names.json
	@echo "The modules are up to date with Specs/."

# In two processes, and not in parallel within them: a thousand parallel tests starve those that wait for a server.
# HALF is the modules of one process, whose tests take about as long as all others. The tests of ALONE measure how far a
# server reads ahead of its client, which grows if the processor is busy.
test: ALONE := APIServerTests\.StreamedBodyTests
test: HALF := AppCoinsSDKTests|GeneratorCoreTests|HostilePeersTests|SpecwrightTests
test: needs-libyaml needs-sqlite
	$(BUILD_TESTS)
	@Tests/Tools/run_tests.sh $(BUILD)/test.log $(BUILD)/debug/specwrightPackageTests.xctest '$(ALONE)' '$(HALF)'
	@python3 Tests/Tools/test_names.py --generator $(BUILD)/debug/specwright --build $(BUILD)/debug --seeds 2

# Two parts at a time, because most of them use one core. The output of each is printed when it ends, if make can do so.
CHECKS := lint check-generated specs layout features privacy checkouts contract-sandbox-briefly fuzz-briefly \
	random-documents warnings samples docs check-apple examples layers
check:
	@$(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(CHECKS)

demo: needs-libyaml needs-sqlite
	@$(SWIFT) build --product demo --quiet
	@$(SWIFT) run --skip-build --quiet demo

bench: needs-libyaml needs-sqlite
	@$(SWIFT) build -c release --product bench --quiet
	@$(SWIFT) build -c release --product specwright --quiet
	@$(BUILD)/release/bench --generator $(BUILD)/release/specwright --output $(BUILD)/bench.json

test-web: needs-libyaml needs-sqlite $(VENV)/web-ready
	@Tests/Tools/needs_chromium.sh
	$(BUILD_TESTS)
	$(VENV)/bin/python Tests/Web/checkout_test.py $(BUILD)/debug/AppCoinsWebApp
	$(VENV)/bin/python Tests/Web/panel_test.py $(BUILD)/debug/sandbox

kill-sensibill: KILLS ?= 200
kill-sensibill: needs-libyaml needs-sqlite
	$(BUILD_TESTS)
	KILLS=$(KILLS) $(SWIFT) test --skip-build --no-parallel --filter SensibillKillTests

kill-appcoins: KILLS ?= 500
kill-appcoins: needs-libyaml needs-sqlite
	$(BUILD_TESTS)
	KILLS=$(KILLS) $(SWIFT) test --skip-build --no-parallel --filter AppCoinsKillTests

model-appcoins: HISTORIES ?= 3000
model-appcoins: SEED ?= 1
model-appcoins: needs-libyaml needs-sqlite
	$(BUILD_TESTS)
	HISTORIES=$(HISTORIES) DECIDER_HISTORIES=$$(($(HISTORIES) * 30)) SEED=$(SEED) \
		$(SWIFT) test --skip-build --no-parallel --filter ModelTests

corpus-tools: needs-libyaml
	@test -d "$(CORPUS)" || { echo "error: There is no corpus at '$(CORPUS)'. Name its folder: CORPUS=path"; exit 1; }
	@$(SWIFT) build -c release --product specwright --quiet
	@$(SWIFT) build -c release --target APIWebhooks --quiet
	@$(SWIFT) build --target APITesting --quiet
	@$(SWIFT) build --target APIWebhooks --quiet
	@case "$(ARGUMENTS)" in *--server*) $(SWIFT) build --target APIServer --quiet;; esac

bench-corpus: corpus-tools
	@python3 Tests/Tools/bench_corpus.py --corpus $(CORPUS) --generator $(BUILD)/release/specwright \
		--modules $(BUILD)/debug/Modules --release-modules $(BUILD)/release/Modules \
		--output $(BUILD)/bench-corpus.json $(ARGUMENTS)

test-corpus: corpus-tools $(VENV)/ready
	@$(VENV)/bin/python Tests/Tools/test_corpus.py --corpus $(CORPUS) --generator $(BUILD)/release/specwright \
		--build $(BUILD)/debug $(ARGUMENTS)

renamed-schemas: needs-libyaml
	@$(SWIFT) build -c release --product specwright --quiet
	@python3 Tests/Tools/renamed_schemas.py --corpus $(CORPUS) --generator $(BUILD)/release/specwright $(ARGUMENTS)

test-names: NAMES ?= 50
test-names: needs-libyaml
	@$(SWIFT) build -c release --product specwright --quiet
	@$(SWIFT) build --target APITesting --quiet
	@$(SWIFT) build --target APIServer --quiet
	@python3 Tests/Tools/test_names.py --generator $(BUILD)/release/specwright --build $(BUILD)/debug --seeds $(NAMES) \
		$(ARGUMENTS)

fuzz: FUZZ_SECONDS ?= 300
fuzz: MUTATIONS ?= 500
fuzz: DOCUMENTS ?= 3000
fuzz: needs-libyaml
	Tests/Tools/fuzz.sh $(FUZZ_SECONDS) -O
	$(BUILD_TESTS)
	MUTATIONS=$(MUTATIONS) DOCUMENTS=$(DOCUMENTS) CORPUS=$(CORPUS) $(SWIFT) test --skip-build --no-parallel \
		--filter 'SpecMutationTests|RandomSpecTests'

soak: needs-sqlite
	@$(SWIFT) build -c release --product soak --quiet
	@$(BUILD)/release/soak

# Cancels calls in every phase, CANCELS for each transport, and counts connections of the server and open files.
cancel: CANCELS ?= 5000
cancel: needs-libyaml needs-sqlite
	$(BUILD_TESTS)
	SPECWRIGHT_CANCELS=$(CANCELS) $(SWIFT) test --skip-build --no-parallel --filter CancellationStressTests

# Needs Schemathesis, which is installed in a virtual environment for it alone.
contract-sandbox: EXAMPLES ?= 100
contract-sandbox: SEED ?= 1
contract-sandbox: needs-libyaml needs-sqlite $(VENV)-contract/ready
	@$(SWIFT) build --product sandbox --quiet
	@$(VENV)-contract/bin/python Tests/Contract/contract_sandbox.py --sandbox $(BUILD)/debug/sandbox \
		--examples $(EXAMPLES) --seed $(SEED) $(ARGUMENTS)

# `make test` leaves out the scenarios in which URLSession on Linux occupies the process for many seconds.
hostile: needs-libyaml needs-sqlite
	$(BUILD_TESTS)
	SPECWRIGHT_HOSTILE=1 $(SWIFT) test --skip-build --no-parallel --filter HostilePeersTests

bench-store: needs-libyaml needs-sqlite
	@$(SWIFT) build -c release --product bench-store --quiet
	@$(BUILD)/release/bench-store

# The part of test-corpus that needs no corpus: the examples of our own specs.
examples: warnings $(VENV)/ready generator
	@$(VENV)/bin/python Tests/Tools/test_corpus.py --corpus Specs --generator $(GENERATOR) \
		--build $(STRICT)/debug --only anybill,sensibill,appcoins

format:
	$(SWIFT) format --in-place --recursive --parallel $(HANDWRITTEN)

# Runs the runtime's tests with the thread sanitizer, in a separate build folder. Takes about ten minutes. If there is a
# report, the run fails at its end with exit code 66. CANCELS is lower than usual, because each call takes ten times as
# long.
tsan: CANCELS ?= 300
tsan: needs-libyaml needs-sqlite
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path $(BUILD)/tsan
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Tools/tsan.supp" SPECWRIGHT_CANCELS=$(CANCELS) \
		$(SWIFT) test --skip-build --no-parallel --sanitize=thread --scratch-path $(BUILD)/tsan \
		--filter 'APIRuntimeTests|APIServerTests|APIRequestDecodingTests|AsyncHTTPTransportTests|StreamTests|APIStorageTests|APITestingTests|CacheProxyTests'

## Parts of `make check`

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(HANDWRITTEN)

generator: needs-libyaml
	@$(SWIFT) build -c $(if $(SPECWRIGHT_WARNINGS_AS_ERRORS),debug $(RUN_OPTIONS),release) --product specwright --quiet

check-generated: generator
	$(GENERATOR) generate --check
	@python3 Tests/Tools/make_names.py --check Specs/sensibill-names.json

specs: $(VENV)/ready
	$(VENV)/bin/python Tests/Tools/check_specs.py Specs/anybill.yaml Specs/sensibill.yaml Specs/appcoins.yaml

layout:
	@Tests/Tools/check_layout.sh
	@cd Tests/Tools && python3 -B -m unittest -q test_release_check

# Checks that the tests in each row of Generator/FEATURES.md exist.
features:
	@python3 Tests/Tools/check_features.py

# A short, deterministic run of contract-sandbox: the examples of the specs, and the limits of values.
contract-sandbox-briefly: $(VENV)-contract/ready warnings
	@$(VENV)-contract/bin/python Tests/Contract/contract_sandbox.py --sandbox $(STRICT)/debug/sandbox \
		--examples 1 --phases examples,coverage $(ARGUMENTS)

# Compares the privacy manifests with the APIs that the client products use.
privacy:
	@python3 Tests/Tools/check_privacy.py

# Builds without optimization, which would take longer than the run. `make test` covers more with mutated trees.
fuzz-briefly: needs-libyaml
	@SEED=1 Tests/Tools/fuzz.sh 8

# Generates modules of a few hundred random documents without compiling them.
random-documents: generator
	@python3 Tests/Tools/test_names.py --generator $(GENERATOR) --only-generate --seeds 200

# Uses a separate build folder, so that the default one does not change, unless all commands build this way.
warnings: needs-libyaml needs-sqlite
	SPECWRIGHT_WARNINGS_AS_ERRORS=1 $(SWIFT) build --build-tests \
		$(if $(SPECWRIGHT_WARNINGS_AS_ERRORS),$(RUN_OPTIONS),--scratch-path $(STRICT) $(IMPORT_CHECK))

# Type-checks the library modules as on Apple systems, with the modules that `warnings` has built.
# To run it alone, use Tests/Tools/check_apple.py.
check-apple: warnings
	@python3 Tests/Tools/check_apple.py $(STRICT)/debug

# Each layer of the generator and of the runtime compiles without the layers above it. --graph prints the layers.
# On Linux, the modules of clients and servers import only FoundationEssentials.
# The number of the runtime's public symbols is the recorded one.
layers: warnings
	@Tests/Tools/check_imports.py
	@Tests/Tools/check_layers.py $(STRICT)/debug/Modules
	@Tests/Tools/check_surface.py $(STRICT)/debug

samples: warnings
	@Tests/Tools/check_samples.sh $(STRICT)/debug

# Says which step of semantic versioning the next release needs. Builds the last tag, if there is one.
release-check: warnings privacy docs
	@python3 -B Tests/Tools/release_check.py $(STRICT)/debug

# Writes the archives to .build/docs.
docs: warnings
	@Tests/Tools/check_docs.sh $(STRICT)/debug $(BUILD)/docs

# Lists the packages that a bare client, an app with the SDKs and a server download.
checkouts:
	@Tests/Consumer/run.sh --resolve

consumer: needs-sqlite
	@Tests/Consumer/run.sh

$(VENV)/ready: Tests/Tools/requirements.txt
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement Tests/Tools/requirements.txt
	touch $@

$(VENV)-contract/ready: Tests/Contract/requirements.txt
	python3 -m venv $(VENV)-contract
	$(VENV)-contract/bin/pip install --quiet --disable-pip-version-check --requirement Tests/Contract/requirements.txt
	touch $@

$(VENV)/web-ready: Tests/Web/requirements.txt
	test -x $(VENV)/bin/python || python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement Tests/Web/requirements.txt
	touch $@

## System packages

.PHONY: needs-libyaml needs-sqlite
needs-libyaml:
	@Tests/Tools/system_package.sh yaml-0.1 libyaml-dev libyaml

needs-sqlite:
	@Tests/Tools/system_package.sh sqlite3 libsqlite3-dev sqlite
