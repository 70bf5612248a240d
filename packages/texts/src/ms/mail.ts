import type { MailTexts } from '../mail-texts.ts';

export const mail: MailTexts = {
  confirm: {
    subject: 'Sahkan alamat e-mel anda untuk City Mint',
    text: 'Buka pautan ini dan ketik “Sahkan” sekali untuk menerima pemberitahuan di alamat ini:',
    expires: 'Pautan sah selama satu hari dan boleh digunakan sekali sahaja.',
    stranger:
      'Jika bukan anda yang memasukkan alamat ini, abaikan e-mel ini. Tanpa pengesahan, tiada pemberitahuan dihantar.',
  },
  open: 'Lihat di City Mint:',
  stop: 'Untuk menghentikan e-mel ini, buka pautan ini dan ketik sekali:',
};
