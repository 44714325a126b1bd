/** Bytes in any pieces → whole lines: `\n` or `\r\n`, split anywhere, the last one perhaps without an end. */

/** A longer line is no command; what is read of it is forgotten, so that memory stays bounded. */
export const MAX_LINE = 1 << 24;

export interface LineReader {
  /** The lines that end in this piece. */
  push(bytes: Uint8Array): string[];
  /** What follows the last line end; undefined if nothing does. */
  end(): string | undefined;
}

export function createLineReader(): LineReader {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  let tooLong = false;

  function add(piece: string): void {
    length += piece.length;
    tooLong ||= length > MAX_LINE;
    if (tooLong) pieces = [];
    else if (piece !== '') pieces.push(piece);
  }

  /** The line whose last piece has been added; undefined if it was too long. */
  function take(): string | undefined {
    const line = tooLong ? undefined : pieces.join('').replace(/\r$/, '');
    pieces = [];
    length = 0;
    tooLong = false;
    return line;
  }

  function split(text: string): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      add(text.slice(from, at));
      const line = take();
      if (line !== undefined) lines.push(line);
      from = at + 1;
    }
    add(text.slice(from));
    return lines;
  }

  return {
    push: (bytes) => split(decoder.decode(bytes, { stream: true })),
    end() {
      add(decoder.decode());
      const line = take();
      return line === '' ? undefined : line;
    },
  };
}
