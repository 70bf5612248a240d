import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  connectWallet: 'Hubungkan dompet',
  authorize: 'Masuk',
  switchNetwork: 'Ganti jaringan',
  disconnect: 'Putuskan',
  notConnected: 'Dompet Anda belum terhubung',
  notAuthorized: 'Anda belum masuk',
  wrongNetwork: 'Silakan ganti jaringan',
  walletChanged: 'Dompet yang terhubung berganti. Masuk lagi sebelum melanjutkan',
  expired: 'Sesi masuk kedaluwarsa, silakan masuk lagi',
  gateConnectText: 'Hubungkan dompet untuk melihat. Halaman hanya membaca alamat; tidak ada aset yang dipindahkan.',
  gateAuthorizeText:
    'Tanda tangani pesan untuk membuktikan alamat ini milik Anda. Ini bukan transaksi dan tanpa biaya.',
  about: 'Putaran mint kota dengan JU',
  example: 'Contoh',
  gateSwitchText: 'Dompet berada di jaringan lain. Ganti ke {network}.',
  readOnly: 'Dompet tidak di {network}; saat ini Anda hanya bisa melihat.',
  failure: {
    callFailedFinal: 'Gagal memanggil dompet',
    callFailed: 'Gagal memanggil dompet, silakan coba lagi',
  },
};
