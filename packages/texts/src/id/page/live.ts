import type { Messages } from '../../messages.ts';

export const live: Messages['live'] = {
  place: '{city} · Fase {phase}, putaran {number}',
  title: { minted: 'Mint berhasil', failed: 'Mint gagal', cancelled: 'Putaran dibatalkan' },
  headline: { minted: 'Anda mendapat', failed: 'Dikembalikan', cancelled: 'Pokok kembali utuh' },
  stages: '{paid} FMC sudah masuk, {due} FMC dibayar bertahap',
  allPaid: 'Semua FMC sudah masuk',
  net: 'Laba/rugi JU',
  joined: 'Disetor',
  principal: 'Pokok kembali',
  refund: 'Dikembalikan',
  loss: 'Kerugian',
  compensation: 'Kompensasi cadangan',
  hashPower: 'Daya hash kompensasi (belum diklaim)',
  hashClaimed: 'Daya hash kompensasi (sudah diklaim)',
  failedNote:
    'Kuota tidak terpenuhi. Pokok dikembalikan dulu, lalu dana cadangan mengganti kerugian mulai dari peserta terakhir.',
  failedNoteLate:
    'Kuota tidak terpenuhi. Pokok dikembalikan dulu; order yang masuk di akhir diganti setelah semua order lain.',
  nothingLost: 'Kerugian Anda diganti penuh oleh dana cadangan',
  cancelledNote: 'Tanpa biaya, tanpa kerugian.',
  nextOpens: 'Putaran berikutnya mulai',
  nextCloses: 'Putaran berikutnya dibuka, tersisa',
  showOrder: 'Lihat order',
  showNext: 'Lihat putaran berikutnya',
  share: 'Bagikan sebagai gambar',
  shareFailed: 'Gambar tidak dapat dibuat',
  done: 'Mengerti',
  banner: { minted: '{city}: mint berhasil', failed: '{city}: kuota tidak terpenuhi', cancelled: '{city}: dibatalkan' },
  bannerMany: '{count} putaran telah diselesaikan',
  show: 'Lihat',
  dismiss: 'Tutup notifikasi',
};
