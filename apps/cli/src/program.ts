import { Command, CommanderError } from 'commander';
import { addChain } from './commands/chain-duties.ts';
import { addActions } from './commands/operator-actions.ts';
import { addPrograms } from './commands/programs.ts';
import { addLog } from './commands/public-log.ts';
import { addReads } from './commands/reads.ts';
import type { Shell } from './commands/run-command.ts';
import { addSession } from './commands/session.ts';
import { addShortCommands } from './commands/short-commands.ts';
import { EXIT, usageError } from './exit-codes.ts';
import { addCommonOptions } from './options/settings.ts';
import { errorDocument } from './output/json-document.ts';

const EXIT_CODES = `
Exit codes:
  0  done
  1  refused by a rule, by the wallet, or not confirmed; or what was verified is not as it should be
  2  wrong usage: an unknown command, a field that is missing or malformed, a key file that others can read
  3  no connection or no answer, or it is not known what became of an action
  4  proposed: nothing has changed yet, a second operator has to confirm it
simulate, settle and verify have those of their own programs: 0, 1 = not as it should be, 2 = wrong usage.`;

/** Returns the command line with all of its commands, which print to the terminal and set the exit code. */
export function createProgram(shell: Shell): Command {
  const program = new Command('fmc');
  program
    .description('Operates City Mint: the calls and signed actions of operators, and the tools beside them.')
    .usage('COMMAND [OPTION…]   fmc COMMAND --help says what a command takes')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: shell.terminal.out, writeErr: shell.terminal.err })
    .addHelpText('after', EXIT_CODES);
  addCommonOptions(program);
  addSession(program, shell);
  addShortCommands(program, shell);
  addLog(program, shell);
  addActions(program, shell);
  addReads(program, shell);
  addChain(program, shell);
  addPrograms(program, shell);
  return program;
}

/** Runs a command line; returns its exit code. An exception is a bug. */
export async function runProgram(args: readonly string[], terminal: Shell['terminal']): Promise<number> {
  const codes: number[] = [];
  const program = createProgram({ terminal, exitWith: (code) => void codes.push(code) });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return codes.at(-1) ?? EXIT.done;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Printing the requested help is a success.
    if (error.exitCode === 0) return EXIT.done;
    if (args.includes('--json')) terminal.out(`${JSON.stringify(errorDocument(usageError(error.message)))}\n`);
    return EXIT.usage;
  }
}
