import { exactAmount } from '#platform/i18n/amount-text.ts';
import type { OrderDetails } from './order-progress.ts';

/** A line of a receipt: its label is a key of the texts, or the stage of an amount. */
export type ReceiptLine = {
  readonly key: ReceiptKey;
  readonly stage?: string;
  readonly value: string;
};

export type ReceiptKey =
  | ('order' | 'wallet' | 'round' | 'roundId' | 'joinedAt' | 'rank' | 'asked' | 'accepted' | 'termsHash')
  | ('state' | 'settledAt' | 'principal' | 'fee' | 'split' | 'stageDue' | 'stagePaid')
  | ('refund' | 'loss' | 'compensation' | 'hashPower' | 'net')
  | ('sha256' | 'file' | 'root' | 'proof');

type ReceiptInput = {
  readonly address: string;
  /** Origins of the page and of the published files, without a trailing slash. */
  readonly pageOrigin: string;
  readonly apiOrigin: string;
  /** Display names of the round and of the order's state. */
  readonly roundName: string;
  readonly stateName: string;
  /** Display name of an order in the last part of the window. */
  readonly lateName: string;
};

/**
 * Returns the lines of an order's receipt: exact amounts, times in UTC, and the evidence to check it: the hash of the
 * terms, that of the settlement file, and the root that includes the order's result.
 */
export function receiptLines(detail: OrderDetails, input: ReceiptInput): readonly ReceiptLine[] {
  const { order, settlement, files, inclusion } = detail;
  const file = files.find(({ format }) => format === 'jsonl');
  return [
    { key: 'order', value: order.orderId },
    { key: 'wallet', value: input.address },
    { key: 'round', value: input.roundName },
    { key: 'roundId', value: order.roundId },
    { key: 'joinedAt', value: utcTime(order.joinedAt) },
    { key: 'rank', value: order.late ? `${order.rank} · ${input.lateName}` : String(order.rank) },
    { key: 'asked', value: `${exactAmount(order.asked)} JU` },
    { key: 'accepted', value: `${exactAmount(order.accepted)} JU` },
    { key: 'termsHash', value: detail.termsHash },
    { key: 'state', value: input.stateName },
    ...(settlement === null ? [] : settledLines(settlement)),
    ...(order.netJu === null ? [] : [{ key: 'net', value: `${exactAmount(order.netJu)} JU` } as const]),
    ...(file === undefined
      ? []
      : ([
          { key: 'file', value: `${input.apiOrigin}${file.path}` },
          { key: 'sha256', value: file.sha256 },
        ] as const)),
    ...(inclusion === null ? [] : [{ key: 'root', value: inclusion.root } as const]),
    { key: 'proof', value: `${input.pageOrigin}/proof` },
  ];
}

type Settlement = NonNullable<OrderDetails['settlement']>;

function settledLines({ settledAt, minted, failed, cancelled }: Settlement): readonly ReceiptLine[] {
  const at: ReceiptLine = { key: 'settledAt', value: utcTime(settledAt) };
  if (minted !== null) {
    return [
      at,
      { key: 'principal', value: `${exactAmount(minted.principal)} JU` },
      { key: 'fee', value: `${exactAmount(minted.fee)} JU` },
      ...(minted.split === '0' ? [] : [{ key: 'split', value: `${exactAmount(minted.split)} JU` } as const]),
      ...minted.stages.map(({ stage, amount, dueAt, paidAt }) => ({
        key: paidAt === null ? ('stageDue' as const) : ('stagePaid' as const),
        stage: String(stage),
        value: `${exactAmount(amount)} FMC · ${utcTime(paidAt ?? dueAt)}`,
      })),
    ];
  }
  if (failed !== null) {
    return [
      at,
      { key: 'refund', value: `${exactAmount(failed.refund)} JU` },
      { key: 'loss', value: `${exactAmount(failed.loss)} JU` },
      { key: 'compensation', value: `${exactAmount(failed.compensation)} JU` },
      ...(failed.hashPower === '0' ? [] : [{ key: 'hashPower', value: `${exactAmount(failed.hashPower)} H` } as const]),
    ];
  }
  return cancelled === null ? [at] : [at, { key: 'refund', value: `${exactAmount(cancelled.refund)} JU` }];
}

/** `2026/11/22 11:03:22 UTC`, the same in every time zone. */
function utcTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')} UTC`;
}

/** Returns a receipt as text: a title, then one line per entry. */
export function receiptText(title: string, lines: readonly { readonly label: string; readonly value: string }[]) {
  return `${[title, ...lines.map(({ label, value }) => `${label}: ${value}`)].join('\n')}\n`;
}
