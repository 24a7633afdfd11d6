#!/usr/bin/python3
"""The fonts of the page, with the characters that the program uses and no others.

    subset_fonts.py SOURCE_FOLDER OUTPUT_FOLDER CJK_COLLECTION LATIN_FONT..

Writes each Latin font under its name, and NotoSansCJK.ttc: a collection whose faces stand at the numbers that
viz/text/language.h names. The interpreter is the distribution's, which has its package python3-fonttools.
"""
import pathlib
import re
import struct
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

WRITTEN = [(0x20, 0xFF), (0x2010, 0x2027), (0x2030, 0x203A), (0x2190, 0x2195), (0x2200, 0x22FF), (0x25A0, 0x25FF),
           (0x2713, 0x2713)]  # as in viz/fonts/font_files.h
SIMPLIFIED, TRADITIONAL = 2, 3  # faces of the collection


def is_wide(code):
    """As in viz/text/characters.h."""
    return 0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFF01 <= code <= 0xFF60 or 0x20000 <= code <= 0x3FFFF


def codes_of(files):
    return {ord(character) for file in files for character in file.read_text(encoding="utf-8")}


def subsetted(font, codes):
    options = subset.Options()
    options.layout_features = []  # the program places each character by itself
    options.hinting = False
    options.desubroutinize = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]  # the licence stays in it
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GDEF", "GPOS", "GSUB", "DSIG"]
    tool = subset.Subsetter(options)
    tool.populate(unicodes=codes)
    tool.subset(font)
    return font


def bytes_of(font, folder):
    """A file of its own."""
    place = folder / "face.otf"
    font.save(place, reorderTables=None)
    data = place.read_bytes()
    place.unlink()
    return data


def moved(data, offset):
    """The font file as a part of another one that begins `offset` bytes earlier."""
    tables = struct.unpack(">H", data[4:6])[0]
    out = bytearray(data)
    for table in range(tables):
        at = 12 + 16 * table + 8
        struct.pack_into(">I", out, at, struct.unpack_from(">I", out, at)[0] + offset)
    return bytes(out)


def collection(simplified, traditional):
    """Faces 0 to 3: those that nobody asks for are the first one."""
    head = 12 + 4 * 4
    first = head
    second = (first + len(simplified) + 3) // 4 * 4
    out = b"ttcf" + struct.pack(">III", 0x00010000, 4, first) + struct.pack(">III", first, first, second)
    out += moved(simplified, first)
    out += b"\0" * (second - len(out))
    return out + moved(traditional, second)


def main():
    source, output, cjk = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    output.mkdir(parents=True, exist_ok=True)
    everywhere = [*source.glob("viz/**/*.cpp"), *source.glob("viz/**/*.h"), *source.glob("engine/**/*.cpp"),
                  *source.glob("app/**/*.cpp"), *source.glob("lessons/*.md"), *source.glob("kernels/**/*.h")]
    here = codes_of(everywhere)
    simplified = codes_of([source / "viz/text/zh-Hans.json", *source.glob("lessons/zh-Hans/*.md")])
    traditional = codes_of([source / "viz/text/zh-Hant.json", *source.glob("lessons/zh-Hant/*.md")])
    written = {code for first, last in WRITTEN for code in range(first, last + 1)}
    latin = written | {code for code in here | simplified | traditional if not is_wide(code)}
    for font in sys.argv[4:]:
        subsetted(TTFont(font), latin).save(output / pathlib.Path(font).name)
    # English has the characters of other scripts from the traditional face.
    wide = [{code for code in here | own if is_wide(code)} for own in (simplified, traditional)]
    faces = [bytes_of(subsetted(TTFont(cjk, fontNumber=number), codes), output)
             for number, codes in zip((SIMPLIFIED, TRADITIONAL), wide)]
    (output / "NotoSansCJK.ttc").write_bytes(collection(*faces))


if __name__ == "__main__":
    main()
