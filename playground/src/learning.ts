// The exercises: what they ask, hints one by one, and what is solved, kept in this browser only.

import type { Answer } from "./engine";
import { keep, kept } from "./kept";

export interface Exercise {
  name: string;
  number: string;
  title: string;
  world: string;
  statement: string; // HTML of the build: ours, never a user's
  hints: { title: string; html: string }[];
  start: string;
}

interface Progress {
  solved: string[];
  hints: Record<string, number>;
  texts: Record<string, string>;
}

interface Events {
  open(exercise: Exercise, text: string): void;
  attempt(exercise: Exercise, into: HTMLElement, shown: (answer: Answer) => void): Promise<void>;
}

const KEPT = "prhl-progress";
const WORDS: Record<string, string> = {
  solved: "Solved!",
  open: "Not finished.",
  wrong: "Not yet.",
  changed: "Changed where it is fixed.",
  unreadable: "This cannot be read.",
};
function entries<T>(found: unknown, right: (one: unknown) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(Object(found)).filter(([, one]) => right(one))) as Record<string, T>;
}
const by = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;

export class Learning {
  private progress: Progress = { solved: [], hints: {}, texts: {} };
  private current: Exercise | null = null;
  private list = by<HTMLSelectElement>("exercise");

  constructor(private exercises: Exercise[], private events: Events) {
    this.read();
    addEventListener("storage", () => (this.read(), this.listed()));
    this.list.onchange = () => this.start(this.list.value);
    by("attempt").onclick = () => void this.attempt();
    by("hint").onclick = () => this.hint();
    by("again").onclick = () => {
      if (!this.current) return;
      const { name } = this.current;
      this.change((progress) => delete progress.texts[name]);
      this.start(name);
    };
    by("following").onclick = () => this.start(this.following().name);
    this.listed();
  }

  // Whatever was kept, by whichever version of this page: what is not understood is left out.
  private read(): void {
    let found: unknown;
    try {
      found = JSON.parse(kept(KEPT) ?? "");
    } catch {
      return;
    }
    const { solved, hints, texts } = Object(found) as Partial<Record<keyof Progress, unknown>>;
    this.progress = {
      solved: this.exercises.map((one) => one.name).filter((name) => Array.isArray(solved) && solved.includes(name)),
      hints: entries(hints, (one) => typeof one === "number"),
      texts: entries(texts, (one) => typeof one === "string"),
    };
  }

  // Another tab may have kept something meanwhile.
  private change(by: (progress: Progress) => void): boolean {
    this.read();
    by(this.progress);
    return keep(KEPT, JSON.stringify(this.progress));
  }

  private listed(): void {
    const many = `${this.progress.solved.length} of ${this.exercises.length} solved`;
    const groups = [...new Set(this.exercises.map((one) => one.world))].map((world) => {
      const group = document.createElement("optgroup");
      group.label = world;
      for (const one of this.exercises.filter((other) => other.world === world)) {
        const mark = this.progress.solved.includes(one.name) ? "✓ " : "";
        group.append(new Option(`${mark}${one.number} ${one.title}`, one.name));
      }
      return group;
    });
    this.list.replaceChildren(new Option(`Exercises… (${many})`, ""), ...groups);
    this.list.value = this.current?.name ?? "";
  }

  private following(): Exercise {
    const at = this.current ? this.exercises.indexOf(this.current) : -1;
    const rest = [...this.exercises.slice(at + 1), ...this.exercises.slice(0, at + 1)];
    return rest.find((one) => !this.progress.solved.includes(one.name)) ?? rest[0];
  }

  start(name: string): boolean {
    const exercise = this.exercises.find((one) => one.name === name);
    if (!exercise) return false;
    this.current = null; // so that the text that is put in is not taken for the student's
    this.events.open(exercise, this.progress.texts[name] ?? exercise.start);
    this.current = exercise;
    by("task-title").textContent = `${exercise.number} ${exercise.title}`;
    by("statement").innerHTML = exercise.statement;
    by("outcome").replaceChildren();
    this.hinted();
    this.listed();
    return true;
  }

  leave(): void {
    this.current = null;
    this.list.value = "";
  }

  changed(text: string): void {
    if (!this.current) return;
    const { name } = this.current;
    this.change((progress) => (progress.texts[name] = text));
  }

  private hint(): void {
    if (!this.current) return;
    const { name, hints } = this.current;
    this.change((progress) => (progress.hints[name] = Math.min((progress.hints[name] ?? 0) + 1, hints.length)));
    this.hinted();
  }

  private hinted(): void {
    const { name, hints } = this.current!;
    const shown = hints.slice(0, this.progress.hints[name] ?? 0);
    by("hints").innerHTML = shown.map((hint) => `<h3>${hint.title}</h3>${hint.html}`).join("");
    by<HTMLButtonElement>("hint").disabled = shown.length === hints.length;
  }

  private async attempt(): Promise<void> {
    const exercise = this.current;
    if (!exercise) return;
    const place = by("outcome");
    await this.events.attempt(exercise, place, (answer) => {
      const solved = answer.state === "solved";
      const head = document.createElement("p");
      head.className = solved ? "good" : "bad";
      head.textContent = WORDS[answer.state ?? ""] ?? "";
      if (answer.passed?.length && !solved) head.textContent += ` Right so far: ${answer.passed.join(", ")}.`;
      const report = document.createElement("pre");
      report.textContent = answer.report ?? "";
      place.replaceChildren(head, report);
      if (solved && !this.progress.solved.includes(exercise.name)) {
        const remembered = this.change(({ solved }) => solved.includes(exercise.name) || solved.push(exercise.name));
        if (!remembered) head.textContent += " This browser keeps nothing, so it is forgotten when you leave.";
        this.listed();
      }
    });
  }
}
