import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  connectWallet: 'Sambung dompet',
  authorize: 'Log masuk',
  switchNetwork: 'Tukar rangkaian',
  disconnect: 'Putuskan sambungan',
  notConnected: 'Dompet anda belum disambungkan',
  notAuthorized: 'Anda belum log masuk',
  wrongNetwork: 'Sila tukar rangkaian',
  walletChanged: 'Dompet yang disambungkan telah bertukar. Log masuk semula untuk meneruskan',
  expired: 'Log masuk telah tamat tempoh, sila log masuk semula',
  gateConnectText: 'Sambung dompet untuk melihat. Halaman hanya membaca alamat; tiada aset dipindahkan.',
  gateAuthorizeText: 'Tandatangani mesej untuk membuktikan alamat ini milik anda. Ia bukan transaksi dan tiada yuran.',
  about: 'Pusingan mint bandar dengan JU',
  example: 'Contoh',
  gateSwitchText: 'Dompet berada pada rangkaian lain. Tukar ke {network}.',
  readOnly: 'Dompet bukan pada {network}; kini anda hanya boleh melihat.',
  failure: {
    callFailedFinal: 'Dompet tidak dapat dipanggil',
    callFailed: 'Dompet tidak dapat dipanggil, sila cuba lagi',
  },
};
