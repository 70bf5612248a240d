import type { Messages } from '../../messages.ts';

export const questions: Messages['questions'] = {
  title: 'Soalan lazim',
  search: 'Cari soalan',
  searchExample: 'cth. kuota tidak penuh',
  nothing: 'Tiada soalan yang sepadan',
  nothingText: 'Cuba perkataan lain, atau hubungi kami melalui saluran rasmi di bawah.',
  first: {
    'check-holdings': {
      question: 'Adakah wang saya selamat?',
      answer: 'Semak sendiri jumlah dengan baki peti simpanan',
    },
    failure: { question: 'Berapa boleh rugi?', answer: 'Hadnya dinyatakan dalam terma setiap pusingan' },
    fmc: { question: 'Bila FMC dibayar?', answer: 'Dalam tiga peringkat' },
  },
  figures: {
    title: 'Kira dengan angka anda',
    own: 'Pesanan terakhir anda',
    example: 'Contoh, bukan pesanan anda',
    exampleText: 'Meletakkan {amount} JU di {city}, dianggarkan daripada terma pusingan itu dan rizab semasa.',
    none: 'Apabila pusingan dibuka, contoh dengan terma sebenar dipaparkan di sini.',
    minted:
      'Jika kuota penuh: yuran ditolak daripada prinsipal dan bakinya dikembalikan; FMC dibahagi mengikut bahagian anda dan dibayar berperingkat.',
    failed:
      'Jika kuota tidak penuh: prinsipal dikembalikan selepas ditolak kerugian dalam terma; rizab memberi pampasan bermula daripada peserta terakhir, dan baki yang tidak dilindungi menjadi kuasa hash mengikut gandaan.',
    cancelled: 'Jika pusingan dibatalkan: prinsipal dikembalikan penuh, tanpa yuran dan tanpa kerugian.',
    open: 'Pusingan ini belum diselesaikan. Ini anggaran; keputusan sebenar akan dipaparkan di sini.',
    level: 'Cara tahap meningkat',
    levelText: 'Tahap bergantung pada prestasi pasukan kecil: jumlah prestasi tolak barisan terbesar.',
  },
  channels: 'Hubungi kami',
  official: 'Saluran rasmi',
  noChannels: 'Belum ada saluran hubungan',
  noChannelsText: 'Dipaparkan di sini setelah diterbitkan pengendali.',
  neverFirst:
    'Kami tidak akan menghantar mesej dahulu, dan tidak akan meminta frasa pemulihan, kunci peribadi atau pindahan wang.',
  signedBy:
    'Saluran di atas ditandatangani dua pengendali sebelum diterbitkan. Sesiapa sahaja boleh menyemak tandatangan itu.',
};
