import type { Messages } from '../../messages.ts';

export const mail: Messages['mail'] = {
  title: 'Lewat email',
  text: 'Email tidak memuat jumlah maupun alamat dompet. Satu ketukan di email mana pun menghentikan semuanya, tanpa masuk.',
  label: 'Alamat email',
  send: 'Kirim tautan konfirmasi',
  unconfirmed:
    'Kami mengirim tautan ke alamat ini, berlaku satu hari. Tidak ada notifikasi yang dikirim sebelum Anda mengonfirmasi.',
  again: 'Kirim ulang',
  sent: 'Tautan terkirim',
  refused: 'Server alamat ini menolak email kami, jadi tidak ada lagi yang dikirim ke sana. Masukkan alamat lain.',
  remove: 'Hapus alamat',
  removed: 'Alamat dihapus',
  format:
    'Alamat email tidak valid. Masukkan satu alamat saja seperti name@example.com, tanpa nama, tanda kutip, atau spasi',
  link: {
    title: 'Notifikasi email',
    confirmText: 'Setelah dikonfirmasi, notifikasi dikirim ke alamat yang menerima tautan ini.',
    confirm: 'Konfirmasi',
    confirmed: 'Alamat sudah dikonfirmasi. Mulai sekarang notifikasi dikirim ke sana.',
    invalid: 'Tautan ini sudah dipakai atau kedaluwarsa. Kirim yang baru dari akun Anda, di Notifikasi penyelesaian.',
    stopText: 'Satu ketukan menghapus alamat yang menerima tautan ini. Tidak ada lagi email yang dikirim ke sana.',
    stop: 'Hentikan email',
    stopped: 'Alamat sudah dihapus. Tidak ada lagi email yang dikirim ke sana.',
    incomplete: 'Tautan ini tidak lengkap. Salin seluruhnya dari email.',
  },
};
