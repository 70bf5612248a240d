import type { Messages } from '../../messages.ts';

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
  figures: {
    title: 'Hitung dengan angka Anda',
    own: 'Order terakhir Anda',
    example: 'Contoh, bukan order Anda',
    exampleText: 'Menaruh {amount} JU di {city}, diperkirakan dari ketentuan putaran itu dan dana cadangan saat ini.',
    none: 'Setelah ada putaran yang dibuka, contoh dengan ketentuan aslinya tampil di sini.',
    minted:
      'Jika kuota penuh: biaya dipotong dari pokok dan sisanya dikembalikan; FMC dibagi sesuai porsi Anda dan dibayar bertahap.',
    failed:
      'Jika kuota tidak penuh: pokok dikembalikan setelah dikurangi kerugian yang tertulis di ketentuan; dana cadangan mengganti mulai dari peserta terakhir, dan sisanya menjadi daya hash kompensasi sesuai kelipatan.',
    cancelled: 'Jika putaran dibatalkan: pokok kembali utuh, tanpa biaya dan tanpa kerugian.',
    open: 'Putaran ini belum diselesaikan. Angka berikut perkiraan; hasil sebenarnya akan tampil di sini.',
    level: 'Cara naik level',
    levelText: 'Level ditentukan oleh kinerja tim kecil: seluruh kinerja dikurangi jalur terbesar.',
  },
  channels: 'Hubungi kami',
  official: 'Kanal resmi',
  noChannels: 'Belum ada kontak',
  noChannelsText: 'Kontak tampil di sini setelah diumumkan operator.',
  neverFirst:
    'Kami tidak pernah mengirim pesan lebih dulu, dan tidak pernah meminta frasa pemulihan, kunci pribadi, atau transfer.',
  signedBy: 'Kanal di atas ditandatangani dua operator sebelum diumumkan. Siapa pun bisa memeriksa tanda tangannya.',
};
