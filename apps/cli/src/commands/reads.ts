import { inputFields } from '@city-mint/api-contract/input-fields';
import { isActionKey, operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { addFieldOptions, fieldOptions, readFields } from '../options/field-options.ts';
import { formatReply } from '../output/format-reply.ts';
import { refusedError } from '../output/refused-error.ts';
import { openSession, type Session } from '../session/open-session.ts';
import { type Result, type Run, runs, type Shell } from './run-command.ts';

/** Calls that have dedicated commands: sign-in and signed requests. */
const OTHERS = new Set<string>([
  'POST /api/ops/signMessage',
  'POST /api/ops/login',
  'POST /api/ops/logout',
  'POST /api/ops/proposals/confirm',
  'POST /api/ops/proposals/reject',
  'GET /api/app/operatorLog',
]);

/** The endpoint of a call that changes nothing. */
export type ReadKey = Extract<keyof typeof operatorEndpoints, `POST /api/ops/${string}`>;

/** Returns the endpoints of operators that change nothing. */
export function readKeys(): ReadKey[] {
  return Object.keys(operatorEndpoints).filter(isReadKey);
}

function isReadKey(key: string): key is ReadKey {
  return Object.hasOwn(operatorEndpoints, key) && !isActionKey(key) && !OTHERS.has(key);
}

/** Adds `call` with a command for each declared read, whose options are its fields. */
export function addReads(program: Command, shell: Shell): void {
  const parent = program
    .command('call')
    .description('Makes any other call of operators by its name: what is read, and what no one signs.');
  for (const key of readKeys()) addRead(parent, shell, { name: actionName(key), key });
}

type ReadCommand = {
  readonly name: string;
  readonly key: ReadKey;
  /** Field that is an argument instead of an option. */
  readonly argument?: string;
  /** Whether the parent command runs it by default. */
  readonly isDefault?: boolean;
};

/** Adds a command that makes a call. Lists have `--all`, which reads every page. */
export function addRead(parent: Command, shell: Shell, { name, key, argument, isDefault = false }: ReadCommand): void {
  const { summary, request } = operatorEndpoints[key];
  const command = parent.command(name, { isDefault }).description(summary);
  const options = fieldOptions(request.shape).filter(({ field }) => field.name !== argument);
  if (argument !== undefined) command.addArgument(new Argument(`<${argument}>`));
  addFieldOptions(command, options);
  if (inputFields(request.shape).some((field) => field.name === 'cursor')) command.option('--all', 'every page');
  runs(command, shell, {
    own: options.map(({ attribute }) => attribute),
    work: (run) => {
      const named = argument === undefined ? {} : { [argument]: run.args[0] };
      return read(run, key, { ...named, ...readFields(run.options, options) });
    },
  });
}

async function read({ settings, terminal, options }: Run, key: ReadKey, fields: object): Promise<Result> {
  const session = await openSession({ settings, terminal }, { signs: false });
  try {
    const data = options['all'] === true ? await readAll(session, key, fields) : await readOnce(session, key, fields);
    return { data, lines: replyLines(key, data, settings.texts) };
  } finally {
    await session.end();
  }
}

/** Returns the reply of a call; the server parses the request. Throws a `CommandError` for a refusal. */
async function readOnce(session: Session, key: ReadKey, fields: object): Promise<object> {
  // The options come from the endpoint's schema; the server refuses the rest.
  const answer = await session.call<ReadKey>(key, fields as Parameters<typeof session.call<ReadKey>>[1]);
  if (!answer.ok) throw refusedError(answer);
  return answer.data;
}

async function readAll(session: Session, key: ReadKey, fields: object): Promise<object> {
  const items: unknown[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: object = await readOnce(session, key, { ...fields, ...(cursor === null ? {} : { cursor }) });
    if (!isPage(page)) return page;
    items.push(...page.items);
    if (page.nextCursor === null) return { items, nextCursor: null };
    cursor = page.nextCursor;
  }
}

function replyLines(key: ReadKey, data: object, texts: CommandLineTexts): string[] {
  if (!isPage(data)) return formatReply(operatorEndpoints[key].reply, data);
  if (data.items.length === 0) return [texts.listEmpty];
  const shape: z.core.$ZodShape = operatorEndpoints[key].reply.shape;
  const rows = formatReply(shape['items'] ?? z.unknown(), data.items);
  return [...rows, ...(data.nextCursor === null ? [] : [texts.nextPage(data.nextCursor)])];
}

function isPage(data: object): data is { items: unknown[]; nextCursor: string | null } {
  return 'items' in data && Array.isArray(data.items) && 'nextCursor' in data;
}
