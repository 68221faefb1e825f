// The worker as the page sees it: questions, answers, progress, and an end at once.

export type ToWorker = { id: number; question: string };
export type FromWorker =
  | { kind: "loading"; done: number; total: number }
  | { kind: "starting" }
  | { kind: "ready" }
  | { kind: "tell"; words: string }
  | { kind: "answer"; id: number; answer: string }
  | { kind: "died"; reason: string };

export interface Place {
  line: number;
  character: number;
}
export interface Range {
  start: Place;
  end: Place;
}
export interface Message {
  range: Range;
  severity: number;
  code: string;
  message: string;
}
export interface Edit {
  range: Range;
  newText: string;
}
export interface Fix {
  title: string;
  kind: string;
  edit: { changes: Record<string, Edit[]> };
}
export interface Claim {
  name: string;
  verdict: string;
  ok: boolean;
  line: string;
  report: string;
  range: Range;
}
export interface Picture {
  svg: string;
  text: string;
}
// A sampling, with the least and the largest shift in steps, and how many steps are 1.
export interface Movable {
  title: string;
  line: number;
  shifts: [number, number, number];
}
// Everything that an answer may hold; which of it is there depends on the question.
export interface Answer {
  error?: string;
  fault?: string;
  diagnostics?: Message[];
  claims?: Claim[];
  fixes?: Fix[];
  report?: string;
  status?: number;
  pictures?: Picture[];
  svg?: string;
  price?: string;
  text?: string;
  state?: string;
  passed?: string[];
  names?: { claims: string[]; programs: string[] };
  movable?: Movable[];
  hover?: { contents: { value: string }; range?: Range } | null;
  items?: { label: string; kind?: number; detail?: string; insertText?: string }[];
}
export type Question = { ask: string; text: string } & Record<string, unknown>;

export interface Listener {
  loading(done: number, total: number): void;
  starting(): void;
  ready(): void;
  tell(words: string): void;
  died(reason: string): void;
}

export class Stopped extends Error {}

export class Engine {
  private worker!: Worker;
  private next = 0;
  private waiting = new Map<number, { done: (answer: Answer) => void; failed: (why: Error) => void }>();
  private isReady!: Promise<void>;
  private state: "loading" | "ready" | "gone" = "loading";

  constructor(private listener: Listener) {
    this.start();
  }

  private start(): void {
    this.state = "loading";
    let ready!: () => void;
    this.isReady = new Promise((resolve) => (ready = resolve));
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker !== this.worker) return;
      if (data.kind === "loading") this.listener.loading(data.done, data.total);
      if (data.kind === "starting") this.listener.starting();
      if (data.kind === "ready") {
        this.state = "ready";
        ready();
        this.listener.ready();
      }
      if (data.kind === "tell") this.listener.tell(data.words);
      if (data.kind === "answer") {
        this.waiting.get(data.id)?.done(JSON.parse(data.answer));
        this.waiting.delete(data.id);
      }
      if (data.kind === "died") this.died(data.reason);
    };
    worker.onerror = (event) => this.died(event.message || "the worker could not be loaded");
    this.worker = worker;
  }

  // Python is gone: nested too deeply, or out of memory. It is started anew, but if it never came only when it is asked.
  private died(reason: string): void {
    const started = this.state === "ready";
    this.listener.died(reason);
    this.end(new Stopped(`Python ended: ${reason}`));
    if (started) this.start();
  }

  private end(why: Error): void {
    this.state = "gone";
    this.worker.terminate();
    for (const { failed } of this.waiting.values()) failed(why);
    this.waiting.clear();
  }

  // What is asked before Python is there waits, and is stopped like the rest.
  ask(question: Question): Promise<Answer> {
    if (this.state === "gone") this.start();
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      void this.isReady.then(() => {
        if (this.waiting.has(id)) this.worker.postMessage({ id, question: JSON.stringify(question) } satisfies ToWorker);
      });
    });
  }

  get busy(): boolean {
    return this.waiting.size > 0;
  }

  // At once: the worker is ended, and another one started.
  stop(): void {
    this.end(new Stopped("stopped"));
    this.start();
  }
}
