import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: 'Cuba satu pusingan',
  text: 'Wang mainan, dikira pada peranti ini: tiada apa dihantar atau ditandatangani. Terma dan rizab daripada pusingan {city}; peserta lain direka.',
  join: 'Sertai dengan {amount} JU mainan',
  skip: 'Lihat keputusan',
  filled: 'Terkumpul',
  ofQuota: 'daripada {quota} JU',
  joined: 'Anda yang ke-{rank}',
  seeFailed: 'Lihat jika gagal',
  seeMinted: 'Lihat jika dipenuhi',
  done: 'Selesai',
  none: 'Belum ada pusingan untuk dicuba',
  noneText: 'Selepas pusingan diumumkan, anda boleh mencubanya di sini.',
};
