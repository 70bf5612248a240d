import type { Messages } from '../../messages.ts';

export const recipients: Messages['recipients'] = {
  title: 'Buku alamat',
  text: 'Hanya pada peranti ini, sehingga anda log keluar.',
  own: 'Dompet saya',
  unnamed: 'Tiada nama',
  used: 'Pernah digunakan',
  usedAt: 'Kali terakhir digunakan {date}',
  entered: 'Alamat yang dimasukkan',
  name: 'Nama',
  nameHint: 'Maksimum {most} aksara, hanya anda yang nampak',
  nameThis: 'Namakan alamat ini',
  rename: 'Tukar nama',
  save: 'Simpan',
  remove: 'Buang',
  removeTitle: 'Buang alamat ini?',
  removeText: 'Hanya dibuang daripada peranti ini. Rekod pengeluaran tidak terjejas.',
  resembles:
    'Hanya permulaan dan penghujung alamat ini sama dengan alamat yang anda kenali. Bahagian tengahnya berbeza, jadi mungkin palsu. Semak setiap aksara.',
  similar: 'Alamat serupa',
};
