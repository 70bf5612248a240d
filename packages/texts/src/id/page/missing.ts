import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: 'Halaman tidak ditemukan',
  text: 'Alamatnya salah, atau halaman ini belum dibuka.',
  toHome: 'Ke beranda',
};
