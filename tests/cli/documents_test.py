"""The commands of the documents run, and what they print is what the text beside them says."""
import json
import pathlib
import re

import cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "recordings" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

# What stands for something else in a document, and what it stands for here. The first that fits is taken.
PLACEHOLDERS = [(r"\[(.*?)\]", r"\1"), (r"record -o FILE", "record segmented -o made.lanescope"),
                (r"(replay|--recording) FILE", r"\1 recordings/h200_ragged.lanescope"),
                (r"recordings/(h200_sanitizer)\.csv", r"few_of_\1.csv"),  # ctest compares the whole table
                (r"FILE\.cu:FUNCTION", "without_main.cu:solve"), (r"FILE\.png", "made.png"), (r"-o FILE", "-o made.sweep"), (r"FILE", "made"),
                (r"KERNELS", "stencil_basic stencil_coarsened"), (r"--coarse C", "--coarse 2"), (r"--block B", "--block 256"),
                (r"TYPE", "float64"), (r"\bOP\b", "max"), (r"--gpu NAME", "--gpu h200")]
# Commands that need a GPU. Where there is none they are refused for that, after all options were read.
OF_A_GPU = re.compile(r"--backend cuda|--table|^verify --counters \S+\.cu\b|^(bench|verify)(?!.*(--recording |--help|\.cu\b))|^sweep --n")


