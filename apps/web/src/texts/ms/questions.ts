import type { Messages } from '#platform/i18n/messages.ts';

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
  channels: 'Hubungi kami',
  official: 'Saluran rasmi',
  noChannels: 'Belum ada saluran hubungan',
  noChannelsText: 'Dipaparkan di sini setelah diterbitkan pengendali.',
  neverFirst:
    'Kami tidak akan menghantar mesej dahulu, dan tidak akan meminta frasa pemulihan, kunci peribadi atau pindahan wang.',
  signedBy:
    'Saluran di atas ditandatangani dua pengendali sebelum diterbitkan. Sesiapa sahaja boleh menyemak tandatangan itu.',
};
