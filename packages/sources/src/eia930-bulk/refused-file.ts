/** A file that cannot be trusted, refused whole: nothing of it is stored. */
export class RefusedFile extends Error {
  readonly file: string;
  /** The line at fault, counted from 1; 0 when it is the file as a whole. */
  readonly line: number;
  readonly reason: string;

  constructor(file: string, line: number, reason: string, options?: { cause?: unknown }) {
    super(line > 0 ? `${file}, line ${line}: ${reason}` : `${file}: ${reason}`, options);
    this.name = 'RefusedFile';
    this.file = file;
    this.line = line;
    this.reason = reason;
  }
}

/** What a parser throws: it has the line and the reason, its caller adds the file. */
export class BadLine extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.name = 'BadLine';
    this.line = line;
  }
}
