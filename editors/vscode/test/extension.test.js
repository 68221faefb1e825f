// The extension itself against the real server: VS Code is played by a few lines here, all else is as it is shipped.
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { test } = require("node:test");
const rpc = require("vscode-jsonrpc/node");

// The part of `vscode-languageclient` that the extension uses, over the same library; the real one needs a workbench.
class Client {
  constructor(_id, _name, server, options) {
    this.server = server;
    this.options = options;
    this.code2ProtocolConverter = {
      asTextDocumentIdentifier: (document) => ({ uri: document.uri }),
      asPosition: (position) => position,
    };
  }

  async start() {
    this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    await new Promise((go, fail) => this.process.on("spawn", go).on("error", fail));
    this.connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(this.process.stdout), new rpc.StreamMessageWriter(this.process.stdin));
    this.connection.listen();
    await this.connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
    await this.connection.sendNotification("initialized", {});
    this.running = true;
  }

  sendRequest(method, params) {
    return this.connection.sendRequest(method, params);
  }

  async stop() {
    if (!this.running) throw new Error("Client is not running and can't be stopped.");
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    await new Promise((go) => this.process.on("exit", go));
  }
}

test("the panel of the extension shows the goals at the cursor", { timeout: 300000 }, async () => {
  const text = fs.readFileSync(path.join(__dirname, "..", "..", "session.wl"), "utf8").replace("ep > 0", "eps > 0");
  const uri = pathToFileURL(path.join(os.tmpdir(), "prhl-extension.wl")).href;
  const editor = { document: { languageId: "wl", uri }, selection: { active: { line: 4, character: 30 } } };
  const commands = {};
  const errors = [];
  let where = "/nowhere/prhl";
  const listeners = {};
  const panel = { webview: { html: "" }, onDidDispose: (gone) => { panel.gone = gone; } };
  const vscode = {
    ViewColumn: { Beside: -2 },
    commands: { registerCommand: (name, run) => { commands[name] = run; } },
    window: {
      activeTextEditor: editor,
      createWebviewPanel: (kind, title) => Object.assign(panel, { kind, title }),
      onDidChangeTextEditorSelection: (listen) => { listeners.moved = listen; },
      onDidChangeActiveTextEditor: (listen) => { listeners.chosen = listen; },
      showErrorMessage: (text) => { errors.push(text); },
    },
    workspace: {
      getConfiguration: () => ({ get: () => where }),
      onDidChangeTextDocument: (listen) => { listeners.changed = listen; },
    },
  };
  let client;
  class Kept extends Client {
    constructor(...given) { super(...given); client = this; }
  }
  const load = Module._load;
  Module._load = (name, ...rest) =>
    name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient: Kept } : load(name, ...rest);
  const extension = require("../src/extension");
  Module._load = load;

  await extension.activate({ subscriptions: [] });
  assert.match(errors[0], /the setting prhl\.path says where it is/);
  where = process.env.PRHL;
  await commands["prhl.restart"]();
  assert.equal(errors.length, 1);
  assert.deepEqual(client.options.documentSelector, [{ language: "wl" }]);
  const document = { uri, languageId: "wl", version: 1, text };
  await client.connection.sendNotification("textDocument/didOpen", { textDocument: document });
  await commands["prhl.goals"]();
  assert.match(panel.webview.html, /claim private of Lap/);
  assert.match(panel.webview.html, /before line 5, both runs/);
  assert.match(panel.webview.html, /found for this line: couple z\{2\} = z\{1\} \+ x\{1\} - x\{2\}/);

  editor.selection.active = { line: 5, character: 0 };
  listeners.moved({ textEditor: editor }); // the panel follows the cursor
  while (!panel.webview.html.includes("before line 6")) await new Promise((go) => setTimeout(go, 50));
  assert.match(panel.webview.html, /results-equal/);

  editor.selection.active = { line: 4, character: 0 };
  listeners.chosen(editor); // and goes to another text with the person
  while (!panel.webview.html.includes("before line 5")) await new Promise((go) => setTimeout(go, 50));

  panel.gone(); // closed: nothing is asked any more
  panel.webview.html = "";
  await commands["prhl.goals"]();
  assert.equal(panel.title, "prhl goals");
  await extension.deactivate();
});
