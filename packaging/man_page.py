#!/usr/bin/env python3
"""Writes the man page, from what the program says of itself: man_page.py BINARY OUTPUT. An OUTPUT that ends in .gz is
compressed. The page holds --help of the program and of every subcommand; a group of options that one before it has word
for word is named, not repeated."""
import gzip
import pathlib
import re
import subprocess
import sys

AFTER = """.SH EXIT STATUS
.TP
0
good
.TP
1
the run failed, or its result is wrong
.TP
2
bad usage
.TP
3
the back end is not available here
.SH FILES
.TP
$XDG_CONFIG_HOME/lanescope/settings.json, ~/.config/lanescope/settings.json
how the window was left
"""


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def said(binary, *words):
    return subprocess.run([binary, *words], check=True, capture_output=True, text=True, timeout=60).stdout


def sections(text):
    """What --help says as (description, usage, {title: [(name, meaning)]})."""
    description, usage, found, title = "", "", {}, None
    for line in text.splitlines():
        if match := re.match(r"Usage: (.*)", line):
            usage = match[1]
        elif match := re.match(r"(\w[\w ]*):$", line):
            title = match[1]
            found[title] = []
        elif line.startswith("  ") and title:
            name, _, meaning = line.strip().partition("  ")
            found[title].append((name, meaning.strip()))
        elif line:
            description = f"{description} {line}".strip()
    return description, usage, found


def items(rows):
    return "".join(f".TP\n\\fB{escaped(name)}\\fR\n{escaped(meaning)}\n" for name, meaning in rows)


def page(binary):
    description, usage, top = sections(said(binary, "--help"))
    subcommands = [name for name, _ in top["Subcommands"]]
    version = said(binary, "--version").strip()
    name, _, rest = description.partition(". ")
    text = [f'.TH LANESCOPE 1 "" "Lanescope {escaped(version)}" "User Commands"\n', ".SH NAME\n",
            f"lanescope \\- {escaped(re.sub('^Lanescope ', '', name))}\n", ".SH SYNOPSIS\n"]
    text += [f".nf\n{escaped(usage)}\n.fi\n", ".SH DESCRIPTION\n", f"{escaped(description)}\n", ".SH OPTIONS\n",
             items(top["Options"]), ".SH COMMANDS\n", items(top["Subcommands"])]
    before = {}
    for subcommand in subcommands:
        description, usage, groups = sections(said(binary, subcommand, "--help"))
        text += [f".SH {subcommand.upper()}\n{escaped(description)}\n", f".PP\n.nf\n{escaped(usage)}\n.fi\n"]
        for title, rows in groups.items():
            same = before.setdefault((title, tuple(rows)), subcommand)
            text.append(f".SS {title}\n" + (items(rows) if same == subcommand else f"As for \\fB{same}\\fR.\n"))
    return "".join(text) + AFTER


def main():
    binary, output = sys.argv[1], pathlib.Path(sys.argv[2])
    made = page(binary).encode()
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(gzip.compress(made, 9, mtime=0) if output.suffix == ".gz" else made)


if __name__ == "__main__":
    main()
