import type { Messages } from '../../messages.ts';

export const glossary: Messages['glossary'] = {
  ju: {
    title: 'JU',
    text: 'Koin rantai ini. Anda mengisinya dari dompet, memakainya untuk ikut putaran, dan dapat menariknya kembali.',
  },
  fmc: {
    title: 'FMC',
    text: 'Token yang dibayar saat mint kota berhasil. Tiap putaran membayar jumlah tetap, dibagi sesuai setoran. FMC dapat ditarik atau ditukar ke JU; harganya berubah dan bisa turun.',
  },
  phase: {
    title: 'Fase dan putaran',
    text: 'Sebuah kota di-mint per fase yang terdiri dari beberapa putaran. Putaran punya kuota dan jangka waktu; ketentuannya diumumkan sebelum dibuka dan tidak berubah.',
  },
  reserve: {
    title: 'Dana cadangan',
    text: 'Terisi dari biaya dan kerugian putaran yang gagal. Saat putaran gagal, dana ini mengganti kerugian dengan urutan terbalik, dari peserta terakhir (order yang terlambat setelah semua yang lain), sampai bagian yang boleh dipakai habis: ada yang diganti penuh, ada yang tidak.',
  },
  stages: {
    title: 'Tiga tahap',
    text: 'FMC putaran yang berhasil dibayar dalam tiga tahap. Bagian dan waktu tiap tahap ada di ketentuan putaran.',
  },
  loss: {
    title: 'Rugi maks.',
    text: 'Jika kuota tidak terpenuhi, pokok kembali dikurangi bagian ini. Dana cadangan dapat mengganti sebagian; sisanya diganti dengan daya hash.',
  },
  more: 'Pertanyaan umum',
};
