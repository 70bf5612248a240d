import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: 'Putaran baru sudah dibuka.',
  settled: 'Putaran yang Anda ikuti sudah diselesaikan.',
  stage: 'Satu tahap sudah dibayarkan kepada Anda.',
  credited: 'Isi ulang Anda sudah masuk.',
  'sign-in': 'Ada login baru ke akun Anda. Jika bukan Anda, akhiri login itu.',
  stop: 'Hentikan',
};
