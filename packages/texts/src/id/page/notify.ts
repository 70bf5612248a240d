import type { Messages } from '../../messages.ts';

export const notify: Messages['notify'] = {
  title: 'Notifikasi penyelesaian',
  states: {
    on: 'Aktif',
    off: 'Nonaktif',
    blocked: 'Diblokir browser',
    install: 'Tambahkan ke Layar Utama dulu',
    unsupported: 'Tidak didukung',
  },
  text: 'Begitu putaran yang Anda ikuti diselesaikan, perangkat ini memberi tahu berapa yang Anda dapat atau yang kembali, juga saat halaman di latar belakang. Jika halaman ditutup, hasilnya tampil saat Anda membukanya lagi.',
  blockedText:
    'Browser memblokir notifikasi dari situs ini. Ketuk ikon di samping alamat, izinkan notifikasi di setelan situs, lalu kembali ke sini.',
  installText:
    'Di Safari, ketuk Bagikan, lalu Tambah ke Layar Utama. Buka City Mint dari Layar Utama dan aktifkan di sini.',
  unsupportedText: 'Browser ini tidak dapat menampilkan notifikasi. Hasilnya tetap tampil saat Anda membuka halaman.',
  enable: 'Aktifkan notifikasi',
  disable: 'Nonaktifkan notifikasi',
  turnedOn: 'Notifikasi diaktifkan',
  turnedOff: 'Notifikasi dinonaktifkan',
  offer: 'Beri tahu saya saat selesai',
  body: {
    minted: 'Anda mendapat {amount} FMC',
    failed: '{amount} JU telah dikembalikan',
    cancelled: 'Pokok {amount} JU kembali utuh',
  },
  push: {
    title: 'Juga saat halaman ditutup',
    text: 'Dikirim lewat layanan push browser Anda, terenkripsi dan tanpa jumlah. Satu ketukan pada notifikasi menghentikannya.',
    events: {
      opens: 'Putaran dibuka',
      settled: 'Putaran diselesaikan',
      stage: 'Tahap dibayarkan',
      credited: 'Isi ulang masuk',
      'sign-in': 'Login baru',
    },
    failed: 'Layanan push browser Anda tidak menjawab. Coba lagi nanti.',
    saved: 'Tersimpan',
  },
};
