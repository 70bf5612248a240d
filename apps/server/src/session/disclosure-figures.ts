import type { Span, TermsSpan } from '@city-mint/domain/rounds/terms-span';

/** The operator of the system, as named in the disclosure. */
export type Operator = { readonly name: string; readonly contact: string };

/** Every share and multiple of the terms on offer as a text: `2.5%`, a span as `2.5–5%`. */
export type DisclosureFigures = Readonly<Record<keyof TermsSpan, string>>;

/** Returns the texts of the figures that the running plans offer. */
export function disclosureFigures(terms: TermsSpan): DisclosureFigures {
  return {
    mintFeeBps: figureOf('mintFeeBps', terms.mintFeeBps),
    lossBps: figureOf('lossBps', terms.lossBps),
    lateBps: figureOf('lateBps', terms.lateBps),
    referralBps: figureOf('referralBps', terms.referralBps),
    nodesBps: figureOf('nodesBps', terms.nodesBps),
    levelsBps: figureOf('levelsBps', terms.levelsBps),
    treasuryBps: figureOf('treasuryBps', terms.treasuryBps),
    reserveDrawBps: figureOf('reserveDrawBps', terms.reserveDrawBps),
    compensationTimesBps: figureOf('compensationTimesBps', terms.compensationTimesBps),
  };
}

/** Returns the span of a term as a text: `2.5–5%`, a multiple as `2`. */
export function figureOf(name: keyof TermsSpan, span: Span): string {
  return name === 'compensationTimesBps' ? multiple(span) : percent(span);
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
