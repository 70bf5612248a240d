import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { keepRunning, type Resource, type RestartedResource } from './resource-keeper.ts';
import { endRecorded, openRunRecord } from './run-record.ts';

/** A program of the group. Its output goes to logs/NAME.log. */
export type Program = {
  name: string;
  args: string[];
  env: Record<string, string>;
  /** Whether it is restarted when it exits. */
  restart: boolean;
};

/** All processes of a start; they end together. */
export type ProcessGroup = {
  /** Starts a TypeScript file with this Node. */
  start(program: Program): void;
  /**
   * Adds a resource that is starting, so that it is stopped even if the group ends before it is ready. Returns it once
   * it is ready. Resources are stopped after the programs, the last added first.
   */
  adopt<Kind extends Resource>(starting: Promise<Kind>): Promise<Kind>;
  /**
   * Starts and adopts a resource, which is started again when it ends by itself. When that fails repeatedly, the group
   * says what is dead and ends with exit code 1. Returns the resource of the first start.
   */
  keep<Kind extends Resource & { readonly exited: Promise<void> }>(plan: RestartedResource<Kind>): Promise<Kind>;
  /** Ends all processes; resolves when none is left. */
  end(): Promise<void>;
  /** Whether the group is ending; what fails from then on fails because of it. */
  isEnding(): boolean;
};

const GRACE_MS = 12_000;
const RESTART_MS = 1_000;
const RESTART_MAX_MS = 30_000;

/**
 * Ends the processes that an earlier start left running (run.json in `dataDir` records them) and returns a group that
 * ends on Ctrl-C, SIGTERM, SIGHUP, an uncaught error, and when the parent process is gone. `say` receives messages for
 * the user.
 */
export async function openProcessGroup(options: { dataDir: string; say(line: string): void }): Promise<ProcessGroup> {
  const { dataDir, say } = options;
  const recordFile = join(dataDir, 'run.json');
  if ((await endRecorded(recordFile)) > 0) say('Stopped processes that an earlier run had left behind.');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const record = openRunRecord(recordFile);
  record.add(process.pid);
  const running = new Map<string, ChildProcess>();
  const resources: Promise<Resource>[] = [];
  let ending: Promise<void> | undefined;

  const start = (program: Program, pauseMs = RESTART_MS) => {
    if (ending !== undefined) return;
    const logFile = join(dataDir, 'logs', `${program.name}.log`);
    const child = spawnLogged(program, logFile);
    const startedAt = performance.now();
    running.set(program.name, child);
    if (child.pid !== undefined) record.add(child.pid);
    child.once('exit', (code, signal) => {
      running.delete(program.name);
      if (ending !== undefined || (code === 0 && !program.restart)) return;
      say(`${program.name} exited (${signal ?? `code ${code}`}); its log is ${logFile}`);
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
  const exitOnce = endOnSignals({ end, say, endedBy: record.endedBy });
  process.once('exit', () => {
    for (const child of running.values()) child.kill('SIGKILL');
  });
  const adopt = async <Kind extends Resource>(starting: Promise<Kind>) => {
    resources.push(starting);
    const resource = await starting;
    record.add(resource.pid);
    return resource;
  };
  const isEnding = () => ending !== undefined;
  const fail = (reason: string) => {
    say(reason);
    exitOnce(1);
  };
  const keep: ProcessGroup['keep'] = async (plan) => {
    const first = await adopt(plan.start());
    keepRunning(plan, first, { adopt, isEnding, say, fail }).catch((error: unknown) => fail(String(error)));
    return first;
  };
  return { start: (program) => start(program), adopt, keep, end, isEnding };
}

function spawnLogged(program: Program, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, program.args, { env: program.env, stdio: ['ignore', log, log] });
  closeSync(log);
  // Without a listener an error on spawn would end this process; here it is reported as an exit.
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

type Ending = { end(): Promise<void>; say(line: string): void; endedBy(): number | null };

/**
 * Ends the group on signals and says why; Ctrl-C arrives twice, from the terminal and through npm, so only the first
 * signal counts. Returns the function that ends the group and then this process with an exit code.
 */
function endOnSignals({ end, say, endedBy }: Ending): (code: number) => void {
  let isExiting = false;
  const exitOnce = (code: number) => {
    if (isExiting) return;
    isExiting = true;
    process.exitCode = code;
    end().then(
      () => {
        say('Stopped. The next start resumes from this state.');
        process.exit(code);
      },
      (error: unknown) => {
        say(`Shutdown failed: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  const exitOnSignal = () => {
    const other = endedBy();
    if (!isExiting)
      say(other === null ? 'Stopping …' : `Ended by another npm start in this folder (process ${other}).`);
    exitOnce(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, exitOnSignal);
  process.on('uncaughtException', (error) => {
    say(error.stack ?? error.message);
    exitOnce(1);
  });
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) exitOnce(0);
  }, 1_000).unref();
  return exitOnce;
}
