// The page in headless Chromium, by mouse, keys and fingers.
//
//     node tests/web/page_test.mjs build/web/lanescope.html [--native build/release/lanescope] [--only WORDS]
//
// With a native program their pictures are compared; --only: tests whose names have these words.
// Nothing here depends on how fast the machine is: what is waited for must come, however late.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, gzipSync } from "node:zlib";
import { Browser, sleep } from "./browser.mjs";

const file = resolve(process.argv[2]);
const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const only = option("--only"), native = option("--native");
const folder = mkdtempSync(join(tmpdir(), "lanescope-page-test-"));
const blank = join(folder, "blank.html");
writeFileSync(blank, "<title>blank</title>");
const address = pathToFileURL(file).href + "?state";
const STATE = "(window.lanescope && window.lanescope.state())";

class Page {
  constructor(browser) {
    this.browser = browser;
  }
  state() {
    return this.browser.evaluate(STATE);
  }
  /// The first state for which the condition, an expression over s, is true.
  async wait(condition, what = condition) {
    const state = await this.browser.until(`(() => { const s = ${STATE}; return s && (${condition}) ? s : null; })()`);
    if (state) return state;
    const now = await this.state().catch(() => null);
    const view = now && JSON.stringify({ up: now.up_to_date, run: now.running, notice: now.notice, error: now.error, view: now.view?.position, picture: now.picture });
    assert.fail(`waited in vain for ${what}; the page shows ${view}; ${this.browser.complaints.join("; ")}`);
  }
  settled() {
    return this.wait("s.up_to_date && !s.running && s.runs[0] && s.still", "the run");
  }
  async place(mark, x = 0.5, y = 0.5) {
    const s = await this.wait(`s.still && s.marks[${JSON.stringify(mark)}]`, "the widget " + mark);
    const [left, top, width, height] = s.marks[mark];
    const ratio = await this.browser.evaluate("window.lanescope.size()[2]");
    return [(left + x * width) / ratio, (top + y * height) / ratio];
  }
  async click(mark, x, y) {
    await this.browser.click(...(await this.place(mark, x, y)));
  }
  /// Turns the wheel over a list, at a row that is seen, until another row of it lies within the page.
  async reveal(row, seen) {
    const at = await this.place(seen), height = await this.browser.evaluate("innerHeight");
    for (let [, bottom] = await this.place(row, 0.5, 1); bottom > height; [, bottom] = await this.place(row, 0.5, 1)) {
      const before = (await this.state()).marks[row];
      await this.browser.pointer("mouseMoved", ...at);  // a wheel turns what lies under the pointer
      await this.browser.pointer("mouseWheel", ...at, { deltaX: 0, deltaY: 100 });
      await this.wait(`s.marks[${JSON.stringify(row)}][1] < ${before[1]}`, "the list to move");
    }
  }
  async drag(mark, from, to) {
    const [x, y] = await this.place(mark, from), [end] = await this.place(mark, to);
    await this.browser.pointer("mouseMoved", x, y);
    await this.browser.pointer("mousePressed", x, y, { button: "left", buttons: 1, clickCount: 1 });
    for (let i = 1; i <= 5; ++i) {
      await sleep(20);
      await this.browser.pointer("mouseMoved", x + ((end - x) * i) / 5, y, { button: "left", buttons: 1 });
    }
    await this.browser.pointer("mouseReleased", end, y, { button: "left", clickCount: 1 });
  }
  /// Fingers at these places; none: all are lifted.
  touch(type, places) {
    return this.browser.do("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) });
  }
  async tap(mark) {
    await this.touch("touchStart", [await this.place(mark)]);
    await this.touch("touchEnd", []);
  }
  /// Types over what stands in a field.
  async enter(mark, text) {
    await this.click(mark);
    await this.browser.until("window.lanescope.isTyping()");
    await this.browser.do("Input.insertText", { text });
    await this.browser.key("Enter", { number: 13 });
  }
  said() {
    return this.browser.evaluate("document.getElementById('said').textContent");
  }
}

const view = { version: 2 }; // one launch of 2^20 elements

/// A page whose last session left this view; null: it was never open. Pages of files share what browsers keep for them.
async function open(browser, own = view, fragment = "") {
  await browser.go(pathToFileURL(blank).href);
  await browser.until("document.title === 'blank'");
  await browser.evaluate("localStorage.clear()");
  if (own) await browser.evaluate(`localStorage.setItem("lanescope.settings", ${JSON.stringify(JSON.stringify({ view: own }))})`);
  browser.complaints.length = 0;
  await browser.go(address + fragment);
  const page = new Page(browser);
  await page.settled();
  return page;
}

/// A session as a program writes it: a line with its checksum (FNV-1a), and the view.
function sessionOf(own) {
  const body = JSON.stringify(own) + "\n";
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(body)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return Buffer.from(`lanescope-session 1 ${hash.toString(16).padStart(16, "0")}\n${body}`);
}
/// As the first version wrote it: one request.
const oldView = (position) => ({ version: 1, request: { kernel: "interleaved_shared", n: 4096, block_dim: 64 }, position });

/// For the pages that are opened next: without these names.
async function without(browser, names, call) {
  const source = names.map((name) => `delete window.${name};`).join("");
  const { identifier } = await browser.do("Page.addScriptToEvaluateOnNewDocument", { source });
  try {
    await call();
  } finally {
    await browser.do("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  }
}

/// What stands over the page: one sentence, and a button to start again.
async function assertFailed(browser, words) {
  const why = await browser.until("document.getElementById('failed').hidden === false && document.getElementById('why').textContent");
  assert.match(why, words);
  assert.ok(await browser.evaluate("document.getElementById('again').getBoundingClientRect().width > 0"), "a button");
  assert.match(await browser.evaluate("document.getElementById('source').textContent"), /Lanescope/);
}

const tests = {
  async "one file, small enough, that loads nothing else"() {
    assert.ok(statSync(file).size <= 4 << 20, "the page has more than 4 MiB");
    const text = readFileSync(file, "utf8");
    const loads = [...text.matchAll(/<(?:script|link|img|iframe)[^>]*\s(?:src|href)="(?!data:)([^"]*)"/g)].map((match) => match[1]);
    assert.deepEqual(loads, []);
  },

  async "the first start plays two trees"(browser) {
    const page = await open(browser, null);
    const state = await page.wait("s.view.position === s.frames && s.runs.every((run) => run && run.correct)", "the last step");
    assert.equal(state.runs.length, 2);
    assert.equal(state.notice, "");
    assert.ok(await browser.evaluate("!!window.lanescope.worker()"), "runs happen in a worker");
  },

  async "keys step, and a screen reader is told"(browser) {
    const page = await open(browser);
    const first = await page.settled();
    assert.equal(first.view.position, 0);
    await browser.key("ArrowRight", { number: 39 });
    await page.wait("s.view.position === 1");
    const said = await page.said();
    assert.ok(said.length > 10);
    assert.equal(await browser.evaluate("document.title"), `Lanescope: ${first.request.kernel}`);
    await browser.key("End", { number: 35 });
    await page.wait("s.view.position === s.frames");
    assert.notEqual(await page.said(), said);
    await browser.key("Home", { number: 36 });
    await page.wait("s.view.position === 0");
    await browser.key("c", { code: "KeyC", text: "c", number: 67 });
    await page.wait("s.runs.length === 2 && s.up_to_date");
    await browser.key("z", { code: "KeyZ", number: 90, modifiers: 2 });
    await page.wait("s.runs.length === 1 && s.up_to_date");
  },

  async "a slider changes the trace"(browser) {
    const page = await open(browser);
    const before = await page.settled();
    await page.drag("block_dim", 0.8, 0.5);
    const after = await page.wait(`s.up_to_date && s.picture.block_dim !== ${before.picture.block_dim}`, "another blockDim");
    assert.notEqual(after.picture.masks_hash, before.picture.masks_hash);
    await page.wait("s.runs[0].result !== null && s.runs[0].correct", "its result");
  },

  async "a newer run ends an older one"(browser) {
    const page = await open(browser);
    await page.click("kernel/interleaved_shared");
    await page.click("kernel/convergent_shared");
    const state = await page.wait("s.up_to_date && s.picture.kernel === 'convergent_shared' && s.runs[0].correct", "the newest kernel");
    assert.equal(state.notice, "");
  },

  async "a long run tells how far it is, and can be cancelled"(browser) {
    const page = await open(browser);
    await page.enter("n_slider/entry", "2^26");
    const early = await page.wait("s.marks.cancel && s.fraction > 0 && s.fraction < 1", "progress");
    const later = await page.wait(`s.fraction > ${early.fraction} || !s.running`, "more progress");
    assert.ok(later.running, "it ended before it could be cancelled");
    await page.click("cancel");
    await page.wait("!s.running && s.notice.includes('cancelled')", "word of it");
    assert.equal((await page.state()).runs[0].result, null);
    await page.enter("n_slider/entry", "1000");
    await page.wait("s.up_to_date && s.picture.n === 1000 && s.runs[0].correct", "a run after it");
  },

  async "a worker that is lost is told, and comes back"(browser) {
    const page = await open(browser);
    await page.wait("s.runs[0].correct", "its result");
    await browser.evaluate("window.lanescope.worker().terminate()");
    await browser.evaluate("window.lanescope.worker().onerror(new ErrorEvent('error'))");
    await page.click("kernel/interleaved_shared");
    await page.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared' && s.runs[0].correct", "a run of the next worker");
  },

  async "a lesson opens, and an answer is marked"(browser) {
    const page = await open(browser);
    await browser.key("F2", { number: 113 });
    const state = await page.wait("Object.keys(s.marks).some((mark) => mark.startsWith('lesson/list/'))", "the list");
    await page.click(Object.keys(state.marks).find((mark) => mark.startsWith("lesson/list/")));
    await page.wait("s.marks['lesson/close']", "the lesson");
    const asks = await page.wait("s.still && (s.marks['lesson/option/0'] || s.marks['lesson/field'])", "its question");
    if (asks.marks["lesson/option/0"]) {
      await page.click("lesson/option/0");
    } else {
      await page.click("lesson/field");
      await browser.key("1", { text: "1" });
    }
    await page.click("lesson/answer");
    await page.wait("s.marks['lesson/right'] || s.marks['lesson/wrong']", "its mark");
    assert.deepEqual(browser.complaints, []);
  },

  async "no upload of nothing, which WebGL takes for one of the whole memory"(browser) {
    const page = await open(browser);
    await browser.evaluate(`(() => {
      const own = WebGL2RenderingContext.prototype.bufferData;
      window.uploads = 0, window.empty = 0;
      WebGL2RenderingContext.prototype.bufferData = function (...words) {
        ++window.uploads;
        if (words.length === 5 && words[4] === 0) ++window.empty;
        return own.apply(this, words);
      };
    })()`);
    await browser.key("F2", { number: 113 });
    const { marks } = await page.wait("s.marks['lesson/list/tiling']", "the list");
    await page.reveal("lesson/list/tiling", Object.keys(marks).find((mark) => mark.startsWith("lesson/list/")));
    await page.click("lesson/list/tiling");
    await page.wait("s.up_to_date && s.runs.length === 3 && s.runs.every((run) => run) && s.still", "its launches");
    const [uploads, empty] = await browser.evaluate("[window.uploads, window.empty]");
    assert.ok(uploads > 0);
    assert.equal(empty, 0);
  },

  async "three languages"(browser) {
    const page = await open(browser);
    const english = await page.said();
    const choose = async (language) => {
      await page.click("language");
      await page.wait(`s.marks["language/${language}"] !== undefined`, "the list of languages");
      await page.click(`language/${language}`);
    };
    await choose("zh-Hant");
    await page.wait("s.view.view === undefined ? s.view.language === 'zh-Hant' : s.view.view.language === 'zh-Hant'", "traditional Chinese");
    await page.settled();
    const traditional = await page.said();
    assert.match(traditional, /[\u4e00-\u9fff]/);
    await choose("zh-Hans");
    await page.wait("JSON.stringify(s.view).includes('zh-Hans')", "simplified Chinese");
    await page.settled();
    const simplified = await page.said();
    assert.match(simplified, /[\u4e00-\u9fff]/);
    assert.notEqual(simplified, traditional);
    assert.notEqual(english, simplified);
  },

  async "settings are kept"(browser) {
    const page = await open(browser);
    await page.click("kernel/interleaved_shared");
    await page.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared'");
    await browser.go(address);
    await page.wait("s.up_to_date && s.picture && s.picture.kernel === 'interleaved_shared'", "the kernel of the last session");
  },

  async "a link shows the same step to somebody else"(browser) {
    const page = await open(browser);
    await page.click("kernel/interleaved_shared");
    await page.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared'");
    await browser.key("ArrowRight", { number: 39 });
    await browser.key("ArrowRight", { number: 39 });
    await page.wait("s.view.position === 2");
    await page.click("files");
    await page.click("copy_link");
    await page.wait("s.notice.startsWith('The link is in the clipboard') || s.notice.startsWith('The browser did not let')", "word of the link");
    const fragment = await browser.evaluate("location.hash");
    assert.match(fragment, /^#s=[\w-]+$/);

    const other = await open(browser, view, fragment);
    const state = await other.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared' && s.view.position === 2", "the step of the link");
    assert.equal(state.notice, "");

    const damaged = await open(browser, view, fragment.slice(0, fragment.length / 2));
    await damaged.wait("s.notice.startsWith('The link is damaged')", "word of the damage");
    await damaged.settled();
    await browser.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await damaged.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared' && s.view.position === 2", "a link in a page that is open");
    await browser.evaluate("location.hash = '#s=nonsense'");
    await damaged.wait("s.notice.startsWith('The link is damaged')", "word of the damage");
  },

  async "a link of an older version opens"(browser) {
    const page = await open(browser, view, "#u=" + sessionOf(oldView(2)).toString("base64url"));
    await page.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared' && s.picture.n === 4096 && s.view.position === 2", "its step");
    assert.equal((await page.state()).notice, "");
  },

  async "a browser without DecompressionStream unpacks by itself"(browser) {
    await without(browser, ["DecompressionStream", "CompressionStream"], async () => {
      const page = await open(browser);
      assert.equal(await browser.evaluate("typeof DecompressionStream"), "undefined");
      const kinds = [{ level: 0 }, { strategy: constants.Z_FIXED }, { level: 9 }]; // stored, fixed and dynamic codes
      for (const [i, kind] of kinds.entries()) {
        const link = "#s=" + gzipSync(sessionOf(oldView(i + 1)), kind).toString("base64url");
        await browser.evaluate(`location.hash = ${JSON.stringify(link)}`);
        await page.wait(`s.up_to_date && s.picture.kernel === 'interleaved_shared' && s.view.position === ${i + 1}`, "the link " + i);
        await browser.evaluate(`location.hash = ${JSON.stringify(link.slice(0, -20))}`);
        await page.wait("s.notice.startsWith('The link is damaged')", "word of the damage");
      }
      await page.click("files");
      await page.click("copy_link");
      const fragment = await browser.until("/^#u=/.test(location.hash) && location.hash");
      const again = await open(browser, view, fragment);
      await again.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared' && s.view.position === 3", "the step of its link");
    });
  },

  async "files are handed over, and taken"(browser) {
    const folder = mkdtempSync(join(tmpdir(), "lanescope-downloads-"));
    await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    const arrived = async (ending) => {
      for (let i = 0; i < 600; ++i, await sleep(100)) {
        const name = readdirSync(folder).find((one) => one.endsWith(ending));
        if (name) return join(folder, name);
      }
      assert.fail("no file that ends in " + ending);
    };
    const page = await open(browser);
    await page.click("kernel/interleaved_shared");
    await page.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared'");
    await page.click("files");
    await page.click("save_session");
    const session = await arrived(".lanescope-session");
    assert.match(readFileSync(session, "latin1").split("\n")[0], /^lanescope-session/);
    for (const ending of [".svg", ".png"]) {
      await page.click("files");
      await page.click("export/activity" + ending);
      assert.ok(statSync(await arrived(ending)).size > 1000);
    }
    const again = await open(browser);
    const bytes = readFileSync(session).toString("base64");
    await browser.evaluate(`(() => {
      const bytes = Uint8Array.from(atob("${bytes}"), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], "of mine.lanescope-session"));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    })()`);
    await again.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared'", "the session that was dropped");
    await browser.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(["nonsense"], "broken.lanescope-session"));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    })()`);
    await again.wait("s.notice.includes('broken.lanescope-session')", "what is wrong with the file");
    rmSync(folder, { recursive: true, force: true });
  },

  async "the picture is the desktop's"(browser) {
    if (!native) return "no native program";
    const downloads = mkdtempSync(join(tmpdir(), "lanescope-downloads-"));
    await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
    const page = await open(browser);
    await page.click("kernel/interleaved_shared");
    for (let step = 1; step <= 3; ++step) {
      await browser.key("ArrowRight", { number: 39 });
      await page.wait(`s.view.position === ${step}`);
    }
    await page.wait("s.runs[0].correct && s.moment === 1", "the end of the motion");
    await browser.pointer("mouseMoved", 640, 1);
    await sleep(2000); // until the last tip has gone
    const shown = "data:image/png;base64," + (await browser.screenshot()).toString("base64");
    await page.click("files");
    await page.click("save_session");
    let session;
    for (let i = 0; i < 600 && !session; ++i, await sleep(100))
      session = readdirSync(downloads).find((one) => one.endsWith(".lanescope-session"));
    const picture = join(downloads, "native.png");
    execFileSync(resolve(native), ["render", "window", "--open", join(downloads, session), "--size", "1280x720", "--step", "3", "-o", picture]);
    const drawn = "data:image/png;base64," + readFileSync(picture).toString("base64");
    const other = await browser.evaluate(`(async () => {
      const pixels = async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const a = await pixels("${shown}"), b = await pixels("${drawn}");
      if (a.width !== b.width || a.height !== b.height) return 1;
      let count = 0;
      for (let i = 0; i < a.data.length; i += 4)
        if ([0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > 48)) ++count;
      return count / (a.width * a.height);
    })()`);
    if (process.env.LANESCOPE_SHOTS) {
      writeFileSync(join(process.env.LANESCOPE_SHOTS, "native.png"), readFileSync(picture));
      writeFileSync(join(process.env.LANESCOPE_SHOTS, "page.png"), Buffer.from(shown.split(",")[1], "base64"));
    }
    rmSync(downloads, { recursive: true, force: true });
    console.log(`        ${(100 * other).toFixed(3)} % of the pixels differ`);
    assert.ok(other < 0.01, `${(100 * other).toFixed(2)} % of the pixels differ`);
  },

  async "own kernels say where they run"(browser) {
    const page = await open(browser);
    await browser.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(["__global__ void sum(const float* in, float* out, int n) { out[0] = in[0]; }"], "mine.cu"));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    })()`);
    await page.wait("(s.error + s.notice).includes('desktop program')", "where own kernels run");
  },

