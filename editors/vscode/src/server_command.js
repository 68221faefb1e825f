// How the server is started.
const serverCommand = (path) => ({ command: path || "prhl", args: ["lsp"] });

module.exports = { serverCommand };
