import type { Messages } from '../../messages.ts';

export const price: Messages['price'] = {
  title: 'Pergerakan harga FMC',
  range: 'Julat masa',
  ranges: {
    day: '1 hari',
    week: '1 minggu',
    month: '30 hari',
    year: '1 tahun',
  },
  means: 'Purata dan perubahan',
  mean: 'Purata',
  change: 'Perubahan',
  oneHour: '1 jam',
  spot: 'Harga kumpulan semasa',
  spotText: 'Satu urus niaga boleh mengubahnya, maka ia tidak digunakan untuk perubahan atau nilai.',
  source: 'Sumber: blok muktamad kumpulan JU/FMC; setiap harga dikira selama harga itu bertahan.',
  until: 'Data sehingga {time}',
  none: 'Belum ada carta',
  noneText: 'Harga dipaparkan setelah seluruh tempohnya diketahui; yang lain dibiarkan kosong.',
  changes: '{count} perubahan dalam kumpulan',
  pick: 'Pilih titik masa',
};
