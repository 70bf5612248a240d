import type { Span, TermsSpan } from '@city-mint/domain/rounds/terms-span';

/** Who runs the system, as the disclosure names it. */
export type Operator = { readonly name: string; readonly contact: string };

/** Every share and multiple of the terms on offer as a text: `2.5%`, a span as `2.5–5%`. */
export type DisclosureFigures = Readonly<Record<keyof TermsSpan, string>>;

/** Returns the texts of the figures that the running plans offer. */
export function disclosureFigures(terms: TermsSpan): DisclosureFigures {
  return {
    mintFeeBps: percent(terms.mintFeeBps),
    lossBps: percent(terms.lossBps),
    lateBps: percent(terms.lateBps),
    referralBps: percent(terms.referralBps),
    nodesBps: percent(terms.nodesBps),
    levelsBps: percent(terms.levelsBps),
    treasuryBps: percent(terms.treasuryBps),
    reserveDrawBps: percent(terms.reserveDrawBps),
    compensationTimesBps: multiple(terms.compensationTimesBps),
  };
}

/** 250 bps → 2.5%, exact. */
function percent({ from, to }: Span): string {
  return from === to ? `${decimal(from, 2)}%` : `${decimal(from, 2)}–${decimal(to, 2)}%`;
}

/** 20000 bps → 2, exact. */
function multiple({ from, to }: Span): string {
  return from === to ? decimal(from, 4) : `${decimal(from, 4)}–${decimal(to, 4)}`;
}

function decimal(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}
