import type { Messages } from '../../messages.ts';

export const mail: Messages['mail'] = {
  title: 'Melalui e-mel',
  text: 'E-mel tidak mengandungi jumlah atau alamat dompet. Satu ketikan dalam mana-mana e-mel menghentikan semuanya, tanpa log masuk.',
  label: 'Alamat e-mel',
  send: 'Hantar pautan pengesahan',
  unconfirmed:
    'Kami telah menghantar pautan ke alamat ini, sah selama satu hari. Tiada pemberitahuan dihantar sebelum anda mengesahkannya.',
  again: 'Hantar semula',
  sent: 'Pautan dihantar',
  refused:
    'Pelayan alamat ini menolak e-mel kami, jadi tiada apa-apa lagi dihantar ke situ. Sila masukkan alamat lain.',
  remove: 'Padam alamat',
  removed: 'Alamat dipadamkan',
  format:
    'Alamat e-mel tidak sah. Masukkan satu alamat sahaja seperti name@example.com, tanpa nama, tanda petik atau ruang',
  link: {
    title: 'Pemberitahuan e-mel',
    confirmText: 'Selepas disahkan, pemberitahuan dihantar ke alamat yang menerima pautan ini.',
    confirm: 'Sahkan',
    confirmed: 'Alamat telah disahkan. Mulai sekarang pemberitahuan dihantar ke situ.',
    invalid:
      'Pautan ini telah digunakan atau tamat tempoh. Hantar yang baharu dari akaun anda, di Pemberitahuan penyelesaian.',
    stopText: 'Satu ketikan memadamkan alamat yang menerima pautan ini. Tiada lagi e-mel dihantar ke situ.',
    stop: 'Hentikan e-mel',
    stopped: 'Alamat telah dipadamkan. Tiada lagi e-mel dihantar ke situ.',
    incomplete: 'Pautan ini tidak lengkap. Sila salin semuanya daripada e-mel.',
  },
};
