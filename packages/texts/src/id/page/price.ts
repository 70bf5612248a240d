import type { Messages } from '../../messages.ts';

export const price: Messages['price'] = {
  title: 'Pergerakan harga FMC',
  range: 'Rentang waktu',
  ranges: {
    day: '1 hari',
    week: '1 minggu',
    month: '30 hari',
    year: '1 tahun',
  },
  means: 'Rata-rata dan perubahan',
  mean: 'Rata-rata',
  change: 'Perubahan',
  oneHour: '1 jam',
  spot: 'Harga pool saat ini',
  spotText: 'Satu transaksi dapat menggesernya, karena itu tidak dipakai untuk perubahan dan nilai.',
  source: 'Sumber: blok final pool JU/FMC; tiap harga dihitung selama harga itu berlaku.',
  until: 'Data hingga {time}',
  none: 'Belum ada grafik',
  noneText: 'Harga tampil setelah seluruh periodenya diketahui; sisanya dikosongkan.',
  changes: '{count} perubahan pada pool',
  pick: 'Pilih titik waktu',
};
