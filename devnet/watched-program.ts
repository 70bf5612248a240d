import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Node's options for a program that is restarted when a file that it has loaded changes. */
export const WATCH_OPTIONS = ['--watch', '--watch-preserve-output'] as const;

/** A program under `node --watch`, which reports itself in the lines that the program prints. */
export type WatchedProgram = {
  readLine(line: string): void;
  /** Call it each time that the program is ready. */
  onReady(): void;
  /** Call it when Node itself has exited. */
  stop(): void;
};

type Watching = {
  readonly name: string;
  readonly logFile: string;
  say(line: string): void;
  /** After so long Node is to be ended, so that a program that has exited starts again without a change of a file. */
  pauseMs(): number;
  /** Ends Node. */
  endNode(): void;
};

/** Returns the reader of a watched program's lines. It says which file restarts the program, and how long that took. */
export function watchProgram({ name, logFile, say, pauseMs, endNode }: Watching): WatchedProgram {
  let file = 'a file';
  let restartedAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const endLater = () => {
    if (isStopped) return;
    const waitMs = pauseMs();
    if (waitMs > 0) say(`${name} exited; it starts again after a change, or in ${waitMs / 1000} s; ${logFile}`);
    timer = setTimeout(endNode, waitMs);
  };
  return {
    readLine(line) {
      const [, changed] = /^Change detected in '(.+)'$/.exec(line) ?? [];
      if (changed !== undefined) file = relative(ROOT, changed);
      if (/^Restarting '/.test(line)) {
        clearTimeout(timer);
        restartedAt = performance.now();
        say(`${file} changed: ${name} restarts`);
      }
      // Node says so on another stream than the program its error: that one was written before, and is read by then.
      if (/^(Failed|Completed) running '/.test(line)) setImmediate(endLater);
    },
    onReady() {
      if (restartedAt !== null) say(`${name} is ready again (${seconds(performance.now() - restartedAt)} s)`);
      restartedAt = null;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
