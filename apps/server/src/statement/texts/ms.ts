import { STATEMENT_KINDS_MS } from '@city-mint/api-contract/statement/kind-texts/ms';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Malay. */
export const CSV_TEXTS_MS: CsvTexts = {
  head: ['Masa (UTC)', 'Mata wang', 'Akaun', 'Jenis', 'Butiran', 'Masuk', 'Keluar', 'Baki', 'Nombor pindahan'],
  opening: 'Baki awal',
  closing: 'Baki akhir',
  accounts: { available: 'Tersedia', 'in-rounds': 'Dalam pusingan', withdrawing: 'Sedang dikeluarkan' },
  kinds: STATEMENT_KINDS_MS,
};
