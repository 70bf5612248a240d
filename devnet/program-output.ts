import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a program prints, to a log file or, without one, to memory as long as someone reads it. */
export type ProgramOutput = {
  /** For `stdio` of the program's stdout and stderr. */
  readonly stream: number | 'pipe';
  /** Call it once the program has been spawned. */
  attach(child: ChildProcess): void;
  /** Returns what the program has printed so far. */
  read(): string;
  /** Stops collecting what no one reads any more; a log file goes on growing. */
  forget(): void;
};

/** Opens the output of a program that is about to start; earlier lines of the log file are not part of it. */
export function openProgramOutput(logFile: string | undefined): ProgramOutput {
  return logFile === undefined ? outputInMemory() : outputInFile(logFile);
}

function outputInFile(logFile: string): ProgramOutput {
  mkdirSync(dirname(logFile), { recursive: true });
  const stream = openSync(logFile, 'a');
  const start = statSync(logFile).size;
  return {
    stream,
    attach: () => closeSync(stream),
    read: () => readFileSync(logFile).subarray(start).toString('utf8'),
    forget: () => undefined,
  };
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
