import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: 'Diagnostik',
  show: 'Tampilkan diagnostik',
  hide: 'Sembunyikan diagnostik',
  copy: 'Salin diagnostik',
  note: 'Tanpa token masuk, tanda tangan, atau isi permintaan.',
  release: 'Versi halaman',
  device: 'Browser yang dipakai',
  chain: 'Rantai',
  contracts: 'Kontrak',
  wallet: 'Dompet',
  stage: 'Tahap sesi',
  live: 'Peristiwa langsung',
  calls: 'Panggilan terakhir',
  noCalls: 'Belum ada panggilan',
};
