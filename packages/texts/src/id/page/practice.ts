import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: 'Coba satu putaran',
  text: 'Uang mainan, dihitung di perangkat ini: tidak ada yang dikirim atau ditandatangani. Ketentuan dan dana cadangan dari putaran {city}; peserta lain rekaan.',
  join: 'Ikut dengan {amount} JU mainan',
  skip: 'Lihat hasil',
  filled: 'Terkumpul',
  ofQuota: 'dari {quota} JU',
  joined: 'Anda urutan ke-{rank}',
  seeFailed: 'Lihat jika gagal',
  seeMinted: 'Lihat jika penuh',
  done: 'Selesai',
  none: 'Belum ada putaran untuk dicoba',
  noneText: 'Setelah putaran diumumkan, Anda bisa mencobanya di sini.',
};
