import { STATEMENT_KINDS_HI } from '@city-mint/api-contract/statement/kind-texts/hi';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Hindi. */
export const CSV_TEXTS_HI: CsvTexts = {
  head: ['समय (UTC)', 'मुद्रा', 'खाता', 'प्रकार', 'विवरण', 'जमा', 'निकासी', 'शेष', 'ट्रांसफ़र संख्या'],
  opening: 'आरंभिक शेष',
  closing: 'अंतिम शेष',
  accounts: { available: 'उपलब्ध', 'in-rounds': 'राउंड में', withdrawing: 'निकासी जारी' },
  kinds: STATEMENT_KINDS_HI,
};
