import type { Messages } from '../../messages.ts';

export const live: Messages['live'] = {
  place: '{city} · Fasa {phase}, pusingan {number}',
  title: { minted: 'Mint berjaya', failed: 'Mint gagal', cancelled: 'Pusingan dibatalkan' },
  headline: { minted: 'Anda terima', failed: 'Dikembalikan', cancelled: 'Prinsipal dikembalikan penuh' },
  stages: '{paid} FMC telah masuk, {due} FMC dibayar berperingkat',
  allPaid: 'Semua FMC telah masuk',
  net: 'Untung/rugi JU',
  joined: 'Disertakan',
  principal: 'Prinsipal dikembalikan',
  refund: 'Bayaran balik',
  loss: 'Kerugian',
  compensation: 'Pampasan rizab',
  hashPower: 'Kuasa hash pampasan (belum dituntut)',
  hashClaimed: 'Kuasa hash pampasan (sudah dituntut)',
  failedNote:
    'Kuota tidak dipenuhi. Prinsipal dikembalikan dahulu, kemudian rizab membayar pampasan kerugian bermula dengan peserta terakhir.',
  failedNoteLate:
    'Kuota tidak dipenuhi. Prinsipal dikembalikan dahulu; pesanan yang menyertai lewat dipampas selepas semua pesanan lain.',
  nothingLost: 'Kerugian anda dipampas sepenuhnya oleh rizab',
  cancelledNote: 'Tiada yuran, tiada kerugian.',
  nextOpens: 'Pusingan seterusnya bermula',
  nextCloses: 'Pusingan seterusnya dibuka, berbaki',
  showOrder: 'Lihat pesanan',
  showNext: 'Lihat pusingan seterusnya',
  share: 'Kongsi sebagai gambar',
  shareFailed: 'Gambar tidak dapat dibuat',
  done: 'Faham',
  banner: {
    minted: '{city}: mint berjaya',
    failed: '{city}: kuota tidak dipenuhi',
    cancelled: '{city}: telah dibatalkan',
  },
  bannerMany: '{count} pusingan telah diselesaikan',
  show: 'Lihat',
  dismiss: 'Tutup pemberitahuan',
};
