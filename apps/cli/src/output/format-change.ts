import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import { subjectWords } from '@city-mint/texts/subject-words';
import { formatTable } from './format-reply.ts';

type Figures = Readonly<Record<string, string | null>> | null;

/** Summary of a change, which an operator reads before signing. */
export type ShownChange = {
  readonly action: string;
  readonly meaning: string;
  readonly subject: string;
  readonly operator: string;
  readonly system: string;
  readonly chainId: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly before: Figures;
  readonly after: Figures;
  readonly operators: 1 | 2;
  readonly reason: string;
  /** The consequence, in a sentence; null where nothing follows, as from a rejection. */
  readonly consequence: string | null;
  /** Set when a proposal is decided. */
  readonly proposed?: { readonly by: string; readonly reason: string; readonly until: string };
};

const NOTHING = '–';

/** Returns the data to sign as lines: who, where and why, the fields, and each figure before and after. */
export function formatChange(change: ShownChange, texts: CommandLineTexts): string[] {
  const { proposed } = change;
  const rows = [
    [texts.action, change.action],
    [texts.meaning, change.meaning],
    ...(change.consequence === null ? [] : [[texts.consequence, change.consequence]]),
    [texts.subject, subjectWords(change.subject, texts)],
    ...Object.entries(change.fields).flatMap(([name, value]) => fieldRows(`${texts.fields}: ${name}`, value)),
    ...(proposed === undefined
      ? []
      : [
          [texts.proposedBy, `${proposed.by}: ${proposed.reason}`],
          [texts.expires, proposed.until],
        ]),
    [texts.operator, change.operator],
    [texts.system, `${change.system}, ${texts.onChain(change.chainId)}`],
    [texts.reason, change.reason],
    [texts.people, change.operators === 1 ? texts.onePerson : texts.twoPersons],
  ];
  return [
    ...formatTable(rows.map((row) => row.map(oneLine))),
    '',
    ...formatFigures(change, texts),
    ...askedLines(change.after, texts),
  ];
}

/** For a plan: the users whom its publication asks for a new consent. */
function askedLines(after: Figures, texts: CommandLineTexts): string[] {
  const asked = Number(after?.['consentsAsked'] ?? 0);
  return asked === 0 ? [] : ['', oneLine(texts.consentsAsked(asked, after?.['consentsBeyond'] ?? ''))];
}

function formatFigures({ before, after }: ShownChange, texts: CommandLineTexts): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return [texts.unchanged];
  const rows = names.map((name) => {
    const [from, to] = [before?.[name] ?? NOTHING, after?.[name] ?? NOTHING];
    return [from === to ? ' ' : '*', name, from, to].map(oneLine);
  });
  return formatTable([['', texts.figure, texts.before, texts.after], ...rows]);
}

/** Entries of a list are one below the other. */
function fieldRows(label: string, value: unknown): string[][] {
  if (!Array.isArray(value) || value.length === 0) return [[label, textOf(value)]];
  return value.map((entry, index) => [index === 0 ? label : '', textOf(entry)]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Other people's texts must not move the cursor or hide a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
