import { STATEMENT_KINDS_ID } from '@city-mint/api-contract/statement/kind-texts/id';
import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Indonesian. */
export const CSV_TEXTS_ID: CsvTexts = {
  head: ['Waktu (UTC)', 'Mata uang', 'Rekening', 'Jenis', 'Keterangan', 'Masuk', 'Keluar', 'Saldo', 'Nomor transfer'],
  opening: 'Saldo awal',
  closing: 'Saldo akhir',
  accounts: { available: 'Tersedia', 'in-rounds': 'Dalam putaran', withdrawing: 'Sedang ditarik' },
  kinds: STATEMENT_KINDS_ID,
};
