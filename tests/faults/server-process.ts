import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inheritedVariables } from '@city-mint/devnet/server-environment';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = {
  api: 'apps/server/src/processes/api.ts',
  ops: 'apps/server/src/processes/ops.ts',
  operator: 'apps/server/src/processes/operator.ts',
  worker: 'apps/server/src/processes/worker.ts',
  indexer: 'apps/server/src/processes/indexer.ts',
  verifier: 'apps/server/src/processes/verifier.ts',
  auditor: 'apps/server/src/processes/auditor.ts',
  'advance-rounds': 'tests/faults/advance-rounds.ts',
} as const;
const READY = {
  api: 'listening',
  ops: 'listening',
  operator: 'performing actions that operators sign',
  worker: 'the worker is running',
  indexer: 'reading the chain',
  verifier: 'verifying signatures',
  auditor: 'watching the vault',
  'advance-rounds': '',
};
/**
 * Generous, for a machine on which several processes start together besides other work; a started process ends the
 * wait.
 */
const START_MS = 90_000;

const started = new Set<ChildProcess>();
// Also those of a test that failed before it ended them.
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** A running process of the server. */
export type ServerProcess = {
  readonly name: keyof typeof FILES;
  /** The last 200 lines of its output. */
  readonly lines: readonly string[];
  readonly hasExited: () => boolean;
  /** Returns the next line of its output, or undefined when it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Stops reading its output. */
  stopReading(): void;
  /** Closes the pipe of its output. */
  closeOutput(): void;
  /** Sends the signal and waits for the exit; returns the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** Starts one of the server's processes as in production; returns it when it is ready. Throws when it exits before. */
export async function startProcess(
  name: keyof typeof FILES,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(ROOT, FILES[name])], {
    env: { ...inheritedVariables(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  const running = watch(name, child);
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, START_MS);
  while (READY[name] !== '') {
    const line = await running.nextLine();
    if (line === undefined) {
      const problem = isLate ? `did not start within ${START_MS / 1_000} s` : 'exited while starting';
      throw new Error(`${name} ${problem}:\n${running.lines.join('\n')}`);
    }
    if (line.includes(`"${READY[name]}"`)) break;
  }
  clearTimeout(deadline);
  return running;
}

function watch(name: keyof typeof FILES, child: ChildProcess): ServerProcess {
  const lines: string[] = [];
  const unread: string[] = [];
  let hasExited = false;
  let isClosed = false;
  let wake = () => {};
  const record = (line: string) => {
    lines.push(line);
    if (lines.length > 200) lines.shift();
    unread.push(line);
    if (unread.length > 200) unread.shift();
    wake();
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', record);
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      hasExited = true;
      resolve(code);
    });
  });
  child.once('close', () => {
    isClosed = true;
    wake();
  });
  return {
    name,
    lines,
    hasExited: () => hasExited,
    async nextLine() {
      while (unread.length === 0 && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return unread.shift();
    },
    stopReading() {
      child.stdout?.pause();
    },
    closeOutput() {
      child.stdout?.destroy();
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
