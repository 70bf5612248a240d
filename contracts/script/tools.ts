import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository, where forge runs because its sources include node_modules. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns forge settings that separate a step's output from that of steps which compile other files. */
export function outputOf(step: 'sources' | 'lint'): NodeJS.ProcessEnv {
  return { FOUNDRY_OUT: `contracts/out/${step}`, FOUNDRY_CACHE_PATH: `contracts/cache/${step}` };
}

type Command = readonly [tool: string, ...args: string[]];

export type Outcome = { readonly ok: boolean; readonly output: string };

/** `output` is stdout and stderr of the tool. */
type ToolOutcome = Outcome & { readonly stdout: string };

/**
 * Runs a tool (forge, node, or one of node_modules/.bin) in the root with forge's settings. Returns whether it exited
 * with 0, and its output; does not throw for a failing tool.
 */
export function runTool([tool, ...args]: Command, env: NodeJS.ProcessEnv = {}): ToolOutcome {
  const result = spawnSync(pathOf(tool), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...environment(), ...env },
  });
  if (result.error) return { ok: false, output: String(result.error), stdout: '' };
  return { ok: result.status === 0, output: `${result.stdout}${result.stderr}`, stdout: result.stdout };
}

/** Like `runTool` without blocking, optionally in another folder and with further settings. */
export function runToolAsync(
  [tool, ...args]: Command,
  { cwd = root, env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(pathOf(tool), args, { cwd, env: { ...environment(), ...env } });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

function pathOf(tool: string): string {
  if (tool === 'node') return process.execPath;
  if (tool !== 'forge') return `${root}node_modules/.bin/${tool}`;
  // Not .bin/forge: that launcher exits with 0 when forge failed.
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  return `${root}node_modules/@foundry-rs/forge-${process.platform}-${arch}/bin/forge`;
}

function environment(): NodeJS.ProcessEnv {
  // forge starts the compiler through `env node`, which must be the Node that runs this script.
  const { PATH = '' } = process.env;
  return {
    ...process.env,
    PATH: `${root}node_modules/.bin:${PATH}`,
    FOUNDRY_CONFIG: 'contracts/foundry.toml',
    FOUNDRY_DISABLE_NIGHTLY_WARNING: '1',
  };
}
