// The client: it starts `prhl lsp` and shows the goals at the cursor beside the text.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { goalPage } = require("./goal_page");
const { serverCommand } = require("./server_command");

let client;
let panel;
let asked = 0;

function start() {
  const server = serverCommand(vscode.workspace.getConfiguration("prhl").get("path"));
  client = new LanguageClient("prhl", "prhl", server, { documentSelector: [{ language: "wl" }] });
  return client.start().catch(() => {
    vscode.window.showErrorMessage(
      "prhl was not started. `prhl` with its extra `lsp` is to be on the path, or the setting prhl.path says where it is; " +
        'then "prhl: Restart the server". What it says itself is in the output "prhl".');
  });
}

async function restart() {
  await client.stop().catch(() => {}); // one that was not started cannot be stopped
  return start(); // where the setting says now
}

async function showGoals(editor) {
  if (!panel || !editor || editor.document.languageId !== "wl") return;
  const mine = ++asked;
  const place = {
    textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document),
    position: client.code2ProtocolConverter.asPosition(editor.selection.active),
  };
  const goals = await client.sendRequest("prhl/goals", place);
  if (panel && mine === asked) panel.webview.html = goalPage(goals); // else the cursor has moved on
}

function openPanel() {
  const editor = vscode.window.activeTextEditor;
  if (!panel) {
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("prhl.goals", "prhl goals", beside, {});
    panel.onDidDispose(() => { panel = undefined; });
  }
  return showGoals(editor);
}

async function activate(context) {
  let resting;
  const later = (editor) => {
    clearTimeout(resting);
    resting = setTimeout(() => showGoals(editor).catch(() => {}), 200); // the server may be gone, which is said elsewhere
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("prhl.goals", openPanel),
    vscode.commands.registerCommand("prhl.restart", restart),
    vscode.window.onDidChangeTextEditorSelection((event) => later(event.textEditor)),
    vscode.window.onDidChangeActiveTextEditor(later),
    vscode.workspace.onDidChangeTextDocument(() => later(vscode.window.activeTextEditor)),
  );
  await start();
}

module.exports = { activate, deactivate: () => client && client.stop() };
