// A text in the address: `#z=` and the text, deflated, in base64url. Nothing is sent to a server: a host does not see it.

const LONGEST = 4_000_000; // what the language takes at most

async function through(bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > LONGEST) {
      void reader.cancel().catch(() => null);
      throw new Error("too long");
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export async function unpacked(code: string): Promise<string> {
  const binary = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

export type Asked = { text?: string; example?: string; exercise?: string };

// What the address asks for: null if that is nothing, and empty if it cannot be read, or is of another version's.
export async function asked(hash: string): Promise<Asked | null> {
  const [, kind, value] = /^#([^=]*)=(.*)$/s.exec(hash) ?? [];
  if (kind === undefined) return null;
  try {
    if (kind === "z") return { text: await unpacked(value) };
    return kind === "example" || kind === "exercise" ? { [kind]: decodeURIComponent(value) } : {};
  } catch {
    return {};
  }
}