def commands_of(text):
    """In the order of the text: code spans, and lines of code blocks up to the words that explain them, or to a file."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S)
    text = re.sub(r"^```\w*\n.*?^```", "", text, flags=re.M | re.S)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text)]
    lines = [re.split(r"  +|, (?=lanescope )| > ", line) for block in blocks for line in block.splitlines()]
    for command in spans + [part for line in lines for part in line]:
        found = re.match(r"(?:lanescope|\./run\.sh|build/release/lanescope) ([a-z].*)", command)
        if found and found[1] != "ARGS":
            yield found[1]


def runnable(command):
    """Without placeholders, and quick: on fewer elements where a document takes many. A word alone names a subcommand."""
    if " " not in command:
        return command + " --help"
    for pattern, meaning in PLACEHOLDERS:
        command = re.sub(pattern, meaning, command)
    coarsens = " --coarse" in command
    command = command.replace("KERNEL", "coarsened" if coarsens else "segmented")
    return command if OF_A_GPU.search(command) else re.sub(r"2\^2\d\b", "2^12", command)


class Commands(cases.Case):
    def setUp(self):
        super().setUp()
        (self.cwd / "recordings").symlink_to(ROOT / "recordings")
        (self.cwd / "docs").mkdir()
        rows = (ROOT / "recordings" / "h200_sanitizer.csv").read_text().splitlines(keepends=True)
        (self.cwd / "few_of_h200_sanitizer.csv").write_text("".join(rows[:12]))
        (self.cwd / "A.json").write_text("[[0, 4, 8, 12, 16, 20, 24, 28], [32], [0], [8], [1, 2, 0]]\n")
        (self.cwd / "made.cu").write_text("__global__ void segmented(const float* in, float* out, int n) {\n"
                                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                          "  if (i < n) atomicAdd(out, in[i]);\n}\n"
                                          "int main() {\n  float *in, *out;\n  cudaMalloc(&in, 256);\n  cudaMalloc(&out, 4);\n"
                                          "  segmented<<<1, 64>>>(in, out, 64);\n  return cudaDeviceSynchronize();\n}\n")

        (self.cwd / "without_main.cu").write_text("__global__ void fill(float* out, int n) {\n"
                                                  "  if (threadIdx.x < n) out[threadIdx.x] = 1;\n}\n"
                                                  "void solve(float* out, int n) { fill<<<1, 64>>>(out, n); }\n")

    def test_every_command_runs(self):
        has_gpu = self.call("run segmented --n 1 --backend cuda").returncode == 0
        seen = set()
        for document in DOCUMENTS:
            for command in map(runnable, commands_of(document.read_text())):
                of_a_gpu = bool(OF_A_GPU.search(command))
                if command in seen or (of_a_gpu and has_gpu):
                    continue
                seen.add(command)
                with self.subTest(document=document.name, command=command):
                    done = self.call(command)
                    allowed = {3} if of_a_gpu else {0, 3} if command.startswith("render") else {0}
                    self.assertIn(done.returncode, allowed, done.stdout + done.stderr)
        self.assertGreater(len(seen), 30, "the documents are read")

    def test_the_reader_of_documents_can_fail(self):
        text = "a `lanescope run\nsegmented --n 4`, `build/release/x`, `lanescope`\n```\nlanescope list   every kernel\n" \
               "lanescope record -o FILE, lanescope replay FILE   both\nlanescope list --json > list.json\n```\n`./run.sh ARGS` `./run.sh list --jsn`"
        commands = list(commands_of(text))
        self.assertEqual(commands, ["run segmented --n 4", "list --jsn", "list", "record -o FILE", "replay FILE",
                                    "list --json"])
        self.assertEqual(self.call("list --jsn").returncode, 2)


class Views(cases.Case):
    """README.md has a row a view, in the order of the list; its picture is there."""

    def test_the_table_of_views_is_the_list(self):
        views = json.loads(self.good("list --views --json").stdout)
        readme = (ROOT / "README.md").read_text()
        rows = re.findall(r"^\| \[.*\]\(docs/views/.*\|$", readme, re.M)
        self.assertEqual(rows, [f"| [{view['title']}](docs/views/{view['id']}.png) | {view['description']} |" for view in views])
        pictures = sorted(path.stem for path in (ROOT / "docs" / "views").glob("*.png"))
        self.assertEqual(pictures, sorted(view["id"] for view in views), "docs/update_pictures.sh draws them")

    def test_the_text_is_the_same_list(self):
        views = json.loads(self.good("list --views --json").stdout)
        text = self.good("list --views").stdout
        self.assertIn(text, self.good("list").stdout)
        for view in views:
            self.assertRegex(text, f"(?m)^{view['id']} +{re.escape(view['description'])}")


class Ladder(cases.Case):
    """docs/ladder.md, "Reading the numbers"."""

    def setUp(self):
        super().setUp()
        self.text = " ".join((ROOT / "docs" / "ladder.md").read_text().split())

    def command(self, start):
        found = re.search(f"`lanescope ({re.escape(start)}[^`]*)`", self.text)
        self.assertTrue(found, start)
        return found[1]

    def steps(self, start):
        """Active threads, divergent warps and stride of each step."""
        block = self.json(self.command(start))["block"]
        return [(step["active_threads"], step["divergent_warps"], step["stride"]) for step in block["steps"]
                if step["phase"] == "tree"]

    def test_the_convergent_tree(self):
        self.assertEqual(self.steps("trace convergent_shared"),
                         [(threads, int(threads < 32), threads) for threads in (2 ** k for k in range(10, -1, -1))])
        self.assertIn("1024, 512, 256, 128, 64, 32 active threads without divergence, then 16, 8, 4, 2, 1 with one divergent "
                      "warp each", self.text)

    def test_the_interleaved_tree(self):
        steps = self.steps("trace interleaved_shared")
        self.assertEqual([stride for _, _, stride in steps], [2 ** k for k in range(11)])
        self.assertEqual(steps[0][:2], (1024, 0))
        self.assertEqual([divergent for _, divergent, _ in steps[1:6]], [32] * 5)
        self.assertEqual([(threads, divergent) for threads, divergent, _ in steps[6:]],
                         [(k, k) for k in (16, 8, 4, 2, 1)], "each warp that remains works for a single lane")

    def test_the_coarsening_figure(self):
        command = self.command("compare segmented coarsened")
        printed = self.good(command).stdout
        fine, coarse = json.loads(self.good(command + " --json").stdout)
        for row, steps in ((fine, "1+3"), (coarse, "3+3")):
            line = next(line for line in printed.splitlines() if line.startswith(row["kernel"]))
            self.assertIn(steps, line.split())
            self.assertIn(steps, self.text)
            self.assertEqual((f"{row['fully_utilized_steps']}+{row['underutilized_steps']}", row["barriers"]), (steps, 3))
        serial = [fine["grid_dim"] * fine[name] for name in ("fully_utilized_steps", "underutilized_steps", "barriers")]
        self.assertEqual((coarse["grid_dim"], serial), (1, [2, 6, 6]))
        self.assertIn("take 8 steps (2 full, 6 under-utilized) and 6 barriers", self.text)
        self.assertIn("one coarsened block takes 6 steps and 3 barriers", self.text)


def number(cell):
    return float(cell.replace(",", ""))


class Coarsening(cases.Case):
    """The counts in docs/coarsening.md: each table's cells beside what the row's command counts."""
    COLUMNS = {"FLOP": "flop", "load requests": "global_load_requests", "sectors": "global_load_sectors",
               "load sectors": "global_load_sectors", "store sectors": "global_store_sectors",
               "bytes that lanes load": "global_load_bytes", "shared stores": "shared_store_requests",
               "barriers": "barriers", "FLOP a loaded byte": "flop_per_load_byte", "additions": "combine_ops",
               "of them conflicts": "shared_load_bank_conflicts+shared_store_bank_conflicts",
               "shared wavefronts": "shared_load_wavefronts+shared_store_wavefronts",
               "global atomics (requests)": "atomic_requests", "shared atomics (requests)": "shared_atomic_requests"}

    def tables(self):
        """Each command with a KERNEL, and the rows of the table behind it as {column: cell}."""
        text = (ROOT / "docs" / "coarsening.md").read_text()
        for found in re.finditer(r"`lanescope trace KERNEL ([^`]*)`(.*?)\n\n(\|.*?)\n\n", text, re.S):
            header, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[3].splitlines()]
            options = re.sub(r"\[.*?\]|--block B", "", found[1])
            if "blockDim 256" in found[2]:
                options += " --block 256"
            yield options + (" --type int32" if "int32" in found[2] else ""), header, rows

    def test_the_tables_are_what_is_counted(self):
        checked = 0
        for options, header, rows in self.tables():
            kernel = ""
            for row in rows:
                name, own = re.fullmatch(r"(\w*) ?(?:`(.*)`)?", row[0]).groups()
                kernel = name or kernel
                done = self.good(f"trace {kernel} {own or ''} {options}")
                totals = json.loads(done.stdout)["totals"]
                for column, cell in list(zip(header, row))[1:]:
                    if column not in self.COLUMNS:
                        continue
                    counted = sum(totals[part] for part in self.COLUMNS[column].split("+"))
                    self.assertEqual(number(cell), round(counted, 2), f"{kernel} {own}: {column}")
                    checked += 1
        self.assertGreater(checked, 60)


if __name__ == "__main__":
    cases.main()
