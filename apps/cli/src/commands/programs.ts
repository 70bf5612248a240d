import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Shell } from './run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const SETTLE = 'packages/domain/bin/settle.ts';
const SIMULATE = 'packages/domain/bin/simulate.ts';
const VERIFY = 'apps/verify/src/main.ts';

type Setting = { readonly option: string; readonly common: string; readonly variable: string };

type Program = {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly script: string;
  /** Arguments before those of the command. */
  readonly before?: readonly string[];
  /** Options that a common option stands for, and a variable of the environment. */
  readonly settings?: readonly Setting[];
};

/** Scripts with separate options and exit codes. */
const PROGRAMS: readonly Program[] = [
  {
    name: 'simulate',
    usage:
      'PLAN CROWD [--reserve JU] [--reserve-cap JU] [--emission FMC] [--runs N] [--rounds N] [--seed N] [--json]\n' +
      '   or: fmc simulate PUBLISHED [--stop-after ROUNDS] [--json]',
    summary: 'Tries a plan against a simulated crowd: who loses how much when it stops coming.',
    script: SIMULATE,
  },
  {
    name: 'settle',
    usage: 'FILE (- = standard input)',
    summary: 'Recomputes a round from its published settlement file; the result is JSON.',
    script: SETTLE,
  },
];

const FROM: Setting = { option: '--from', common: 'apiUrl', variable: 'FMC_API_URL' };
const VAULT: Setting = { option: '--vault', common: 'vault', variable: 'FMC_VAULT' };
const CHAIN: Setting = { option: '--chain-id', common: 'chainId', variable: 'FMC_CHAIN_ID' };

/** Commands of the verifier: published files, a node and addresses are enough for them. */
const VERIFIED: readonly Omit<Program, 'script' | 'before'>[] = [
  {
    name: 'settlement',
    usage: 'FILE [--terms-hash 0x…] [--anchors 0x… --node URL …]',
    summary: 'Settles a round again from its published file; compares its root with the contract’s.',
  },
  {
    name: 'leaves',
    usage: 'FILE --account 0x… [--fmc 0x… --anchors 0x… --node URL …]',
    summary: 'Leads an account’s leaves to the root of all liabilities; compares it with the contract’s.',
  },
  {
    name: 'exit',
    usage: 'STATEMENT --node URL [--node URL …] [--tree FILE …] [--to 0x…]',
    summary: 'Compares an exit statement with the contracts; says what it redeems, and the calls to send.',
  },
  {
    name: 'tree',
    usage: 'FILE [--fmc 0x… --anchors 0x… --node URL …]',
    summary: 'Leads the file of a tree of liabilities to its root; compares it with the contract’s.',
  },
  {
    name: 'mirror',
    usage: '--from URL --folder DIR --fmc 0x… --anchors 0x… --node URL …',
    summary: 'Stores the newest anchored trees of liabilities of a server, each once it is verified.',
    settings: [FROM],
  },
  {
    name: 'page',
    usage: 'SHA256SUMS --from URL',
    summary: 'Compares the page that a server sends with a release.',
    settings: [FROM],
  },
  {
    name: 'journal',
    usage: '--from URL [--since BLOCK] [--anchors 0x… --node URL …]',
    summary: 'Recomputes the chain of the ledger’s journal; finds every anchored hash in it.',
    settings: [FROM],
  },
  {
    name: 'operators',
    usage: '--from URL | FILE … --vault 0x… --chain-id N --operator 0x… …',
    summary: 'Verifies every signature and role of the public operator log.',
    settings: [FROM, VAULT, CHAIN],
  },
];

/** Adds the commands that run a separate script. */
export function addPrograms(program: Command, shell: Shell): void {
  for (const each of PROGRAMS) addProgram(program, shell, each);
  const verify = program.command('verify');
  verify.description('Verifies what is published, apart from the running system.');
  for (const each of VERIFIED) addProgram(verify, shell, { ...each, script: VERIFY, before: [each.name] });
}

function addProgram(
  parent: Command,
  { terminal, exitWith }: Shell,
  { name, usage, summary, script, before = [], settings = [] }: Program,
): void {
  const command = parent.command(name).description(summary).usage(usage);
  command.argument('[args...]').allowUnknownOption().passThroughOptions();
  command.action(async () => {
    const { args } = command;
    // A log in files is of no server. Every option of the verifier has a value.
    const hasFiles = name === 'operators' && args.some((arg, at) => !isOption(arg) && !isOption(args[at - 1]));
    const missing = settings.filter(({ option }) => !args.some((arg) => arg.split('=')[0] === option));
    const added = missing.flatMap(({ option, common, variable }) => {
      const value: unknown = command.optsWithGlobals()[common] ?? terminal.env[variable];
      const isSet = typeof value === 'string' && value !== '';
      return isSet && !(hasFiles && option === FROM.option) ? [option, value] : [];
    });
    exitWith(await runScript(join(ROOT, script), [...before, ...args, ...added]));
  });
}

const isOption = (arg: string | undefined) => arg?.startsWith('--') === true && !arg.includes('=');

/** Returns the exit code of a script that shares this terminal. */
async function runScript(script: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
