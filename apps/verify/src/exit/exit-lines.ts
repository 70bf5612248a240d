import { formatAmount } from '@city-mint/domain/money/amount-text';
import { missingTree } from './find-leaves.ts';
import { listCalls, type NamedCall } from './list-calls.ts';
import type { DemandPart, OpenDemand, PossibleDemand } from './plan-demands.ts';
import type { ExitPart, ExitPlan } from './plan-exit.ts';

/**
 * Returns the lines that the program prints of a plan: whether the exit is open, each part, the demands, and the
 * calls to send.
 */
export function exitLines(plan: ExitPlan): string[] {
  const missing = plan.missing.map(({ currency, ...root }) => missingTree(currency, root));
  const demands = plan.demands.flatMap(demandLines);
  return [opening(plan), ...plan.parts.map(partLine), ...missing, ...demands, ...listCalls(plan).map(callLine)];
}

function opening({ kind, at }: ExitPlan): string {
  if (kind === 'begun') return `OPEN: the exit began at ${timeText(at)}`;
  if (kind === 'due') return 'DUE: anyone can begin the exit now';
  if (kind === 'demanded') return 'DUE: anyone can begin the exit for a demand now';
  return `CLOSED: unless a new root or withdrawals come, the exit can begin at ${timeText(at)}`;
}

function partLine({ currency, kind, stated, depositedSince, withdrawnSince, claim, pays }: ExitPart): string {
  if (kind === 'redeemed') return `${currency}: redeemed; nothing is left to redeem`;
  const sum = `${formatAmount(stated)} stated + ${formatAmount(depositedSince)} deposited since`;
  const line = `${currency}: ${sum} - ${formatAmount(withdrawnSince)} withdrawn since = ${formatAmount(claim)}`;
  if (kind === 'nothing') return `${line}; nothing can be redeemed`;
  return pays === claim ? line : `${line}; pays ${formatAmount(pays)}, since the vault holds less than it owes`;
}

function demandLines({ currency, open, possible, collectable }: DemandPart): string[] {
  return [
    ...(possible === null ? [] : [`${currency}: ${possibleText(possible)}`]),
    ...(open === null ? [] : [`${currency}: ${openText(open)}`]),
    ...(collectable === 0n ? [] : [`${currency}: ${formatAmount(collectable)} can be collected`]),
  ];
}

function possibleText({ epoch, amount, ...figures }: PossibleDemand): string {
  const [deposited, withdrawn] = [formatAmount(figures.depositedSince), formatAmount(figures.withdrawnSince)];
  if (epoch === 0n)
    return `${deposited} deposited - ${withdrawn} withdrawn = ${formatAmount(amount)} can be demanded, without leaves`;
  const stated = `${formatAmount(figures.stated)} stated - ${formatAmount(figures.locked)} in rounds`;
  const since = `${deposited} deposited since - ${withdrawn} withdrawn since`;
  return `${stated} + ${since} = ${formatAmount(amount)} can be demanded, by the root of epoch ${epoch}`;
}

function openText({ due, demandedAt, beginsAt, waits }: OpenDemand): string {
  const line = `${formatAmount(due)} was demanded at ${timeText(demandedAt)} and is not paid`;
  if (waits === null) return `${line}; anyone can begin the exit for it now`;
  if (waits === 'cap') return `${line}; the exit cannot begin for it while the cap, out of which it is paid, refills`;
  return `${line}; unless it is, the exit can begin for it at ${timeText(beginsAt)}`;
}

function callLine({ name, currency, call: { to, data } }: NamedCall): string {
  const ofCurrency = currency === null || name === 'beginFor' ? '' : ` ${currency}`;
  return `to ${CALL_NAMES[name]}${ofCurrency}: to ${to} value 0 data ${data}`;
}

const CALL_NAMES = {
  collect: 'collect',
  begin: 'begin the exit',
  beginFor: 'begin the exit for this demand',
  redeem: 'redeem',
  demand: 'demand',
} as const;

function timeText(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString();
}
