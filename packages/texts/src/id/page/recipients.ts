import type { Messages } from '../../messages.ts';

export const recipients: Messages['recipients'] = {
  title: 'Buku alamat',
  text: 'Hanya di perangkat ini, sampai Anda keluar.',
  own: 'Dompet saya',
  unnamed: 'Tanpa nama',
  used: 'Pernah dipakai',
  usedAt: 'Terakhir dipakai {date}',
  entered: 'Alamat yang dimasukkan',
  name: 'Nama',
  nameHint: 'Maksimal {most} karakter, hanya terlihat oleh Anda',
  nameThis: 'Beri nama alamat ini',
  rename: 'Ubah nama',
  save: 'Simpan',
  remove: 'Hapus',
  removeTitle: 'Hapus alamat ini?',
  removeText: 'Hanya dihapus dari perangkat ini. Riwayat penarikan tidak berubah.',
  resembles:
    'Hanya awal dan akhir alamat ini yang sama dengan alamat yang Anda kenal. Bagian tengahnya berbeda, jadi mungkin palsu. Periksa setiap karakter.',
  similar: 'Alamat yang mirip',
};