  async "fingers: a tap clicks, one that rests hovers, two zoom"(browser) {
    const page = await open(browser);
    await page.tap("kernel/interleaved_shared");
    await page.wait("s.up_to_date && s.picture.kernel === 'interleaved_shared'", "a tap");
    const row = await page.place("panel/activity", 0.4, 0.4);
    await page.touch("touchStart", [row]);
    await page.wait("s.hover_step !== null", "what is under a finger that rests");
    await sleep(600);
    await page.touch("touchMove", [[row[0] + 2, row[1]]]);
    await page.touch("touchEnd", []);
    assert.equal((await page.settled()).picture.kernel, "interleaved_shared");

    const before = (await page.settled()).view.tree.zoom;
    const [x, y] = await page.place("panel/tree");
    const apart = (distance) => [[x - distance, y], [x + distance, y]];
    await page.touch("touchStart", apart(20).slice(0, 1));
    await page.touch("touchStart", apart(20));
    for (const distance of [40, 60, 80, 100]) await page.touch("touchMove", apart(distance));
    await page.touch("touchEnd", []);
    // The last of its moves may come in a later frame: until two looks see the same.
    let wide = before;
    for (let now; (now = (await page.wait(`s.still && s.view.tree.zoom > ${before}`, "a pinch")).view.tree.zoom) !== wide; wide = now) await sleep(500);
    await page.touch("touchStart", apart(100).slice(0, 1));
    await page.touch("touchStart", apart(100));
    for (const distance of [80, 60, 40]) await page.touch("touchMove", apart(distance));
    await page.touch("touchEnd", []);
    await page.wait(`s.view.tree.zoom < ${wide}`, "a pinch back");
  },

