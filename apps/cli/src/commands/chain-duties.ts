import type { ChainDutyTexts } from '@city-mint/texts/chain-duty-texts';
import { chainDuties as en } from '@city-mint/texts/en/chain-duties';
import { chainDuties as zh } from '@city-mint/texts/zh/chain-duties';
import { type Command, Option } from 'commander';
import { openNodes } from '../chain/chain-nodes.ts';
import type { DutyKind } from '../chain/duty.ts';
import { DUTIES, isDutyKind, nearestDuties } from '../chain/duty-list.ts';
import { toDocument, toLines } from '../chain/format-duty.ts';
import { type DutyInput, parseAddress, parseDuty } from '../chain/parse-duty.ts';
import { planDuty } from '../chain/plan-duty.ts';
import { CommandError, EXIT, usageError } from '../exit-codes.ts';
import { readValue } from '../options/field-options.ts';
import { missingSetting, readUrl, type Settings } from '../options/settings.ts';
import { formatTable } from '../output/format-reply.ts';
import { type Result, type Run, runs, type Shell } from './run-command.ts';

/** Adds `chain`: the duties on the vault contract, each of which prints the next call to send. */
export function addChain(program: Command, shell: Shell): void {
  const chain = program.command('chain');
  chain.description('Duties on the vault contract: the next call to send, for a wallet or a multisig. Sends nothing.');
  const list = chain.command('list', { isDefault: true }).argument('[duty...]');
  list.description('Lists the duties on the vault contract.');
  runs(list, shell, { work: listDuties });
  for (const name of Object.keys(DUTIES)) if (isDutyKind(name)) addDuty(chain, shell, name);
}

function addDuty(chain: Command, shell: Shell, kind: DutyKind): void {
  const { args, summary } = DUTIES[kind];
  const command = chain.command(kind).description(summary);
  for (const argument of args) command.argument(argument);
  command.option('--node <url>', 'node of the chain; repeated: all must agree (FMC_NODES, commas between)', collect);
  command.option('--from <address>', 'account that is going to send: its roles, and whether its call would fail');
  if (['set-rule', 'fund'].includes(kind) || kind.endsWith('-change')) addTokenOptions(command, kind !== 'fund');
  runs(command, shell, { own: ['from'], work: (run) => plan(run, kind) });
}

function addTokenOptions(command: Command, hasRule: boolean): void {
  command.option('--fmc <address>', 'the token FMC');
  if (!hasRule) return;
  const window = new Option('--window <duration>', 'of set-rule: time in which an exhausted cap refills, such as 1h');
  command.addOption(window.argParser((text) => readValue({ ...FIELD, kind: 'duration' }, text)));
  const listed = new Option('--listed <yes|no>', 'of set-rule: whether deposits are accepted');
  command.addOption(listed.argParser((text) => readValue({ ...FIELD, kind: 'yes-no' }, text)));
  command.option('--min-deposit <amount>', 'of set-rule: smallest deposit, in whole units');
  command.option('--window-cap <amount>', 'of set-rule: size of the cap, in whole units');
}

const FIELD = { name: '', isOptional: true, isNullable: false, choices: [], from: null, to: null } as const;

function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

async function listDuties({ settings, args: [name] }: Run): Promise<Result> {
  const texts = textsOf(settings);
  if (name !== undefined && isDutyKind(name)) throw usageError(texts.optionsFirst(name));
  if (name !== undefined) throw usageError(texts.unknownDuty(name, nearestDuties(name)));
  const rows = Object.entries(DUTIES).map(([duty, { args, summary }]) => ({ duty, args: args.join(' '), summary }));
  return {
    data: { items: rows },
    lines: formatTable(rows.map(({ duty, args, summary }) => [`${duty} ${args}`.trimEnd(), summary])),
  };
}

async function plan({ settings, terminal, options, args }: Run, kind: DutyKind): Promise<Result> {
  const texts = textsOf(settings);
  const { vault, timeoutMs } = settings;
  const input = readInput({ args, options, texts });
  const duty = parseDuty(kind, input);
  if (vault === null) throw missingSetting(settings, '--vault');
  const from = typeof options['from'] === 'string' ? parseAddress(options['from'], texts) : null;
  if (duty.kind === 'fund' && duty.purpose === 'emission' && from === null) throw usageError(texts.fromMissing);
  const nodes = openNodes(readNodes({ settings, terminal, options }, texts), { timeoutMs, texts });
  const planned = await planDuty(nodes, duty, { vault, from, checkChain: (found) => checkChain(found, settings) });
  const isRefused = planned.step.kind === 'refused' || planned.failure !== null;
  return {
    data: toDocument(planned, texts),
    lines: toLines(planned, texts),
    exit: isRefused ? EXIT.refused : EXIT.done,
  };
}

type Reading = Pick<Run, 'args' | 'options'> & { readonly texts: ChainDutyTexts };

function readInput({ args, options, texts }: Reading): DutyInput {
  const textOf = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  const fmc = textOf('fmc');
  return {
    args,
    rule: {
      listed: typeof options['listed'] === 'boolean' ? options['listed'] : undefined,
      window: typeof options['window'] === 'number' ? options['window'] : undefined,
      minDeposit: textOf('minDeposit'),
      windowCap: textOf('windowCap'),
    },
    fmc: fmc === undefined ? null : parseAddress(fmc, texts),
    texts,
  };
}

function readNodes({ settings, terminal, options }: Omit<Run, 'args'>, texts: ChainDutyTexts): string[] {
  const { node } = options;
  const typed = Array.isArray(node) ? node.map(String) : [];
  const named = typed.length > 0 ? typed : (terminal.env['FMC_NODES'] ?? '').split(',');
  const urls = named.filter((url) => url.trim() !== '');
  if (urls.length === 0) throw usageError(texts.nodeMissing);
  const read = urls.map((url) => readUrl(url.trim(), '--node', { texts: settings.texts, path: true }));
  // Named twice, a node would confirm itself.
  return [...new Set(read)];
}

function checkChain(found: number, settings: Settings): void {
  const { chainId } = settings;
  if (chainId === null || chainId === found) return;
  const message = textsOf(settings).otherChain(found, chainId);
  throw new CommandError(EXIT.refused, { error: 'other-chain', message });
}

function textsOf({ lang }: Settings): ChainDutyTexts {
  return lang === 'zh' ? zh : en;
}
