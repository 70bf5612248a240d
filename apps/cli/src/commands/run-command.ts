import { NetworkError } from '@city-mint/api-contract/client';
import type { Command } from 'commander';
import { CommandError, EXIT, type ExitCode } from '../exit-codes.ts';
import { addCommonOptions, readSettings, type Settings } from '../options/settings.ts';
import { errorDocument } from '../output/json-document.ts';
import type { Terminal } from '../terminal.ts';

/** Context of a command. */
export type Run = {
  readonly settings: Settings;
  readonly terminal: Terminal;
  /** Values of the command's options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
};

/** Result of a command: data for `--json`, lines for people. */
export type Result = { readonly data: unknown; readonly lines: readonly string[]; readonly exit?: ExitCode };

/** The terminal, and the setter of the exit code. */
export type Shell = { readonly terminal: Terminal; readonly exitWith: (code: number) => void };

/**
 * Makes a command run `work` with the common options and print its result once: lines, or one JSON document. `own` has
 * the names of options that are fields of its request.
 */
export function runs(
  command: Command,
  { terminal, exitWith }: Shell,
  { work, own = [] }: { readonly work: (run: Run) => Promise<Result>; readonly own?: readonly string[] },
): void {
  addCommonOptions(command);
  command.action(async () => {
    const isJson = command.optsWithGlobals()['json'] === true;
    try {
      const settings = readSettings(command, terminal.env, own);
      const result = await work({ settings, terminal, options: command.opts(), args: command.args }).catch((error) => {
        throw error instanceof NetworkError ? noAnswer(error, settings) : error;
      });
      const { data, lines, exit } = result;
      if (isJson) terminal.out(`${JSON.stringify({ ok: true, data })}\n`);
      else if (!settings.quiet) terminal.out(`${lines.join('\n')}\n`);
      exitWith(exit ?? EXIT.done);
    } catch (error) {
      // Any other error is a bug, and ends the process with its stack trace.
      if (!(error instanceof CommandError)) throw error;
      if (isJson) terminal.out(`${JSON.stringify(errorDocument(error))}\n`);
      else terminal.err(`${error.message}\n`);
      exitWith(error.exit);
    }
  });
}

/** Names the server that did not answer, and no other. */
function noAnswer({ message, baseUrl }: NetworkError, { opsUrl, apiUrl, texts }: Settings): CommandError {
  const where = texts.noAnswer(baseUrl ?? [opsUrl, apiUrl].filter((url) => url !== null).join(', '));
  return new CommandError(EXIT.unanswered, { error: 'no-answer', message: `${where} (${message})` });
}
