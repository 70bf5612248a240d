import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** Output of a program, to a log file or, without one, to memory until `forget`. */
export type ProgramOutput = {
  /** For `stdio` of the program's stdout and stderr. */
  readonly stream: number | 'pipe';
  /** Call it once the program has been spawned. */
  attach(child: ChildProcess): void;
  /** Returns what the program has printed so far. */
  read(): string;
  /** Stops collecting output in memory; a log file still grows. */
  forget(): void;
};

/**
 * Opens the output of a program that is about to start; earlier lines of the log file are not part of it. With `onLine`
 * each line passes through this process on its way to the log file.
 */
export function openProgramOutput(logFile: string | undefined, onLine?: (line: string) => void): ProgramOutput {
  if (logFile === undefined) return outputInMemory();
  mkdirSync(dirname(logFile), { recursive: true });
  const file = openSync(logFile, 'a');
  const start = statSync(logFile).size;
  const read = () => readFileSync(logFile).subarray(start).toString('utf8');
  const common = { read, forget: () => undefined };
  if (onLine === undefined) return { stream: file, attach: () => closeSync(file), ...common };
  return { stream: 'pipe', attach: (child) => passLines(child, { onLine, file }), ...common };
}

type Passing = { readonly onLine: (line: string) => void; readonly file: number };

function passLines(child: ChildProcess, { onLine, file }: Passing): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    // At once: whoever reads a line finds it in the log.
    stream.on('data', (chunk: Buffer) => writeSync(file, chunk));
    createInterface({ input: stream }).on('line', onLine);
  }
  child.once('close', () => closeSync(file));
}

function outputInMemory(): ProgramOutput {
  let text = '';
  let isRead = true;
  return {
    stream: 'pipe',
    attach(child) {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          if (isRead) text += chunk.toString('utf8');
        });
      }
    },
    read: () => text,
    forget() {
      isRead = false;
      text = '';
    },
  };
}
