// The editor: colours, messages underlined, verdicts beside their claims, what is known of a name under the pointer.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  WidgetType,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  type DecorationSet,
} from "@codemirror/view";
import type { Answer, Claim, Edit, Fix, Message, Place, Question, Range } from "./engine";
import { language, type Rules } from "./language";

class Verdict extends WidgetType {
  constructor(private claim: Claim) {
    super();
  }
  eq(other: Verdict): boolean {
    return other.claim.line === this.claim.line;
  }
  toDOM(): HTMLElement {
    const shown = document.createElement("span");
    shown.className = `cm-verdict ${this.claim.verdict === "proved" ? "good" : this.claim.verdict === "refuted" ? "bad" : ""}`;
    shown.textContent = this.claim.line.length > 60 ? `${this.claim.line.slice(0, 57)}…` : this.claim.line;
    shown.title = this.claim.line;
    return shown;
  }
}

const judged = StateEffect.define<DecorationSet>();
const verdicts = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const found = transaction.effects.find((effect) => effect.is(judged));
    return found ? (found.value as DecorationSet) : transaction.docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export interface Events {
  changed(text: string): void;
  moved(line: number): void;
  verify(): void;
  ask(question: Omit<Question, "text">): Promise<Answer>;
}

export class Editor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, rules: Rules, private events: Events) {
    this.view = new EditorView({ parent, state: this.state("", rules) });
  }

  private state(text: string, rules: Rules): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSpecialChars(), // what would turn a line around, or not be seen, is seen
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        indentUnit.of("  "),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "The program and its claims", spellcheck: "false" }),
        language(rules),
        verdicts,
        autocompletion({ override: [(context) => this.completions(context)] }),
        hoverTooltip((_, at) => this.hover(at)),
        keymap.of([
          { key: "Mod-Enter", run: () => (this.events.verify(), true) },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab, // Escape, then Tab, leaves the editor
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.events.changed(this.text);
          if (update.docChanged || update.selectionSet) this.events.moved(this.line);
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }
  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }
  get line(): number {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
  }

  private offset(place: Place): number {
    const doc = this.view.state.doc;
    if (place.line >= doc.lines) return doc.length;
    const line = doc.line(place.line + 1);
    return Math.min(line.from + place.character, line.to);
  }
  private span(range: Range): { from: number; to: number } {
    return { from: this.offset(range.start), to: this.offset(range.end) };
  }
  private place(at: number): Place {
    const line = this.view.state.doc.lineAt(at);
    return { line: line.number - 1, character: at - line.from };
  }

  apply(fix: Fix): void {
    const edits = Object.values(fix.edit.changes).flat();
    this.view.dispatch({ changes: edits.map((edit: Edit) => ({ ...this.span(edit.range), insert: edit.newText })) });
    this.view.focus();
  }

  show(messages: Message[]): void {
    const found = messages.map((one): Diagnostic => {
      const severity = one.severity === 1 ? "error" : "warning";
      return { ...this.span(one.range), severity, message: one.message, source: one.code, actions: [this.help(one.range)] };
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  // The first thing to do about a message, if there is one.
  private help(range: Range) {
    return {
      name: "Fix",
      apply: async () => {
        const { fixes } = await this.events.ask({ ask: "fixes", range });
        const first = fixes?.find((fix) => fix.kind === "quickfix");
        if (first) this.apply(first);
      },
    };
  }

  beside(claims: Claim[]): void {
    const shown = claims.map((claim) => {
      const end = this.view.state.doc.lineAt(this.offset(claim.range.start)).to;
      return Decoration.widget({ widget: new Verdict(claim), side: 1 }).range(end);
    });
    this.view.dispatch({ effects: judged.of(Decoration.set(shown, true)) });
  }

  private async completions(context: CompletionContext) {
    const word = context.matchBefore(/[\p{L}\p{N}_]+/u);
    if (!word && !context.explicit) return null;
    const { items } = await this.events.ask({ ask: "complete", position: this.place(context.pos) });
    const options = (items ?? []).map((one) => ({ label: one.label, detail: one.detail, apply: one.insertText }));
    return { from: word?.from ?? context.pos, options, validFor: /^[\p{L}\p{N}_]*$/u };
  }

  private async hover(at: number) {
    const { hover } = await this.events.ask({ ask: "hover", position: this.place(at) });
    if (!hover) return null;
    const words = hover.contents.value.replace(/^```\w*$/gm, "").replace(/\*\*/g, "").trim();
    return {
      pos: hover.range ? this.offset(hover.range.start) : at,
      create: () => {
        const dom = document.createElement("pre");
        dom.style.padding = "2px 10px";
        dom.textContent = words;
        return { dom };
      },
    };
  }
}
