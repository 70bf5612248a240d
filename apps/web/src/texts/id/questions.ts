import type { Messages } from '#platform/i18n/messages.ts';

export const questions: Messages['questions'] = {
  title: 'Pertanyaan umum',
  search: 'Cari pertanyaan',
  searchExample: 'mis. kuota tidak penuh',
  nothing: 'Tidak ada pertanyaan yang cocok',
  nothingText: 'Coba kata lain, atau hubungi kami lewat kanal resmi di bawah.',
  first: {
    'check-holdings': { question: 'Apakah dana saya aman?', answer: 'Cocokkan sendiri total dengan saldo brankas' },
    failure: { question: 'Berapa bisa rugi?', answer: 'Batasnya tertulis di ketentuan tiap putaran' },
    fmc: { question: 'Kapan FMC dibayar?', answer: 'Dalam tiga tahap' },
  },
  channels: 'Hubungi kami',
  official: 'Kanal resmi',
  noChannels: 'Belum ada kontak',
  noChannelsText: 'Kontak tampil di sini setelah diumumkan operator.',
  neverFirst:
    'Kami tidak pernah mengirim pesan lebih dulu, dan tidak pernah meminta frasa pemulihan, kunci pribadi, atau transfer.',
  signedBy: 'Kanal di atas ditandatangani dua operator sebelum diumumkan. Siapa pun bisa memeriksa tanda tangannya.',
};
