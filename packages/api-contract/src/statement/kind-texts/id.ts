import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';

/** What a statement, on the page and as a file, calls each kind of transfer in Indonesian. */
export const STATEMENT_KINDS_ID: Readonly<Record<StatementKind, string>> = {
  deposit: 'Isi saldo',
  'withdrawal-request': 'Penarikan diajukan',
  'withdrawal-done': 'Penarikan selesai',
  'withdrawal-returned': 'Penarikan dikembalikan',
  'unknown-payment': 'Pembayaran brankas (dicatat susulan)',
  'operator-payout': 'Pembayaran operator',
  join: 'Ikut mint',
  'principal-return': 'Pokok kembali',
  'mint-fee': 'Biaya mint',
  reward: 'Hadiah undangan',
  loss: 'Kerugian',
  compensation: 'Kompensasi cadangan',
  mint: 'FMC tahap pertama',
  distribute: 'FMC tahap berikutnya',
  'hash-rate-output': 'Hasil daya hash',
  'node-output': 'Hasil kumpulan node',
  'level-output': 'Hasil kumpulan level',
  split: 'Pembagian surplus cadangan',
};
