import { spawn } from 'node:child_process';
import type { Check, CheckResult } from './check.ts';
import { countTests } from './count-tests.ts';

/** Runs one step and reads its count; a failed step counts at least one failure, whatever it printed. */
export async function runCheck(check: Check): Promise<CheckResult> {
  const start = performance.now();
  const { code, output } = await runToEnd(check.command);
  const counted = check.tests === undefined ? null : countTests(check.tests, output);
  const ok = code === 0;
  return {
    name: check.name,
    ok,
    seconds: (performance.now() - start) / 1000,
    passed: counted?.passed ?? (ok ? 1 : 0),
    failed: ok ? 0 : Math.max(1, counted?.failed ?? 0),
    output,
  };
}

function runToEnd([file, ...args]: [string, ...string[]]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    const finish = (code: number, note = '') => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      done({ code, output: Buffer.concat(chunks).toString('utf8') + note });
    };
    process.on('SIGINT', forward).on('SIGTERM', forward);
    child.once('error', (error) => finish(1, `${file}: ${error.message}`));
    child.once('close', (code) => finish(code ?? 1));
  });
}
