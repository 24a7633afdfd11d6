"""Compares the machine code of the plain CUDA listings with that of the native build, and proves that it can tell.

same_code        every kernel, operator and type: the .text bytes of the two are equal, for every architecture
catches_changes  sums of float32, some listings with one small change each: the comparison must find the changed
                 kernels, and only those
"""
import argparse
import concurrent.futures
import os
import pathlib
import struct
import subprocess
import sys

# (listing, what to change, into what): a step too many, a barrier too many, an operand too many.
CHANGES = [
    ("convergent_shared_sum_float32", "if (t < stride) {", "if (t <= stride) {"),
    ("segmented_sum_float32", "__syncthreads();", "__syncthreads(); __syncthreads();"),
    ("coarsened_sum_float32", "sum += input[", "sum += 0.5f + input["),
]


def code_sections(cubin):
    """Function name -> machine code: the sections .text.NAME of a 64-bit little-endian ELF file."""
    data = cubin.read_bytes()
    assert data[:6] == b"\x7fELF\x02\x01", f"{cubin} is no 64-bit ELF file"
    table, = struct.unpack_from("<Q", data, 0x28)
    entry_size, count, names_index = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, table + i * entry_size) for i in range(count)]
    names = headers[names_index][4]

    sections = {}
    for name_at, kind, _, _, offset, size in headers:
        name = data[names + name_at:data.index(b"\0", names + name_at)].decode()
        if kind == 1 and name.startswith(".text."):
            sections[name[len(".text."):]] = data[offset:offset + size]
    return sections


def only_match(sections, token):
    matches = [code for name, code in sections.items() if token in name]
    if len(matches) != 1:
        sys.exit(f"{len(matches)} functions have '{token}' in their names; there must be one")
    return matches[0]


def differing(listings, native, table):
    """Namespaces whose code differs from that of their native entry."""
    different = []
    for space, token in table:
        listing_code = only_match(listings, f"_ZN{len(space)}{space}")
        if listing_code != only_match(native, token):
            different.append(space)
    return different


def ptx_inside(native_object):
    """The PTX that an object of the native build holds, if it holds PTX, as a build on a machine without a GPU does."""
    data = native_object.read_bytes()
    begin = data.find(b".version ")
    return data[begin:data.index(b"\0", begin)] if begin >= 0 else None


class Compiler:
    """As the native build goes: a file becomes PTX once, and that becomes machine code for each architecture."""

    def __init__(self, options):
        self.nvcc, self.folder, self.ptx_arch, self.source = options.nvcc, options.folder, options.ptx_arch, options.source

    def listing(self, file, archs):
        """Architecture -> function name -> machine code."""
        return self.machine_codes(self.ptx_of(file), archs)

    def native(self, native_object, archs):
        """Likewise of what the native build made of a file; it is compiled anew where that is for another architecture."""
        name = native_object.name.split(".")[0]
        if inside := ptx_inside(native_object):
            ptx = self.folder / f"{name}.ptx"
            ptx.write_bytes(inside)
        else:
            ptx = self.ptx_of(self.source / f"engine/cuda/{name}.cu", "--expt-relaxed-constexpr", "-lineinfo",
                              f"-I{self.source}")
        return self.machine_codes(ptx, archs)

    def ptx_of(self, file, *flags):
        ptx = self.folder / f"{file.stem}.ptx"
        self.run("-ptx", f"-arch={self.ptx_arch}", "-std=c++20", *flags, "-o", ptx, file)
        return ptx

    def machine_codes(self, ptx, archs):
        return {arch: self.machine_code(ptx, arch) for arch in archs}

    def machine_code(self, ptx, arch):
        cubin = ptx.with_suffix(f".{arch}.cubin")
        self.run("-cubin", f"-arch={arch}", "-o", cubin, ptx)
        return code_sections(cubin)

    def run(self, *words):
        subprocess.run([self.nvcc, "-O3", *words], check=True)


def same_code(listings, native, table):
    failed = False
    for arch, code in listings.items():
        different = differing(code, native[arch], table)
        for space in different:
            print(f"{arch} {space}: machine code differs")
        print(f"{arch}: {len(table) - len(different)} of {len(table)} kernels have the machine code of their listing")
        failed |= bool(different)
    return failed


def sums(text):
    """What the listings include and share, and those of sums of float32."""
    head, *listings = text.split("\nnamespace ")
    return "\nnamespace ".join([head] + [one for one in listings if "_sum_float32" in one[:one.index(" ")]])


def changed(text):
    text = sums(text)
    for space, old, new in CHANGES:
        begin = text.index(f"namespace {space} {{")
        end = text.find("\nnamespace ", begin)
        at = text.find(old, begin, end if end >= 0 else len(text))
        assert at >= 0, f"the listing of {space} does not hold '{old}'"
        text = text[:at] + new + text[at + len(old):]
    return text


def catches_changes(listings, native, table):
    (arch, code), = listings.items()
    found = differing(code, native[arch], [row for row in table if "_sum_float32" in row[0]])
    expected = [space for space, _, _ in CHANGES]
    print(f"{arch}: changed {', '.join(sorted(expected))}; found {', '.join(sorted(found))}")
    return sorted(found) != sorted(expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--listings", required=True, help="the program write_listings")
    parser.add_argument("--native", required=True, nargs="+", type=pathlib.Path, help="the objects of the native build")
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="for what is made here")
    parser.add_argument("--ptx-arch", required=True, help="of the PTX that a build without a GPU holds")
    parser.add_argument("--arch", nargs="+", required=True)
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    listings_file, table_file = options.folder / "listings.cu", options.folder / "table.txt"
    subprocess.run([options.listings, listings_file, table_file], check=True)
    table = [line.split() for line in table_file.read_text().splitlines()]
    changed_file = options.folder / "changed_listings.cu"
    changed_file.write_text(changed(listings_file.read_text()))

    compiler, native = Compiler(options), {arch: {} for arch in options.arch}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        listings = pool.submit(compiler.listing, listings_file, options.arch)
        changed_listings = pool.submit(compiler.listing, changed_file, options.arch[-1:])
        for code in pool.map(lambda native_object: compiler.native(native_object, options.arch), options.native):
            for arch, sections in code.items():
                native[arch] |= sections
    failed = [same_code(listings.result(), native, table), catches_changes(changed_listings.result(), native, table)]
    return int(any(failed))


if __name__ == "__main__":
    sys.exit(main())
