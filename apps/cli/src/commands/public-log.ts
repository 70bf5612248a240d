import { logEntryFault } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { timeInput, wholeNumber } from '@city-mint/api-contract/wire';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import type { Command } from 'commander';
import { z } from 'zod';
import { CommandError, EXIT } from '../exit-codes.ts';
import { addFieldOptions, fieldOptions, readFields } from '../options/field-options.ts';
import { missingSetting } from '../options/settings.ts';
import { formatTable, formatTime } from '../output/format-reply.ts';
import { type LogEntry, type LogFilters, LogRefused, readLog } from '../requests/find-outcome.ts';
import { createOpsClient } from '../session/open-session.ts';
import { type Result, type Run, runs, type Shell } from './run-command.ts';

const MOST_ENTRIES = 50;

/** Filters of the log; entries are newest first. */
const filter = z.object({
  /** Name of an action, such as `plans/publish`, or `propose plans/publish`. */
  action: z.string().optional(),
  subject: z.string().optional(),
  operator: z.string().optional(),
  proposal: z.string().optional(),
  requestId: z.string().optional(),
  since: timeInput.optional(),
  until: timeInput.optional(),
  limit: wholeNumber.default(MOST_ENTRIES),
});

type Filter = z.output<typeof filter>;
type Verified = LogEntry & { readonly fault?: string | null };

/** Adds the public log of operator actions, which anyone may read. */
export function addLog(program: Command, shell: Shell): void {
  const command = program.command('log');
  command.description('Lists the public log of operator actions, newest first: who, what, before and after, and why.');
  const options = fieldOptions(filter.shape);
  addFieldOptions(command, options);
  command.option('--all', 'every entry, not the newest alone');
  command.option('--verify', 'verify each signature; a broken one ends with exit code 1');
  runs(command, shell, {
    own: options.map(({ attribute }) => attribute),
    work: (run) => listLog(run, filter.parse(readFields(run.options, options))),
  });
}

async function listLog({ settings, options }: Run, wanted: Filter): Promise<Result> {
  const { apiUrl, texts } = settings;
  if (apiUrl === null) throw missingSetting(settings, '--api-url');
  const found: Verified[] = [];
  const signatures = new Set<string>();
  const most = options['all'] === true ? Number.POSITIVE_INFINITY : wanted.limit;
  try {
    for await (const entry of readLog(createOpsClient(settings, apiUrl), filtersOf(wanted))) {
      if (found.length >= most) break;
      found.push(options['verify'] === true ? await verified(entry, { signatures, texts }) : entry);
    }
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error;
    throw new CommandError(EXIT.unanswered, { error: 'log-refused', message: error.message });
  }
  const broken = found.filter(({ fault }) => fault !== undefined && fault !== null).length;
  const verdict = options['verify'] === true ? verdictLines(found.length, broken, texts) : [];
  return {
    data: { items: found, broken: options['verify'] === true ? broken : null },
    lines: [...entryLines(found, texts), ...verdict],
    exit: broken === 0 ? EXIT.done : EXIT.refused,
  };
}

/** The call requires both ends of a period: these are its earliest and latest time. */
const EARLIEST = timeInput.minValue;
const LATEST = timeInput.maxValue;

/** Returns the filters in the call's format. */
function filtersOf({ proposal, since, until, limit: _limit, ...named }: Filter): LogFilters {
  return {
    ...named,
    ...(proposal !== undefined && { proposalId: proposal }),
    ...((since !== undefined || until !== undefined) && {
      from: `${since ?? EARLIEST}`,
      to: `${until ?? LATEST}`,
    }),
  };
}

async function verified(
  entry: LogEntry,
  { signatures, texts }: { readonly signatures: Set<string>; readonly texts: CommandLineTexts },
): Promise<Verified> {
  const isTwice = signatures.has(entry.signature);
  signatures.add(entry.signature);
  return { ...entry, fault: isTwice ? texts.logTwice : await logEntryFault(entry) };
}

function verdictLines(count: number, broken: number, texts: CommandLineTexts): string[] {
  return ['', broken === 0 ? texts.logVerified(count) : texts.logBroken(broken)];
}

function entryLines(entries: readonly Verified[], texts: CommandLineTexts): string[] {
  if (entries.length === 0) return [texts.logEmpty];
  return entries.flatMap(({ logId, at, operator, action, subject, before, after, reason, fault }) => {
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const changed = names.filter((name) => before?.[name] !== after?.[name]);
    const figures = changed.map((name) => `  ${name}: ${before?.[name] ?? '–'} → ${after?.[name] ?? '–'}`);
    return [
      formatTable([[logId, formatTime(at), operator, action, subject]])[0] ?? '',
      ...[...figures, `  “${reason}”`, ...(fault === undefined || fault === null ? [] : [`  BROKEN: ${fault}`])].map(
        oneLine,
      ),
    ];
  });
}

/** Operators' texts must not move the cursor or hide a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
