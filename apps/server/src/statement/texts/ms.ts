import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Malay. */
export const CSV_TEXTS_MS: CsvTexts = {
  head: ['Masa (UTC)', 'Mata wang', 'Akaun', 'Jenis', 'Butiran', 'Masuk', 'Keluar', 'Baki', 'Nombor pindahan'],
  opening: 'Baki awal',
  closing: 'Baki akhir',
  accounts: { available: 'Tersedia', 'in-rounds': 'Dalam pusingan', withdrawing: 'Sedang dikeluarkan' },
  kinds: {
    deposit: 'Tambah nilai',
    'withdrawal-request': 'Pengeluaran dipohon',
    'withdrawal-done': 'Pengeluaran selesai',
    'withdrawal-returned': 'Pengeluaran dikembalikan',
    'unknown-payment': 'Bayaran peti simpanan, direkod kemudian',
    'operator-payout': 'Bayaran kepada pengendali',
    join: 'Menyertai pusingan',
    'principal-return': 'Prinsipal dikembalikan',
    'mint-fee': 'Yuran mint',
    reward: 'Ganjaran jemputan',
    loss: 'Kerugian',
    compensation: 'Pampasan daripada rizab',
    mint: 'FMC, peringkat pertama',
    distribute: 'FMC, peringkat seterusnya',
    'hash-rate-output': 'Hasil kuasa hash',
    'node-output': 'Hasil tabung nod',
    'level-output': 'Hasil tabung tahap',
    split: 'Bahagian lebihan rizab',
  },
};
