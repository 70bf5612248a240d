import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** Input and output of a command. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes the result, to stdout. */
  readonly out: (text: string) => void;
  /** Writes messages, to stderr. */
  readonly err: (text: string) => void;
  /** Whether a person can answer. */
  readonly isInteractive: boolean;
  /** Returns the answer to a question; an empty text for Ctrl-C and Ctrl-D. */
  readonly ask: (question: string) => Promise<string>;
  /** Returns an answer without echoing it. */
  readonly askSecret: (question: string) => Promise<string>;
};

type Streams = {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Terminal['env'];
};

/** Returns the terminal of a process; questions go to stderr. */
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
      // Only the line editor echoes the input, and its output is discarded.
      const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
      stderr.write('\n');
      return answer;
    },
  };
}
