import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: 'Maklumat diagnostik',
  show: 'Tunjuk diagnostik',
  hide: 'Sembunyikan maklumat diagnostik',
  copy: 'Salin maklumat diagnostik',
  note: 'Tanpa token log masuk, tandatangan atau kandungan permintaan.',
  release: 'Versi laman',
  device: 'Pelayar',
  chain: 'Rangkaian',
  contracts: 'Kontrak pintar',
  wallet: 'Dompet anda',
  stage: 'Peringkat sesi',
  live: 'Peristiwa masa nyata',
  calls: 'Panggilan terkini',
  noCalls: 'Tiada panggilan lagi',
};
