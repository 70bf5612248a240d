import type { Messages } from '../../messages.ts';

export const notify: Messages['notify'] = {
  title: 'Pemberitahuan penyelesaian',
  states: {
    on: 'Dihidupkan',
    off: 'Dimatikan',
    blocked: 'Disekat pelayar',
    install: 'Tambah ke Skrin Utama dahulu',
    unsupported: 'Pelayar tidak menyokong',
  },
  text: 'Sebaik sahaja pusingan anda diselesaikan, peranti ini memberitahu berapa yang anda terima atau yang dikembalikan, walaupun halaman di latar belakang. Jika halaman ditutup, hasilnya dipaparkan apabila anda membukanya semula.',
  blockedText:
    'Pelayar menyekat pemberitahuan daripada laman ini. Ketik ikon di sebelah alamat, benarkan pemberitahuan dalam tetapan laman, kemudian kembali ke sini.',
  installText:
    'Dalam Safari, ketik Kongsi, kemudian Tambah ke Skrin Utama. Buka City Mint dari Skrin Utama dan hidupkan di sini.',
  unsupportedText:
    'Pelayar ini tidak dapat memaparkan pemberitahuan. Hasilnya tetap dipaparkan apabila anda membuka halaman.',
  enable: 'Hidupkan pemberitahuan',
  disable: 'Matikan pemberitahuan',
  turnedOn: 'Pemberitahuan telah dihidupkan',
  turnedOff: 'Pemberitahuan telah dimatikan',
  offer: 'Beritahu saya apabila selesai',
  body: {
    minted: 'Anda terima {amount} FMC',
    failed: '{amount} JU telah dikembalikan kepada anda',
    cancelled: 'Prinsipal {amount} JU dikembalikan penuh',
  },
  push: {
    title: 'Juga semasa halaman ditutup',
    text: 'Dihantar melalui perkhidmatan tolak pelayar anda, disulitkan dan tanpa jumlah. Satu ketikan pada notis menghentikannya.',
    events: {
      opens: 'Pusingan dibuka',
      settled: 'Pusingan diselesaikan',
      stage: 'Peringkat dibayar',
      credited: 'Tambah nilai dikreditkan',
      'sign-in': 'Log masuk baharu',
    },
    failed: 'Perkhidmatan tolak pelayar anda tidak menjawab. Cuba lagi nanti.',
    saved: 'Disimpan',
  },
};
