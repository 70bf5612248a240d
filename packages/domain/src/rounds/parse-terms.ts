import { createJsonReader } from '../json/json-reader.ts';
import { readSettlementTerms } from './read-settlement-terms.ts';
import { readStages } from './read-stages.ts';
import { checkTerms, type Terms } from './terms.ts';

/** `error` is one line: where, and what is wrong there, e.g. `lossBps: must be a whole number from 0 to 1000`. */
export type ParsedTerms = { ok: true; terms: Terms } | { ok: false; error: string };

/**
 * Reads the terms of a round back from their JSON (`termsJson`, parsed), bounds included.
 * docs/money-rules.md#2-terms-of-a-round.
 */
export function parseTerms(document: unknown): ParsedTerms {
  const reader = createJsonReader();
  const place = { value: document, path: '' };
  const amount = (key: string) => reader.amount(reader.field(place, key));
  const wholeNumber = (key: string) => reader.wholeNumber(reader.field(place, key));
  const terms: Terms = {
    city: reader.text(reader.field(place, 'city')),
    phase: wholeNumber('phase'),
    number: wholeNumber('number'),
    opensAt: wholeNumber('opensAt'),
    closesAt: wholeNumber('closesAt'),
    minimum: amount('minimum'),
    walletMaximum: amount('walletMaximum'),
    stageDelaysMs: readStages(reader, reader.field(place, 'stageDelaysMs')),
    ...readSettlementTerms(reader, place),
  };
  for (const { field, bound } of checkTerms(terms)) reader.report(field, `must be ${bound}`);
  const error = reader.problem();
  return error === undefined ? { ok: true, terms } : { ok: false, error };
}
