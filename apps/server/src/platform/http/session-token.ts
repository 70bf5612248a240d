import { hash } from 'node:crypto';

/**
 * The token that a client sent: who has it may act as its user. The database's functions take it and find the user, so
 * it accompanies each call. Its text is in a private field, so no log, error or JSON contains it.
 */
export class SessionToken {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The hash that is stored instead of a token, so that a reader of the table cannot act as the user. */
  get hash(): Buffer {
    return hash('sha256', this.#text, 'buffer');
  }

  /** Returns the text, only for an array that the database reads as `bytea[]`. */
  reveal(): string {
    return this.#text;
  }

  /** Called by the driver for a parameter of a statement; returns the bytes. */
  toPostgres(): Buffer {
    return Buffer.from(this.#text);
  }

  toJSON(): string {
    return '[secret]';
  }
}
