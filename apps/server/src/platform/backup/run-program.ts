import { spawn } from 'node:child_process';
import { BackupError } from './backup-error.ts';

const TAIL_LENGTH = 2_000;

export type Run = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the program (SIGTERM). */
  readonly signal?: AbortSignal;
  /** Receives each chunk of the standard output; without it the output is not read. */
  readonly onOutput?: (text: string) => void;
  /** Whether its errors are ours too, as they come. */
  readonly showsErrors?: boolean;
};

/** Runs a program until it ends. Returns its exit code, null after a signal, and the end of its errors. */
export function runProgram({ file, args, env = process.env, signal, onOutput, showsErrors = false }: Run) {
  return new Promise<{ readonly code: number | null; readonly errors: string }>((done, fail) => {
    const child = spawn(file, args, { env, stdio: ['ignore', onOutput === undefined ? 'ignore' : 'pipe', 'pipe'] });
    const end = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-TAIL_LENGTH);
      if (showsErrors) process.stderr.write(text);
    });
    if (onOutput !== undefined) child.stdout?.setEncoding('utf8').on('data', onOutput);
    child.once('error', (error) => fail(new BackupError(`${file} does not start: ${error.message}`)));
    child.once('close', (code) => {
      signal?.removeEventListener('abort', end);
      done({ code, errors: errors.trim() });
    });
  });
}

/** Runs a program that has to succeed. Throws BackupError with the program's own message. */
export async function runOrThrow(run: Run): Promise<void> {
  const { code, errors } = await runProgram(run);
  if (code !== 0) throw new BackupError(errors === '' ? `${run.file} ended with ${code}` : errors);
}
