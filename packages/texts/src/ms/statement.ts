import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
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

/** The texts of a statement's table in Malay. */
export const statement: StatementTexts = {
  head: ['Masa (UTC)', 'Mata wang', 'Akaun', 'Jenis', 'Butiran', 'Masuk', 'Keluar', 'Baki', 'Nombor pindahan'],
  opening: 'Baki awal',
  closing: 'Baki akhir',
  accounts: { available: 'Tersedia', 'in-rounds': 'Dalam pusingan', withdrawing: 'Sedang dikeluarkan' },
  kinds,
};
