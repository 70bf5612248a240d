import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository; forge runs there, because its sources include node_modules. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Settings for forge by which the output of a step is apart from that of others, which compile other files or less. */
export function apart(step: 'sources' | 'lint'): NodeJS.ProcessEnv {
  return { FOUNDRY_OUT: `contracts/out/${step}`, FOUNDRY_CACHE_PATH: `contracts/cache/${step}` };
}

type Command = readonly [tool: string, ...args: string[]];

export type Outcome = { readonly ok: boolean; readonly output: string };

/** `output` is all that the tool printed, `stdout` without its complaints. */
type ToolOutcome = Outcome & { readonly stdout: string };

/** Runs a tool (forge, node, or one of node_modules/.bin) from the root, with forge's settings in place; never throws for a failing tool. */
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

/** Like `runTool`, beside other work, and in another folder with more settings where that is asked for. */
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
  // Not .bin/forge: that launcher ends with 0 when forge failed.
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  return `${root}node_modules/@foundry-rs/forge-${process.platform}-${arch}/bin/forge`;
}

function environment(): NodeJS.ProcessEnv {
  // forge starts the compiler through `env node`: it has to find the Node that runs this.
  const { PATH = '' } = process.env;
  return {
    ...process.env,
    PATH: `${root}node_modules/.bin:${PATH}`,
    FOUNDRY_CONFIG: 'contracts/foundry.toml',
    FOUNDRY_DISABLE_NIGHTLY_WARNING: '1',
  };
}
