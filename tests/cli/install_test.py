#!/usr/bin/env python3
"""What cmake --install puts where: install_test.py BINARY CMAKE BUILD_DIR SOURCE_DIR HAS_WINDOW"""
import configparser
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BINARY, CMAKE, BUILD, SOURCE, HAS_WINDOW = "", "", "", pathlib.Path(), False
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
SVG = "{http://www.w3.org/2000/svg}"


def call(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL).stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.prefix = pathlib.Path(folder.name) / "a prefix"
        # Named so, the component in which everything is leaves the list of an earlier install as it is.
        call(CMAKE, "--install", BUILD, "--prefix", str(cls.prefix), "--component", "Unspecified")
        cls.binary = cls.prefix / "bin" / "lanescope"

    def share(self, pattern):
        found = list((self.prefix / "share").glob(pattern))
        self.assertEqual(len(found), 1, f"{pattern}: {found}")
        return found[0]

    def test_the_program_runs(self):
        self.assertEqual(call(self.binary, "--version"), call(BINARY, "--version"))
        self.assertEqual(call(self.binary, "list", "--json"), call(BINARY, "list", "--json"))

    def test_nothing_else_is_installed(self):
        files = {str(file.relative_to(self.prefix)) for file in self.prefix.rglob("*") if file.is_file()}
        expected = {"bin/lanescope", "share/man/man1/lanescope.1.gz", "share/doc/lanescope/copyright",
                    "share/doc/lanescope/changelog.gz"}
        if HAS_WINDOW:
            expected |= {"share/applications/lanescope.desktop", "share/applications/lanescope-open.desktop",
                         "share/icons/hicolor/scalable/apps/lanescope.svg", "share/mime/packages/lanescope.xml"}
        if pathlib.Path(BINARY).with_name("lanescope_kernel").exists():
            expected.add("libexec/lanescope/lanescope_kernel")
            expected.add("libexec/lanescope/lanescope_gpu_kernel")
            headers = pathlib.Path(BINARY).with_name("lanescope_device")
            expected |= {f"libexec/lanescope/{file.relative_to(headers.parent)}" for file in headers.rglob("*") if file.is_file()}
            self.assertIn("libexec/lanescope/lanescope_device/lanescope_cuda.hpp.gch", expected)
        self.assertEqual(files, expected)

    def test_the_man_page_has_every_subcommand_and_every_option(self):
        page = gzip.decompress(self.share("man/man1/lanescope.1.gz").read_bytes()).decode()
        self.assertTrue(page.startswith(".TH LANESCOPE 1"))
        shown = page.replace("\\-", "-")
        top = call(BINARY, "--help")
        self.assertIn(call(BINARY, "--version").strip(), shown)
        subcommands = re.findall(r"^  ([a-z]+) ", top[top.index("Subcommands:"):], re.M)
        self.assertGreater(len(subcommands), 10)
        for subcommand in subcommands:
            self.assertIn(f"\n.SH {subcommand.upper()}\n", shown)
            for option, meaning in re.findall(r"^  (-\S+(?: TEXT)?) +(.*)$", call(BINARY, subcommand, "--help"), re.M):
                self.assertIn(f"\\fB{option}\\fR\n", shown, subcommand)
                self.assertIn(meaning, shown, subcommand)

    def test_changes_and_licences(self):
        self.assertEqual(gzip.decompress(self.share("doc/lanescope/changelog.gz").read_bytes()),
                         (SOURCE / "CHANGELOG.md").read_bytes())
        self.assertTrue(self.share("doc/lanescope/copyright").read_text().startswith((SOURCE / "LICENSE").read_text()))

    def test_the_desktop_can_start_it_and_open_files_with_it(self):
        if not HAS_WINDOW:
            self.skipTest("built without the window")
        types = set()
        for name, command in (("lanescope", "lanescope"), ("lanescope-open", "lanescope --open %f")):
            parser = configparser.RawConfigParser(strict=True)
            parser.optionxform = str
            parser.read_string(self.share(f"applications/{name}.desktop").read_text())
            entry = parser["Desktop Entry"]
            self.assertEqual((entry["Type"], entry["Name"], entry["Exec"], entry["Terminal"]),
                             ("Application", "Lanescope", command, "false"))
            self.share(f"icons/hicolor/scalable/apps/{entry['Icon']}.svg")
            for key in ("Categories", "Keywords", "MimeType"):
                self.assertTrue(entry.get(key, ";").endswith(";"), key)
            types |= set(entry.get("MimeType", "").split(";")) - {""}
        self.assertEqual(types, set(self.mime_types()))

    def mime_types(self):
        """Each type's pattern of names and first bytes."""
        root = xml.etree.ElementTree.parse(self.share("mime/packages/lanescope.xml")).getroot()
        self.assertEqual(root.tag, f"{MIME}mime-info")
        return {mime_type.get("type"): (mime_type.find(f"{MIME}glob").get("pattern"),
                                        mime_type.find(f"{MIME}magic/{MIME}match").get("value").encode())
                for mime_type in root}

    def test_files_are_known_by_name_and_first_bytes(self):
        if not HAS_WINDOW:
            self.skipTest("built without the window")
        types = self.mime_types()
        pattern, head = types["application/x-lanescope-recording"]
        recordings = list((SOURCE / "recordings").glob(pattern))
        self.assertGreater(len(recordings), 0)
        for recording in recordings:
            self.assertTrue(recording.read_bytes().startswith(head), recording)
        self.assertEqual(types["application/x-lanescope-session"], ("*.lanescope-session", b"lanescope-session "))

    def test_the_icon_is_a_picture(self):
        if not HAS_WINDOW:
            self.skipTest("built without the window")
        root = xml.etree.ElementTree.parse(self.share("icons/hicolor/scalable/apps/lanescope.svg")).getroot()
        self.assertEqual((root.tag, root.get("viewBox")), (f"{SVG}svg", "0 0 128 128"))
        self.assertEqual(len(root.findall(f"{SVG}g/{SVG}rect")), 8 + 4 + 2 + 1)


if __name__ == "__main__":
    BINARY, CMAKE, BUILD = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
    SOURCE, HAS_WINDOW = pathlib.Path(sys.argv.pop(1)), sys.argv.pop(1) == "1"
    unittest.main()
