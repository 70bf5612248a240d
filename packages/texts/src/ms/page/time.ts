import type { Messages } from '../../messages.ts';

export const time: Messages['time'] = {
  range: {
    title: 'Tapis mengikut masa',
    presets: 'Tempoh lazim',
    today: 'Hari ini',
    lastWeek: '7 hari lepas',
    lastMonth: '30 hari lepas',
    start: 'Masa mula',
    end: 'Masa tamat',
    year: 'Tahun',
    month: 'Bulan',
    day: 'Hari',
    hour: 'Jam',
    minute: 'Min',
    second: 'Saat',
    clear: 'Kosongkan',
    apply: 'Guna',
    dateFirst: 'Pilih tahun, bulan dan hari dahulu',
    startMissing: 'Pilih masa mula',
    endMissing: 'Pilih masa tamat',
    endNotAfterStart: 'Masa tamat mesti selepas masa mula',
  },
  yesterday: 'Semalam',
  chart: { day: 'Tarikh', value: 'Amaun' },
};
