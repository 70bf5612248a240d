import { isActionKey, type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName, reason } from '@city-mint/api-contract/operator/operator-action';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import { Argument, type Command } from 'commander';
import { EXIT, usageError } from '../exit-codes.ts';
import { actionOptions, addFieldOptions, readFields, readValue } from '../options/field-options.ts';
import { formatTime } from '../output/format-reply.ts';
import type { ActionDocument } from '../output/json-document.ts';
import { type Operating, performAction } from '../requests/perform-action.ts';
import { openSession } from '../session/open-session.ts';
import { type Result, type Run, runs, type Shell } from './run-command.ts';

type ActionCommand = {
  readonly name: string;
  readonly key: OperatorActionKey;
  /** The field that is an argument instead of an option. */
  readonly argument?: string;
};

/** Adds `act` with a command for each declared action, whose options are its fields. */
export function addActions(program: Command, shell: Shell): void {
  const parent = program.command('act').description('Performs any operator action by its name.');
  for (const key of Object.keys(operatorActions).filter(isActionKey)) {
    addAction(parent, shell, { name: actionName(key), key });
  }
}

/** Adds a command that performs an action. */
export function addAction(parent: Command, shell: Shell, { name, key, argument }: ActionCommand): void {
  const { summary, role } = operatorActions[key];
  const command = parent.command(name).description(summary);
  command.addHelpText('after', `\nIt takes the role ${role}.`);
  const all = actionOptions(operatorActions[key]);
  const options = all.filter(({ field }) => field.name !== argument);
  const positional = all.find(({ field }) => field.name === argument)?.field;
  if (positional !== undefined) {
    const declared = new Argument(`<${positional.name}>`);
    command.addArgument(positional.choices.length > 0 ? declared.choices(positional.choices) : declared);
  }
  addFieldOptions(command, options);
  addReason(command);
  runs(command, shell, {
    own: options.map(({ attribute }) => attribute),
    work: (run) =>
      operate(run, (operating) => {
        const [text = ''] = run.args;
        const named = positional === undefined ? {} : { [positional.name]: readValue(positional, text) };
        const fields = { ...named, ...readFields(run.options, options) };
        return performAction(operating, { key, fields, reason: reasonOf(run) });
      }),
  });
}

/** Adds the reason that every action has; returns the command. */
export function addReason(command: Command): Command {
  return command.requiredOption('--reason <text>', 'why: required; published in the log, 3 to 500 characters');
}

/** Returns the reason that a command was called with. Throws for one that the server would refuse. */
export function reasonOf({ options, settings }: Run): string {
  const text = String(options['reason']);
  const { error } = reason.safeParse(text);
  if (error === undefined) return text;
  throw usageError(error.issues[0]?.code === 'too_big' ? settings.texts.reasonTooLong : settings.texts.reasonTooShort);
}

/** Runs an action as a signed-in operator who can sign, and returns what became of it. */
export async function operate(run: Run, work: (operating: Operating) => Promise<ActionDocument>): Promise<Result> {
  const { settings, terminal } = run;
  // Before anyone signs in.
  reasonOf(run);
  const session = await openSession({ settings, terminal }, { signs: true });
  try {
    const data = await work({ session, settings, terminal });
    return { data, lines: outcomeLines(data, settings.texts), exit: data.state === 'done' ? EXIT.done : EXIT.proposed };
  } finally {
    await session.end();
  }
}

function outcomeLines(
  { state, logId, proposalId, expiresAt, sentAgain }: ActionDocument,
  texts: CommandLineTexts,
): string[] {
  const until = expiresAt === null ? '–' : formatTime(expiresAt);
  return [
    ...(sentAgain ? [texts.sentAgain] : []),
    state === 'done' ? texts.done(logId) : texts.proposed(proposalId ?? '', until),
  ];
}
