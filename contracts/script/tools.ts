import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository; forge runs there, because its sources include node_modules. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Outcome = { readonly ok: boolean; readonly output: string };

/** Runs a tool of node_modules/.bin from the root, with forge's settings in place; never throws for a failing tool. */
export function runTool(command: readonly [string, ...string[]], env: NodeJS.ProcessEnv = {}): Outcome {
  const [tool, ...args] = command;
  const result = spawnSync(`${root}node_modules/.bin/${tool}`, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, FOUNDRY_CONFIG: 'contracts/foundry.toml', FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', ...env },
  });
  if (result.error) return { ok: false, output: String(result.error) };
  return { ok: result.status === 0, output: `${result.stdout}${result.stderr}` };
}
