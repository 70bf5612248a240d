import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: 'Pusingan baharu sudah dibuka.',
  settled: 'Pusingan yang anda sertai telah diselesaikan.',
  stage: 'Satu peringkat telah dibayar kepada anda.',
  credited: 'Tambah nilai anda telah dikreditkan.',
  'sign-in': 'Ada log masuk baharu ke akaun anda. Jika bukan anda, tamatkannya.',
  stop: 'Hentikan',
};
