// Colours of `.wl`, by the rules of the lexer that colours the documentation.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { Tag } from "@lezer/highlight";

export type Rules = [pattern: string, kind: string][];

const CLASSES: Record<string, string> = {
  "Comment.Single": "wl-comment",
  "Name.Decorator": "wl-run",
  "Number.Bin": "wl-number",
  "Literal.Number.Bin": "wl-number",
  "Literal.Number": "wl-number",
  "Keyword.Constant": "wl-number",
  Keyword: "wl-keyword",
  "Keyword.Pseudo": "wl-aside",
  "Keyword.Type": "wl-type",
  "Name.Builtin": "wl-builtin",
  "Operator.Word": "wl-aside",
  "Name.Exception": "wl-hole",
};

// The kind of token at the start of a text, and its length.
export function tokens(rules: Rules): (text: string, from: number) => [kind: string, length: number] {
  const compiled = rules.map(([pattern, kind]): [RegExp, string] => [new RegExp(pattern, "uy"), kind]);
  return (text, from) => {
    for (const [pattern, kind] of compiled) {
      pattern.lastIndex = from;
      const found = pattern.exec(text);
      if (found && found[0]) return [kind, found[0].length];
    }
    return ["Error", text.codePointAt(from)! > 0xffff ? 2 : 1];
  };
}

export function language(rules: Rules) {
  const next = tokens(rules);
  const tags = Object.fromEntries(Object.values(CLASSES).map((name) => [name, Tag.define()]));
  const wl = StreamLanguage.define<null>({
    name: "wl",
    token(stream) {
      const [kind, length] = next(stream.string, stream.pos);
      stream.pos += length;
      return CLASSES[kind] ?? null;
    },
    tokenTable: tags,
    languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{"] } },
  });
  const style = HighlightStyle.define(Object.entries(tags).map(([name, tag]) => ({ tag, class: name })));
  return [wl, syntaxHighlighting(style)];
}
