#!/usr/bin/env python3
"""Tests of the pure parts of release_check.py."""
import unittest

from release_check import (
    changelog_problems, difference, licence_problems, next_version, requirements, step, symbols, version,
)


def graph(*items):
    """Returns the symbols of a graph with declarations, each as (identifier, path, kind, text, access)."""
    return symbols({
        "symbols": [
            {
                "identifier": {"precise": name}, "pathComponents": path.split("."), "accessLevel": access,
                "kind": {"identifier": kind}, "declarationFragments": [{"spelling": text}],
            }
            for name, path, kind, text, access in items
        ]
    })


METHOD = ("s:1", "Client.list()", "swift.method", "func list() -> Int", "public")


class SymbolTests(unittest.TestCase):
    def needed(self, before, after):
        return step(*difference(before, after), requirements(before, after))

    def test_no_change_is_a_patch(self):
        self.assertEqual(self.needed(graph(METHOD), graph(METHOD)), "patch")

    def test_an_internal_symbol_does_not_count(self):
        hidden = ("s:2", "Client.hidden()", "swift.method", "func hidden()", "internal")
        self.assertEqual(self.needed(graph(METHOD, hidden), graph(METHOD)), "patch")

    def test_an_added_symbol_is_a_minor_step(self):
        added = ("s:2", "Client.get()", "swift.method", "func get()", "public")
        self.assertEqual(self.needed(graph(METHOD), graph(METHOD, added)), "minor")

    def test_an_added_overload_is_a_minor_step(self):
        overload = ("s:2", "Client.list()", "swift.method", "func list() -> String", "public")
        before, after = graph(METHOD), graph(METHOD, overload)
        self.assertEqual(difference(before, after), ([], [], ["Client.list()"]))
        self.assertEqual(self.needed(before, after), "minor")

    def test_a_removed_symbol_is_a_major_step(self):
        self.assertEqual(difference(graph(METHOD), graph()), (["Client.list()"], [], []))
        self.assertEqual(self.needed(graph(METHOD), graph()), "major")

    def test_a_changed_declaration_is_a_major_step(self):
        changed = ("s:9", "Client.list()", "swift.method", "func list() throws -> Int", "public")
        self.assertEqual(difference(graph(METHOD), graph(changed)), ([], ["Client.list()"], []))
        self.assertEqual(self.needed(graph(METHOD), graph(changed)), "major")

    def test_another_identifier_of_the_same_declaration_is_no_change(self):
        self.assertEqual(self.needed(graph(METHOD), graph(("s:7", *METHOD[1:]))), "patch")

    def test_a_new_requirement_of_a_protocol_is_a_major_step(self):
        protocol = ("s:3", "Store", "swift.protocol", "protocol Store", "public")
        requirement = ("s:4", "Store.read()", "swift.method", "func read()", "public")
        self.assertEqual(self.needed(graph(protocol), graph(protocol, requirement)), "major")
        self.assertEqual(self.needed(graph(), graph(protocol, requirement)), "minor")


class VersionTests(unittest.TestCase):
    def test_versions(self):
        self.assertEqual(version("v1.2.3"), (1, 2, 3))
        self.assertIsNone(version("preserv"))
        self.assertIsNone(version("1.2"))

    def test_steps(self):
        self.assertEqual(next_version((1, 2, 3), "major"), (2, 0, 0))
        self.assertEqual(next_version((1, 2, 3), "minor"), (1, 3, 0))
        self.assertEqual(next_version((1, 2, 3), "patch"), (1, 2, 4))
        self.assertEqual(next_version((0, 2, 3), "major"), (0, 3, 0))


class ChangelogTests(unittest.TestCase):
    def test_a_section_with_a_date_and_changes(self):
        for date in ("2026-01-31", "unreleased"):
            self.assertEqual(changelog_problems(f"# C\n\n## [1.2.0] - {date}\n\n- News\n", (1, 2, 0)), [])

    def test_problems(self):
        for text in ("# C\n", "## [1.1.0] - 2026-01-31\n- News\n", "## [1.2.0]\n- News\n",
                     "## [1.2.0] - 2026-01-31\n\n## [1.1.0] - 2025-01-31\n- News\n"):
            self.assertEqual(len(changelog_problems(text, (1, 2, 0))), 1, text)


class LicenceTests(unittest.TestCase):
    def test_files_without_the_common_line(self):
        files = [("a", "// Licence\n"), ("b", "// Licence\nimport A\n"), ("c", "import A\n")]
        self.assertEqual(licence_problems(files), ["c does not begin with: // Licence"])

    def test_no_common_line(self):
        self.assertEqual(len(licence_problems([("a", "import A\n"), ("b", "/// Text\n"), ("c", "x\n")])), 1)


if __name__ == "__main__":
    unittest.main()
