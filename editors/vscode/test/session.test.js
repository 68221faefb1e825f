// A session with the real server under Node, with the protocol's own library: as the client speaks, and what its panel shows.
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { test } = require("node:test");
const rpc = require("vscode-jsonrpc/node");
const protocol = require("vscode-languageserver-protocol");
const { goalPage } = require("../src/goal_page");
const { serverCommand } = require("../src/server_command");

const KEPT = path.join(__dirname, "..", "transcript.txt");
const transcript = [];
const say = (title, text) => transcript.push(`== ${title}\n${String(text).trimEnd()}\n`);

function begin() {
  const { command, args } = serverCommand(process.env.PRHL);
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  const heard = [];
  const waiting = [];
  connection.onNotification((method, params) => {
    heard.push([method, params]);
    waiting.splice(0).forEach((go) => go());
  });
  connection.onRequest(() => null); // progress and the like
  const note = async (method, wanted = () => true) => {
    for (;;) {
      const at = heard.findIndex(([name, params]) => name === method && wanted(params));
      if (at >= 0) return heard.splice(at, 1)[0][1];
      await new Promise((go) => waiting.push(go));
    }
  };
  connection.listen();
  return { server, connection, note };
}

function changed(text, edits) {
  const lines = text.split("\n");
  const offset = ({ line, character }) => lines.slice(0, line).join("\n").length + (line ? 1 : 0) + character;
  const sorted = [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start));
  return sorted.reduce((t, e) => t.slice(0, offset(e.range.start)) + e.newText + t.slice(offset(e.range.end)), text);
}

function place(text, words) {
  const before = text.slice(0, text.indexOf(words)).split("\n");
  return { line: before.length - 1, character: before[before.length - 1].length };
}

test("a session with the server", { timeout: 300000 }, async () => {
  const { server, connection, note } = begin();
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "prhl-")), "lap.wl");
  const uri = pathToFileURL(file).href;
  let text = fs.readFileSync(path.join(__dirname, "..", "..", "session.wl"), "utf8");
  let version = 1;
  const ask = (kind, params) => connection.sendRequest(kind.type || kind, { textDocument: { uri }, ...params });
  const change = (edits) => {
    text = changed(text, edits);
    const document = { uri, version: ++version };
    return connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
      { textDocument: document, contentChanges: [{ text }] });
  };
  const act = async (at, title) => {
    const range = { start: at, end: at };
    const actions = await ask(protocol.CodeActionRequest, { range, context: { diagnostics: [], triggerKind: 1 } });
    const chosen = actions.find((action) => action.title.startsWith(title));
    assert.ok(chosen, `${title} among ${actions.map((action) => action.title)}`);
    await change(chosen.edit.changes[uri]);
  };

  const abilities = { window: { workDoneProgress: true }, general: { positionEncodings: ["utf-16"] } };
  await connection.sendRequest(protocol.InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: abilities });
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
    { textDocument: { uri, languageId: "wl", version, text } });
  const { diagnostics } = await note("textDocument/publishDiagnostics");
  say("diagnostic", diagnostics.map((d) => `${d.range.start.line + 1}:${d.range.start.character + 1} ${d.code}: ${d.message}`).join("\n"));

  await act(place(text, "ep >"), "write `eps`");
  await note("textDocument/publishDiagnostics", (params) => params.diagnostics.length === 0);
  say("after the quick fix", text.split("\n")[2]);

  const hover = await ask(protocol.HoverRequest, { position: place(text, "x + z") });
  say("hover", hover.contents.value);

  const goals = await ask("prhl/goals", { position: place(text, "?") });
  say("goal at the hole", goals.text);
  const page = goalPage(goals);
  assert.match(page, /found for this line: couple z\{2\} = z\{1\} \+ x\{1\} - x\{2\}/);
  assert.match(page, /after it, by coupled-draw/);
  assert.doesNotMatch(page, /requires eps > 0/); // escaped

  await act(place(text, "?"), "fill the hole");
  say("after the action", text.split("\n")[4]);
  fs.writeFileSync(file, text);
  await connection.sendNotification(protocol.DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  await note("prhl/verdicts", (params) => params.current && params.claims[0].found.length === 0);
  const lenses = await ask(protocol.CodeLensRequest, {});
  say("verdict after saving", lenses.map((lens) => lens.command.title).join("\n"));

  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  const status = await new Promise((go) => server.on("exit", go));
  assert.equal(status, 0);
  if (process.env.PRHL_RENEW) fs.writeFileSync(KEPT, transcript.join(""));
  assert.equal(transcript.join(""), fs.readFileSync(KEPT, "utf8"));
});

test("the panel shows text, and runs nothing", () => {
  const claim = { name: "<script>", program: "P", places: [], found: [], attempt: null, obligations: [] };
  const page = goalPage({ claims: [claim], text: "" });
  assert.ok(!page.includes("<script>"));
  assert.match(page, /default-src 'none'/);
  assert.match(goalPage({ claims: [], text: "line 3: `ep` is not known" }), /is not known/);
});
