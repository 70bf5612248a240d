import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: 'Filter waktu',
    presets: 'Rentang umum',
    today: 'Hari ini',
    lastWeek: '7 hari terakhir',
    lastMonth: '30 hari terakhir',
    start: 'Waktu mulai',
    end: 'Waktu selesai',
    year: 'Tahun',
    month: 'Bulan',
    day: 'Hari',
    hour: 'Jam',
    minute: 'Mnt',
    second: 'Dtk',
    clear: 'Hapus',
    apply: 'Terapkan',
    dateFirst: 'Pilih tahun, bulan, dan hari dulu',
    startMissing: 'Pilih waktu mulai',
    endMissing: 'Pilih waktu selesai',
    endNotAfterStart: 'Waktu selesai harus setelah waktu mulai',
  },
  yesterday: 'Kemarin',
  chart: { day: 'Tanggal', value: 'Jumlah' },
};
