// A headless Chromium, driven over the DevTools protocol by a pipe: no package of npm is needed.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Browser {
  static async open({ program = process.env.CHROMIUM || "chromium", width = 1280, height = 720 } = {}) {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "lanescope-page-"));
    browser.process = spawn(program, ["--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--use-gl=angle",
      "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
      "--disable-background-networking", "--disable-component-update", `--user-data-dir=${browser.folder}`,
      `--window-size=${width},${height}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.waiting = new Map();
    browser.listeners = [];
    browser.number = 0;
    let rest = Buffer.alloc(0);
    browser.process.stdio[4].on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) browser.#take(JSON.parse(rest.subarray(0, end)));
    });
    const { targetInfos } = await browser.send("Target.getTargets");
    const page = targetInfos.find((target) => target.type === "page");
    browser.session = (await browser.send("Target.attachToTarget", { targetId: page.targetId, flatten: true })).sessionId;
    browser.complaints = [];
    browser.on("Runtime.exceptionThrown", ({ exceptionDetails: e }) =>
      browser.complaints.push(e.exception?.description || e.text));
    browser.on("Runtime.consoleAPICalled", ({ type, args }) => {
      if (type === "error" || type === "warning") browser.complaints.push(args.map((one) => one.value ?? one.description).join(" "));
    });
    browser.on("Log.entryAdded", ({ entry }) => {
      if (entry.level === "error") browser.complaints.push(entry.text + " " + (entry.url || ""));
    });
    for (const domain of ["Page", "Runtime", "Log"]) await browser.do(`${domain}.enable`);
    await browser.do("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    return browser;
  }

  #take(message) {
    if (message.id) {
      const { resolve, reject } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      return message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    }
    for (const { method, call } of this.listeners) if (method === message.method) call(message.params);
  }

  on(method, call) {
    this.listeners.push({ method, call });
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.number;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
  do(method, params = {}) {
    return this.send(method, params, this.session);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.do("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }

  /// What the expression gives once it is true; null after so many seconds.
  async until(expression, seconds = 60) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await sleep(50)) {
      const value = await this.evaluate(expression).catch(() => null);
      if (value) return value;
    }
    return null;
  }

  async go(address) {
    await this.do("Page.navigate", { url: "about:blank" });
    await this.do("Page.navigate", { url: address });
  }

  async pointer(type, x, y, more = {}) {
    await this.do("Input.dispatchMouseEvent", { type, x, y, ...more });
  }
  async click(x, y) {
    await this.pointer("mouseMoved", x, y);
    await this.pointer("mousePressed", x, y, { button: "left", buttons: 1, clickCount: 1 });
    await this.pointer("mouseReleased", x, y, { button: "left", clickCount: 1 });
  }
  async key(key, { code = key, text = undefined, number = 0, modifiers = 0 } = {}) {
    await this.do("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", key, code, text, windowsVirtualKeyCode: number, modifiers });
    await this.do("Input.dispatchKeyEvent", { type: "keyUp", key, code, windowsVirtualKeyCode: number, modifiers });
  }
  async screenshot() {
    return Buffer.from((await this.do("Page.captureScreenshot", { format: "png" })).data, "base64");
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    await this.send("Browser.close").catch(() => {});
    await Promise.race([ended, sleep(5000)]);
    this.process.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