  async "a tap on a field shows keys, and what they type is typed"(browser) {
    const page = await open(browser);
    const focus = (id) => browser.until(`document.activeElement.id === "${id}"`);
    await page.tap("block_dim/entry");
    assert.ok(await focus("entry"), "a screen shows keys for an input that has the focus");
    assert.equal(await browser.evaluate("document.getElementById('entry').inputMode"), "decimal");
    await browser.until("window.lanescope.isTyping()");
    await browser.do("Input.insertText", { text: "64" });
    await browser.key("Enter", { number: 13 });
    await page.wait("s.up_to_date && s.picture.block_dim === 64", "what was typed");
    assert.ok(await focus("canvas"), "the keys go");

    // An input method shows one thing while it composes, and leaves another.
    await page.tap("n_slider/entry");
    await browser.until("window.lanescope.isTyping()");
    await browser.do("Input.insertText", { text: "5000" });
    for (const text of ["s", "se"]) await browser.do("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await browser.do("Input.insertText", { text: "77" });
    await browser.evaluate("document.execCommand('delete')");
    await browser.key("Enter", { number: 13 });
    await page.wait("s.up_to_date && s.picture.n === 50007", "what was composed");

    await page.tap("kernel/convergent_shared");
    await page.wait("s.up_to_date && s.picture.kernel === 'convergent_shared'");
    assert.ok(await focus("canvas"), "no keys beside a field");
  },

  async "nothing is drawn while nothing happens"(browser) {
    const page = await open(browser);
    await page.wait("s.runs[0].correct");
    await browser.pointer("mouseMoved", 2, 2);
    // The window stays awake for a moment, and looks once a second whether anything has changed.
    await browser.evaluate(`(() => {
      window.drawn = 0;
      const P = WebGL2RenderingContext.prototype;
      for (const name of ["drawElements", "drawArrays", "clear", "blitFramebuffer"]) {
        const own = P[name];
        P[name] = function (...words) { ++window.drawn; return own.apply(this, words); };
      }
    })()`);
    await browser.until("(async () => { const before = window.drawn; await new Promise((r) => setTimeout(r, 1500)); return window.drawn === before; })()");
    const before = await browser.evaluate("[window.drawn, window.lanescope.frames()]");
    await sleep(4000);
    const after = await browser.evaluate("[window.drawn, window.lanescope.frames()]");
    assert.equal(after[0], before[0], "something was drawn");
    assert.ok(after[1] - before[1] <= 12, `${after[1] - before[1]} frames in four idle seconds`);
  },

  async "it works with the network off"(browser) {
    await browser.do("Network.enable");
    await browser.do("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
    try {
      const page = await open(browser);
      await page.wait("s.runs[0].correct");
    } finally {
      await browser.do("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
      await browser.do("Network.disable");
    }
  },

  async "it works from a plain server"(browser) {
    const server = createServer((request, answer) => {
      const isPage = request.url.split("?")[0] === "/lanescope.html";
      answer.writeHead(isPage ? 200 : 404, { "Content-Type": "text/html" });
      answer.end(isPage ? readFileSync(file) : "");
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    browser.complaints.length = 0;
    await browser.go(`http://127.0.0.1:${server.address().port}/lanescope.html?state`);
    const page = new Page(browser);
    await page.settled();
    server.close();
  },

  async "a browser without WebGL 2 says so"(browser) {
    const { identifier } = await browser.do("Page.addScriptToEvaluateOnNewDocument",
      { source: "HTMLCanvasElement.prototype.getContext = () => null" });
    await browser.go(address);
    await assertFailed(browser, /no WebGL 2/);
    await browser.do("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    browser.complaints.length = 0; // it ends there by an exception
  },

  async "lost graphics are one sentence and a button"(browser) {
    const page = await open(browser);
    await browser.evaluate("document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()");
    await assertFailed(browser, /WebGL/);
    await browser.evaluate("document.getElementById('again').click()");
    await sleep(500);
    await page.settled();
    browser.complaints.length = 0;
  },
};

const browser = await Browser.open();
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  try {
    const skipped = await test(browser);
    assert.deepEqual(browser.complaints, [], "the console has complaints");
    console.log(skipped ? "left  " : "ok    ", name, skipped ? `(${skipped})` : "");
  } catch (error) {
    ++failed;
    console.log("FAILED", name, "\n      ", error.message.slice(0, 1500));
    if (process.env.LANESCOPE_SHOTS) writeFileSync(join(process.env.LANESCOPE_SHOTS, name.replace(/\W+/g, "_") + ".png"), await browser.screenshot());
    browser.complaints.length = 0;
  }
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
console.log(failed ? `${failed} tests failed` : "all tests of the page passed");
process.exit(failed ? 1 : 0);
