import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** Where a command reads and writes. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes what the command was called for. */
  readonly out: (text: string) => void;
  /** Writes what is said beside it. */
  readonly err: (text: string) => void;
  /** Whether a person can answer. */
  readonly isInteractive: boolean;
  /** Returns the answer to a question; the empty text for Ctrl-C and Ctrl-D. */
  readonly ask: (question: string) => Promise<string>;
  /** Returns an answer that is not shown. */
  readonly askSecret: (question: string) => Promise<string>;
};

type Streams = {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Terminal['env'];
};

/** Returns the terminal of a process; questions are written beside what the command was called for. */
export function openTerminal({ stdin, stdout, stderr, env }: Streams): Terminal {
  const ask = (question: string, output: Writable) =>
    new Promise<string>((done) => {
      const lines = createInterface({ input: stdin, output, terminal: true });
      lines.once('close', () => done(''));
      lines.once('SIGINT', () => lines.close());
      lines.question(question, (answer) => {
        done(answer);
        lines.close();
      });
    });
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    ask: (question) => ask(question, stderr),
    async askSecret(question) {
      stderr.write(question);
      // What is typed is echoed by the line editor alone, into nothing.
      const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
      stderr.write('\n');
      return answer;
    },
  };
}
