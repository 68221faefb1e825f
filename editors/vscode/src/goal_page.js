// The goals at the cursor as a page: what is known and owed, before and after the statement, claim by claim.

const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);

const rows = (kind, texts) => texts.map((text) => `<tr><th>${kind}</th><td>${escaped(text)}</td></tr>`).join("");

const state = (title, known, values, cost) =>
  `<h3>${escaped(title)}</h3><table>${rows("known", known)}${rows("value", values)}${rows("cost", [cost])}</table>`;

function place(one) {
  const runs = one.runs.length === 2 ? "both runs" : `run ${one.runs[0]}, the other waits`;
  const aside = one.direction ? `, ${one.direction}` : "";
  const before = state(`before line ${one.line}, ${runs}${aside}`, one.known, one.values, one.cost);
  if (!one.after) return before;
  const fresh = (now, then) => now.filter((text) => !then.includes(text));
  const { known, values, cost } = one.after;
  return before + state(`after it, by ${one.rule}`, fresh(known, one.known), fresh(values, one.values), cost);
}

function owed(one) {
  const told = one.status === "valid" && one.owed ? one.owed : one.message;
  const hint = one.status !== "valid" && one.hint ? `<br><i>try: ${escaped(one.hint)}</i>` : "";
  return `<li><span class="${escaped(one.status)}">${escaped(one.status)}</span> <b>${escaped(one.code)}</b>: ${escaped(told)}${hint}</li>`;
}

function claim(one) {
  const attempt = one.attempt || { found: [], lacks: "" };
  const found = [
    ...one.found.map((text) => `found for this line: ${text}`),
    ...attempt.found.map((text) => `tried for this line: ${text}`),
    ...(attempt.found.length ? [attempt.lacks] : []),
  ];
  const obligations = [...new Set(one.obligations.map(owed))];
  return [
    `<h2>claim ${escaped(one.name)} of ${escaped(one.program)}</h2>`,
    ...one.places.map(place),
    ...found.map((text) => `<p class="found">${escaped(text)}</p>`),
    obligations.length ? `<h3>owed on this line</h3><ul>${obligations.join("")}</ul>` : "<p>nothing is owed on this line</p>",
  ].join("\n");
}

const STYLE = `
  body { font-family: var(--vscode-editor-font-family, monospace); font-size: var(--vscode-editor-font-size, 13px); }
  h2 { font-size: 1.1em; } h3 { font-size: 1em; font-weight: normal; opacity: .7; margin-bottom: .2em; }
  th { text-align: left; font-weight: normal; opacity: .7; padding-right: 1em; vertical-align: top; }
  ul { list-style: none; padding-left: 0; }
  .valid { color: var(--vscode-terminal-ansiGreen, green); }
  .invalid, .unknown { color: var(--vscode-errorForeground, #b00020); }
  .found { font-weight: bold; }`;

// `goals` is an answer of the request prhl/goals. No script may run in the page.
function goalPage(goals) {
  const body = goals.claims.length ? goals.claims.map(claim).join("\n") : `<p>${escaped(goals.text)}</p>`;
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  return `<!DOCTYPE html><html><head><meta charset="utf-8">${policy}<style>${STYLE}</style></head><body>${body}</body></html>`;
}

module.exports = { goalPage };
