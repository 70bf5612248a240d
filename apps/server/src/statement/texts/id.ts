import type { CsvTexts } from './csv-texts.ts';

/** The texts of a statement's table in Indonesian. */
export const CSV_TEXTS_ID: CsvTexts = {
  head: ['Waktu (UTC)', 'Mata uang', 'Rekening', 'Jenis', 'Keterangan', 'Masuk', 'Keluar', 'Saldo', 'Nomor transfer'],
  opening: 'Saldo awal',
  closing: 'Saldo akhir',
  accounts: { available: 'Tersedia', 'in-rounds': 'Dalam putaran', withdrawing: 'Sedang ditarik' },
  kinds: {
    deposit: 'Isi saldo',
    'withdrawal-request': 'Penarikan diajukan',
    'withdrawal-done': 'Penarikan selesai',
    'withdrawal-returned': 'Penarikan dikembalikan',
    'unknown-payment': 'Pembayaran brankas, dicatat kemudian',
    'operator-payout': 'Pembayaran kepada operator',
    join: 'Ikut putaran',
    'principal-return': 'Pokok dikembalikan',
    'mint-fee': 'Biaya mint',
    reward: 'Hadiah undangan',
    loss: 'Kerugian',
    compensation: 'Kompensasi dari dana cadangan',
    mint: 'FMC, tahap pertama',
    distribute: 'FMC, tahap berikutnya',
    'hash-rate-output': 'Hasil daya hash',
    'node-output': 'Hasil kumpulan node',
    'level-output': 'Hasil kumpulan level',
    split: 'Bagian surplus dana cadangan',
  },
};
