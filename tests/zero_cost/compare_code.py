"""Compares the machine code of the plain CUDA listings with that of the native build, and proves that it can tell.

same_code        every kernel, operator and type: the .text bytes of the two are equal, for every architecture
catches_changes  listings with one small change each: the comparison must find the changed kernels, and only those
"""
import argparse
import concurrent.futures
import functools
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


class Compiler:
    def __init__(self, options):
        self.nvcc, self.source, self.folder = options.nvcc, options.source, options.folder

    def __call__(self, file, arch, *flags):
        cubin = self.folder / f"{file.stem}.{arch}.cubin"
        subprocess.run([self.nvcc, "-cubin", f"-arch={arch}", "-std=c++20", "-O3", *flags, "-o", cubin, file], check=True)
        return code_sections(cubin)

    @functools.cache
    def native(self, arch):
        sections = {}
        for file in sorted(self.source.glob("engine/cuda/native_*.cu")):
            sections |= self(file, arch, "--expt-relaxed-constexpr", "-lineinfo", f"-I{self.source}")
        return sections


def same_code(options, compiler, listings_file, table):
    failed = False
    with concurrent.futures.ThreadPoolExecutor() as pool:
        native = {arch: pool.submit(compiler.native, arch) for arch in options.arch}
        listings = {arch: pool.submit(compiler, listings_file, arch) for arch in options.arch}
    for arch in options.arch:
        different = differing(listings[arch].result(), native[arch].result(), table)
        for space in different:
            print(f"{arch} {space}: machine code differs")
        print(f"{arch}: {len(table) - len(different)} of {len(table)} kernels have the machine code of their listing")
        failed |= bool(different)
    return failed


def catches_changes(options, compiler, listings_file, table):
    text = listings_file.read_text()
    for space, old, new in CHANGES:
        begin = text.index(f"namespace {space} {{")
        at = text.index(old, begin)
        assert at < text.index("\nnamespace ", begin + 1), f"the listing of {space} does not hold '{old}'"
        text = text[:at] + new + text[at + len(old):]
    changed_file = options.folder / "changed_listings.cu"
    changed_file.write_text(text)
    arch = options.arch[-1]
    found = differing(compiler(changed_file, arch), compiler.native(arch), table)
    expected = [space for space, _, _ in CHANGES]
    print(f"{arch}: changed {', '.join(sorted(expected))}; found {', '.join(sorted(found))}")
    return sorted(found) != sorted(expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--listings", required=True, help="the program write_listings")
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="for what is made here")
    parser.add_argument("--arch", nargs="+", required=True)
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    listings_file, table_file = options.folder / "listings.cu", options.folder / "table.txt"
    subprocess.run([options.listings, listings_file, table_file], check=True)
    table = [line.split() for line in table_file.read_text().splitlines()]
    compiler = Compiler(options)
    failed = [test(options, compiler, listings_file, table) for test in (same_code, catches_changes)]
    return int(any(failed))


if __name__ == "__main__":
    sys.exit(main())
