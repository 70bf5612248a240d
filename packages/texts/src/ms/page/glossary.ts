import type { Messages } from '../../messages.ts';

export const glossary: Messages['glossary'] = {
  ju: {
    title: 'JU',
    text: 'Syiling rantaian ini. Anda tambah nilai dari dompet, gunakannya untuk menyertai pusingan, dan boleh mengeluarkannya semula.',
  },
  fmc: {
    title: 'FMC',
    text: 'Token yang dibayar apabila mint bandar berjaya. Setiap pusingan membayar jumlah tetap, dibahagi mengikut sumbangan. FMC boleh dikeluarkan atau ditukar kepada JU; harganya berubah dan boleh jatuh.',
  },
  phase: {
    title: 'Fasa dan pusingan',
    text: 'Sebuah bandar dimint mengikut fasa yang ada beberapa pusingan. Pusingan ada kuota dan tempoh; termanya diumumkan sebelum dibuka dan tidak berubah.',
  },
  reserve: {
    title: 'Rizab',
    text: 'Terkumpul daripada yuran dan kerugian pusingan yang gagal. Apabila pusingan gagal, rizab membayar pampasan dalam susunan terbalik, bermula dengan peserta terakhir (pesanan lewat selepas semua yang lain), sehingga bahagian yang boleh diguna habis: ada yang dapat penuh, ada yang tidak.',
  },
  stages: {
    title: 'Tiga peringkat',
    text: 'FMC pusingan yang berjaya dibayar dalam tiga peringkat. Bahagian dan masa setiap peringkat ada dalam terma pusingan.',
  },
  loss: {
    title: 'Kerugian maks.',
    text: 'Jika kuota tidak dipenuhi, prinsipal dikembalikan tolak bahagian ini. Rizab mungkin menampung sebahagian; bakinya dibayar sebagai kuasa hash.',
  },
  more: 'Soalan lazim',
};
