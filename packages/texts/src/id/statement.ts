import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
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

/** The texts of a statement's table in Indonesian. */
export const statement: StatementTexts = {
  head: ['Waktu (UTC)', 'Mata uang', 'Rekening', 'Jenis', 'Keterangan', 'Masuk', 'Keluar', 'Saldo', 'Nomor transfer'],
  opening: 'Saldo awal',
  closing: 'Saldo akhir',
  accounts: { available: 'Tersedia', 'in-rounds': 'Dalam putaran', withdrawing: 'Sedang ditarik' },
  kinds,
};
