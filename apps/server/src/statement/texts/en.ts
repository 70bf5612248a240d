import { STATEMENT_KINDS_EN } from '@city-mint/api-contract/statement/kind-texts/en';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in English. */
export const CSV_TEXTS_EN: CsvTexts = {
  head: ['Time (UTC)', 'Currency', 'Account', 'Type', 'Reference', 'In', 'Out', 'Balance after', 'Transfer'],
  opening: 'Opening balance',
  closing: 'Closing balance',
  accounts: { available: 'Available', 'in-rounds': 'In rounds', withdrawing: 'Pending withdrawal' },
  kinds: STATEMENT_KINDS_EN,
};
