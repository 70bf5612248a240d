import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';

/** What a statement, on the page and as a file, calls each kind of transfer in Malay. */
export const STATEMENT_KINDS_MS: Readonly<Record<StatementKind, string>> = {
  deposit: 'Tambah nilai',
  'withdrawal-request': 'Permohonan pengeluaran',
  'withdrawal-done': 'Pengeluaran selesai',
  'withdrawal-returned': 'Pengeluaran dikembalikan',
  'unknown-payment': 'Bayaran peti simpanan (direkod kemudian)',
  'operator-payout': 'Bayaran pengendali',
  join: 'Sertai mint',
  'principal-return': 'Prinsipal dikembalikan',
  'mint-fee': 'Yuran mint',
  reward: 'Ganjaran jemputan',
  loss: 'Kerugian',
  compensation: 'Pampasan rizab',
  mint: 'FMC peringkat pertama',
  distribute: 'FMC peringkat seterusnya',
  'hash-rate-output': 'Hasil kuasa hash',
  'node-output': 'Hasil tabung nod',
  'level-output': 'Hasil tabung tahap',
  split: 'Agihan lebihan rizab',
};
