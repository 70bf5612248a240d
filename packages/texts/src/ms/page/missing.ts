import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: 'Halaman tidak ditemui',
  text: 'Alamat tidak betul, atau halaman ini belum dibuka.',
  toHome: 'Ke laman utama',
};
