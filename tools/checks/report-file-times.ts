import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './file-times.ts';

/** Returns a reporter of vitest that writes how long each file took: its imports, its hooks and its tests. */
export function reportFileTimes(path: string): Reporter {
  return {
    onTestRunEnd(modules) {
      writeFileSync(path, JSON.stringify(modules.map(timeOf)));
    },
  };
}

function timeOf(module: TestModule): FileTime {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return { file: module.moduleId, seconds: ms / 1000 };
}
