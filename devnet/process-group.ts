import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { endRecorded, openRunRecord } from './run-record.ts';

/** One program of the group. Its output goes to logs/NAME.log. */
export type Program = {
  name: string;
  args: string[];
  env: Record<string, string>;
  /** Whether it is started again when it ends by itself. */
  restart: boolean;
};

/** What holds processes of its own (database, chain) and ends them itself. */
export type Resource = { pid: number; stop(): Promise<void>; kill(): Promise<void> };

/** Everything a start has running; all of it ends with it. */
export type ProcessGroup = {
  /** Starts a TypeScript file with this Node. */
  start(program: Program): void;
  /**
   * Takes over a resource that is starting, so that it ends even when the end comes before it is ready. Resources end
   * after the programs, the last taken over first.
   */
  adopt<Kind extends Resource>(starting: Promise<Kind>): Promise<Kind>;
  /** Ends all and fulfils when nothing is left. */
  end(): Promise<void>;
  /** Whether the end has begun; what fails from then on fails because of it. */
  isEnding(): boolean;
};

const GRACE_MS = 12_000;
const RESTART_MS = 1_000;
const RESTART_MAX_MS = 30_000;

/**
 * Ends what a killed earlier start left (as recorded in run.json of `dataDir`) and opens a group that ends on Ctrl-C,
 * SIGTERM, SIGHUP, an uncaught error, and when the process that started this one is gone. `say` gets what a user
 * should read.
 */
export async function openProcessGroup(options: { dataDir: string; say(line: string): void }): Promise<ProcessGroup> {
  const { dataDir, say } = options;
  const recordFile = join(dataDir, 'run.json');
  if ((await endRecorded(recordFile)) > 0) say('Ended what an earlier start had left running.');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const record = openRunRecord(recordFile);
  record.add(process.pid);
  const running = new Map<string, ChildProcess>();
  const resources: Promise<Resource>[] = [];
  let ending: Promise<void> | undefined;

  const start = (program: Program, pauseMs = RESTART_MS) => {
    if (ending !== undefined) return;
    const child = spawnLogged(program, join(dataDir, 'logs', `${program.name}.log`));
    const startedAt = performance.now();
    running.set(program.name, child);
    if (child.pid !== undefined) record.add(child.pid);
    child.once('exit', (code, signal) => {
      running.delete(program.name);
      if (ending !== undefined || (code === 0 && !program.restart)) return;
      say(
        `${program.name} ended (${signal ?? `code ${code}`}); its words are in ${join(dataDir, 'logs', `${program.name}.log`)}`,
      );
      const livedLong = performance.now() - startedAt > RESTART_MAX_MS;
      const nextPauseMs = livedLong ? RESTART_MS : Math.min(2 * pauseMs, RESTART_MAX_MS);
      if (program.restart) setTimeout(() => start(program, nextPauseMs), pauseMs);
    });
  };
  const endAll = async () => {
    await Promise.all([...running.values()].map(endChild));
    for (const started of (await Promise.allSettled(resources)).toReversed()) {
      if (started.status === 'fulfilled') await started.value.stop();
    }
    record.clear();
  };
  const end = () => (ending ??= endAll());
  endOnSignals({ end, say });
  process.once('exit', () => {
    for (const child of running.values()) child.kill('SIGKILL');
  });
  const adopt = async <Kind extends Resource>(starting: Promise<Kind>) => {
    resources.push(starting);
    const resource = await starting;
    record.add(resource.pid);
    return resource;
  };
  return { start: (program) => start(program), adopt, end, isEnding: () => ending !== undefined };
}

function spawnLogged(program: Program, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, program.args, { env: program.env, stdio: ['ignore', log, log] });
  closeSync(log);
  // Without a listener a program that cannot be started would end the whole start; its exit is reported anyway.
  child.once('error', () => child.emit('exit', 1, null));
  return child;
}

function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    child.once('exit', () => {
      clearTimeout(force);
      done();
    });
    child.kill('SIGTERM');
  });
}

/** A terminal's Ctrl-C reaches us twice (from it and through npm), so only the first one counts. */
function endOnSignals({ end, say }: { end(): Promise<void>; say(line: string): void }): void {
  let exitCode: number | undefined;
  const leave = (code: number) => {
    if (exitCode !== undefined) return;
    exitCode = code;
    end().then(
      () => process.exit(code),
      (error: unknown) => {
        say(`Could not end in good order: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => leave(0));
  process.on('SIGTERM', () => leave(0));
  process.on('SIGHUP', () => leave(0));
  process.on('uncaughtException', (error) => {
    say(error.stack ?? error.message);
    leave(1);
  });
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) leave(0);
  }, 1_000).unref();
}
