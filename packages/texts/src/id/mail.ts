import type { MailTexts } from '../mail-texts.ts';

export const mail: MailTexts = {
  confirm: {
    subject: 'Konfirmasi alamat email Anda untuk City Mint',
    text: 'Buka tautan ini dan ketuk “Konfirmasi” sekali untuk menerima notifikasi di alamat ini:',
    expires: 'Tautan berlaku satu hari dan hanya bisa dipakai sekali.',
    stranger:
      'Jika bukan Anda yang memasukkan alamat ini, abaikan email ini. Tanpa konfirmasi, tidak ada notifikasi yang dikirim.',
  },
  open: 'Lihat di City Mint:',
  stop: 'Untuk menghentikan email ini, buka tautan ini dan ketuk sekali:',
};
