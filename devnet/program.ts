import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { openProgramOutput, type ProgramOutput } from './program-output.ts';
import { WATCH_OPTIONS, watchProgram } from './watched-program.ts';

/** A program of a start. Its output goes to logs/NAME.log. */
export type Program = {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether it is restarted when it exits. */
  readonly restart: boolean;
  /** Whether it is also restarted when a file that it has loaded changes. */
  readonly watch?: boolean;
};

/** A program of a start, also while it is restarted. */
export type RunningProgram = {
  /**
   * Resolves once the program says that it is ready (`notifyReady`), however long that takes: true, or false when its
   * port is in use, after which it is not restarted. Throws when it has exited five times before.
   */
  isReady(): Promise<boolean>;
  /** Ends it for good; resolves when it has exited. */
  end(): Promise<void>;
  /** Ends it with SIGKILL, without waiting. */
  kill(): void;
};

/** The start that a program belongs to. */
export type ProgramStart = {
  readonly dataDir: string;
  /** The pause before the first restart in a row; each further one is twice as long. A second unless given. */
  readonly restartMs?: number;
  record(pid: number): void;
  say(line: string): void;
};

const GRACE_MS = 12_000;
const RESTART_MS = 1_000;
const RESTART_MAX_MS = 30_000;
/** After so many exits a program that was never ready is not waited for any longer. */
const MOST_EXITS = 5;

/** Starts a program with this Node, and restarts it as it says. Returns its controls. */
export function startProgram(program: Program, owner: ProgramStart): RunningProgram {
  const { dataDir, restartMs = RESTART_MS, record, say } = owner;
  const { name, restart } = program;
  const logFile = join(dataDir, 'logs', `${name}.log`);
  const ready = Promise.withResolvers<boolean>();
  // Exits are reported by `say` too, for those who do not wait until it is ready.
  ready.promise.catch(() => undefined);
  let [wasReady, isEnded, exits] = [false, false, 0];
  let child: ChildProcess;

  const start = (pauseMs: number) => {
    if (isEnded) return;
    const isRefused = () => !wasReady && isPortTaken(output);
    const endNode = () => void kill(child, program);
    const watching = { name, logFile, say, pauseMs: () => (isRefused() ? 0 : pauseMs), endNode };
    const watched = program.watch === true ? watchProgram(watching) : null;
    const output = openProgramOutput(logFile, watched?.readLine);
    child = spawnProgram(program, output);
    if (child.pid !== undefined) record(child.pid);
    const startedAt = performance.now();
    child.on('message', (message) => {
      if (!isReadyMessage(message)) return;
      watched?.onReady();
      wasReady = true;
      ready.resolve(true);
    });
    child.once('exit', (code, signal) => {
      watched?.stop();
      exits += 1;
      if (isEnded || (code === 0 && !restart)) return;
      if (isRefused()) {
        isEnded = true;
        return ready.resolve(false);
      }
      if (watched === null) say(`${name} exited (${signal ?? `code ${code}`}); its log is ${logFile}`);
      if (watched === null && exits === MOST_EXITS) ready.reject(neverReady(name, logFile, output));
      const livedLong = performance.now() - startedAt > RESTART_MAX_MS;
      const nextPauseMs = livedLong ? restartMs : Math.min(2 * pauseMs, RESTART_MAX_MS);
      if (restart) setTimeout(() => start(nextPauseMs), watched === null ? pauseMs : 0);
    });
  };
  start(restartMs);
  const end = () => {
    isEnded = true;
    return endChild(child, program);
  };
  return { isReady: () => ready.promise, end, kill: () => kill(child, program) };
}

function spawnProgram({ args, env, watch = false }: Program, { stream, attach }: ProgramOutput): ChildProcess {
  const child = spawn(process.execPath, watch ? [...WATCH_OPTIONS, ...args] : args, {
    env,
    stdio: ['ignore', stream, stream, 'ipc'],
    // A separate process group, so that Node and its child processes are killed together.
    detached: watch,
  });
  attach(child);
  // Without a listener an error on spawn would end this process; here it is reported as an exit.
  child.once('error', () => child.emit('exit', 1, null));
  return child;
}

function endChild(child: ChildProcess, program: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const force = setTimeout(() => kill(child, program), GRACE_MS);
    child.once('exit', () => {
      clearTimeout(force);
      done();
    });
    child.kill('SIGTERM');
  });
}

function kill(child: ChildProcess, { watch = false }: Program): void {
  if (watch && child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    process.kill(-child.pid, 'SIGKILL');
  else child.kill('SIGKILL');
}

function isPortTaken(output: ProgramOutput): boolean {
  return /EADDRINUSE|address already in use/i.test(output.read());
}

function neverReady(name: string, logFile: string, output: ProgramOutput): Error {
  const lines = output.read().trimEnd().split('\n');
  const own = lines.filter((line) => !/^ +at .*\(?node:/.test(line)).slice(-20);
  return new Error(`${name} exited ${MOST_EXITS} times. Its log is ${logFile}, which ends with:\n${own.join('\n')}`);
}

/** What `notifyReady` of the server sends. */
function isReadyMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'isReady' in message;
}
