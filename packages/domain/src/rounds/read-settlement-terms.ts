import type { JsonPlace, JsonReader } from '../json/json-reader.ts';
import { readStages } from './read-stages.ts';
import type { SettlementTerms } from './terms.ts';

/**
 * Reads the terms that a settlement uses from JSON; their bounds are `checkSettlementTerms`.
 * docs/money-rules.md#6-the-settlement-file.
 */
export function readSettlementTerms(reader: JsonReader, terms: JsonPlace): SettlementTerms {
  const amount = (key: string) => reader.amount(reader.field(terms, key));
  const bps = (key: string) => reader.wholeNumber(reader.field(terms, key));
  return {
    quota: amount('quota'),
    mintFeeBps: bps('mintFeeBps'),
    lossBps: bps('lossBps'),
    mintAmount: amount('mintAmount'),
    stageBps: readStages(reader, reader.field(terms, 'stageBps')),
    referralBps: bps('referralBps'),
    nodesBps: bps('nodesBps'),
    levelsBps: bps('levelsBps'),
    treasuryBps: bps('treasuryBps'),
    reserveDrawBps: bps('reserveDrawBps'),
    compensationTimesBps: bps('compensationTimesBps'),
  };
}
