import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Shell } from './run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const SETTLE = 'packages/domain/bin/settle.ts';
const SIMULATE = 'packages/domain/bin/simulate.ts';
const VERIFY = 'apps/verify/src/main.ts';

type Program = {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly script: string;
  /** Arguments before those of the command. */
  readonly before?: readonly string[];
  /** Options that a variable of the environment stands for. */
  readonly variables?: Readonly<Record<string, string>>;
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

const FROM = { '--from': 'FMC_API_URL' } as const;

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
    variables: FROM,
  },
  {
    name: 'page',
    usage: 'SHA256SUMS --from URL',
    summary: 'Compares the page that a server sends with a release.',
    variables: FROM,
  },
  {
    name: 'journal',
    usage: '--from URL [--since BLOCK] [--anchors 0x… --node URL …]',
    summary: 'Recomputes the chain of the ledger’s journal; finds every anchored hash in it.',
    variables: FROM,
  },
  {
    name: 'operators',
    usage: '--from URL | FILE … --vault 0x… --chain-id N --operator 0x… …',
    summary: 'Verifies every signature and role of the public operator log.',
    variables: { ...FROM, '--vault': 'FMC_VAULT', '--chain-id': 'FMC_CHAIN_ID' },
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
  { name, usage, summary, script, before = [], variables = {} }: Program,
): void {
  const command = parent.command(name).description(summary).usage(usage);
  command.argument('[args...]').allowUnknownOption().passThroughOptions();
  command.action(async () => {
    const args = [...command.args, ...optionsOf(terminal.env, { args: command.args, variables })];
    exitWith(await runScript(join(ROOT, script), [...before, ...args]));
  });
}

/** Returns the options that variables set and the arguments do not; a log in files is of no server. */
function optionsOf(
  env: Readonly<Record<string, string | undefined>>,
  { args, variables }: { readonly args: readonly string[]; readonly variables: Readonly<Record<string, string>> },
): string[] {
  const hasPages = '--vault' in variables && args[0]?.startsWith('--') === false;
  return Object.entries(variables).flatMap(([option, variable]) => {
    const value = env[variable];
    const isSet = args.some((arg) => arg === option || arg.startsWith(`${option}=`));
    return value === undefined || isSet || (hasPages && option === '--from') ? [] : [option, value];
  });
}

/** Returns the exit code of a script that shares this terminal. */
async function runScript(script: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
