import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, type RunningProgram, startProgram } from './program.ts';
import { keepRunning, type Resource, type RestartedResource } from './resource-keeper.ts';
import { endRecorded, openRunRecord } from './run-record.ts';
import { shortStack } from './short-message.ts';

/** All processes of a start; they end together. */
export type ProcessGroup = {
  /** Starts a TypeScript file with this Node. Returns its controls; it ends with the group in any case. */
  start(program: Program): RunningProgram;
  /**
   * Adds a resource that is starting, so that it is stopped even if the group ends before it is ready. Returns it once
   * it is ready. Resources are stopped after the programs, the last added first.
   */
  adopt<Kind extends Resource>(starting: Promise<Kind>): Promise<Kind>;
  /**
   * Starts and adopts a resource, which is restarted when it ends by itself. When that fails repeatedly, the group
   * names the resource and ends with exit code 1. Returns the resource of the first start.
   */
  keep<Kind extends Resource & { readonly exited: Promise<void> }>(plan: RestartedResource<Kind>): Promise<Kind>;
  /** Ends all processes; resolves when none is left. */
  end(): Promise<void>;
  /** Whether the group is ending; what fails from then on fails because of it. */
  isEnding(): boolean;
  /** Aborted when the group ends: pending starts give up. */
  readonly signal: AbortSignal;
};

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
  const programs: RunningProgram[] = [];
  const resources: Promise<Resource>[] = [];
  const abort = new AbortController();
  let ending: Promise<void> | undefined;

  const start = (program: Program) => {
    const running = startProgram(program, { dataDir, say, record: record.add });
    programs.push(running);
    if (ending !== undefined) void running.end();
    return running;
  };
  const endAll = async () => {
    abort.abort();
    await Promise.all(programs.map((program) => program.end()));
    for (const started of (await Promise.allSettled(resources)).toReversed()) {
      if (started.status === 'fulfilled') await started.value.stop();
    }
    record.clear();
  };
  const end = () => (ending ??= endAll());
  const exitOnce = endOnSignals({ end, say, endedBy: record.endedBy });
  process.once('exit', () => {
    for (const program of programs) program.kill();
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
  return { start, adopt, keep, end, isEnding, signal: abort.signal };
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
    if (!isExiting) say(other === null ? 'Stopping …' : `Ended by another start in this folder (process ${other}).`);
    exitOnce(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, exitOnSignal);
  process.on('uncaughtException', (error) => {
    say(shortStack(error));
    exitOnce(1);
  });
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) exitOnce(0);
  }, 1_000).unref();
  return exitOnce;
}
