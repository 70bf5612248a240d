import type { ConfirmationTexts, DisclosureTexts, InviterNoticeTexts } from '../disclosure-texts.ts';

/** The disclosure in Malay. */
export const disclosure: DisclosureTexts = {
  operator: {
    title: 'Siapa yang mengendalikan perkhidmatan ini',
    text:
      '{operatorName} mengendalikan City Mint. Hubungi: {operatorContact}. Dana yang anda tambah nilai ' +
      'disimpan oleh kontrak pintar di rantaian blok. Hanya dompet anda sendiri boleh mengeluarkan dana ' +
      'daripadanya.',
  },
  nothingOffered: {
    title: 'Yuran dan tabung',
    text: 'Tiada pusingan ditawarkan sekarang. Terma setiap pusingan dipaparkan sebelum anda menyertainya.',
  },
  fees: {
    title: 'Yuran',
    text:
      'Apabila pusingan berjaya, prinsipal anda dikembalikan setelah ditolak yuran mint {mintFeeBps}. Yuran ' +
      'rangkaian (gas) dibayar oleh dompet anda.',
  },
  feeUse: {
    title: 'Penggunaan yuran mint',
    text:
      'Daripada setiap yuran mint, {referralBps} untuk ganjaran jemputan, {nodesBps} untuk tabung nod, ' +
      '{levelsBps} untuk tabung tahap dan {treasuryBps} untuk pengendali. Bakinya masuk ke rizab yang ' +
      'membayar pampasan bagi pusingan yang gagal.' +
      ' Bahagian yuran sesuatu pusingan yang menjadikan rizab melebihi hadnya diagihkan kepada peserta ' +
      'pusingan itu; had itu ditetapkan bersama oleh dua pengendali dan dalam sehari paling banyak menjadi ' +
      'dua kali ganda.',
  },
  worstCase: {
    title: 'Keadaan terburuk',
    text:
      'Apabila pusingan gagal, prinsipal anda dikembalikan setelah ditolak kerugian {lossBps}. Rizab ' +
      'membayar pampasan bermula dengan pesanan terakhir yang menyertai, tetapi pesanan dalam {lateBps} ' +
      'terakhir tempoh pembukaan menunggu giliran selepas semua pesanan lain: paling banyak {reserveDrawBps} ' +
      'daripada rizab bagi satu pusingan yang gagal, dan tidak pernah melebihi kerugian anda. Rizab mungkin ' +
      'kosong. Kerugian yang tidak dipampas ditukar kepada kuasa hash sebanyak {compensationTimesBps} kali ' +
      'ganda. Kuasa hash bukan wang: ia melombong sebahagian FMC setiap hari, dan pelepasan sehari berkurang ' +
      'apabila jumlah kuasa hash masih kecil. Pusingan yang dibatalkan sebelum penyelesaian mengembalikan ' +
      'seluruh prinsipal anda.',
  },
  operatorEarns: {
    title: 'Bagaimana pengendali memperoleh pendapatan',
    text:
      'Pengendali menerima {treasuryBps} daripada setiap yuran mint. Kerugian pusingan yang gagal mengisi ' +
      'semula rizab hingga hadnya; hanya bakinya membayar kos pelancarannya. Kedua-duanya disiarkan berasingan, bersama setiap bayaran kepada pengendali: ' +
      'berapa, untuk apa dan siapa yang meluluskannya. Pengendali tidak mengambil apa-apa lagi daripada ' +
      'prinsipal anda.',
  },
  rewards: {
    title: 'Dari mana ganjaran datang',
    text:
      'Prinsipal anda tidak pernah digunakan untuk membayar orang lain. Ganjaran dibayar daripada yuran ' +
      'mint, rizab atau bekalan FMC yang terhad. Jika sumber tidak mencukupi, bakinya tidak dibayar. Harga ' +
      'FMC tidak dijamin dan mungkin jatuh kepada sifar.',
  },
  noPromises: {
    title: 'Yang tidak kami janjikan',
    text:
      'Keuntungan tidak dijamin, dan anggaran bukan janji. Penyertaan tidak boleh ditarik balik selepas ' +
      'diterima. Anda tidak perlu menjemput sesiapa untuk mendapatkan semula wang anda sendiri.',
  },
};

export const inviterNotice: InviterNoticeTexts = {
  share:
    'Apabila pusingan yang anda sertai berjaya, penjemput anda menerima {referralBps} daripada yuran mint, ' +
    'iaitu {mintFeeBps} daripada jumlah yang anda masukkan.',
  shareUnknown:
    'Apabila pusingan yang anda sertai berjaya, penjemput anda menerima sebahagian yuran mint; kadarnya ' +
    'dinyatakan dalam terma setiap pusingan.',
  conditions: [
    'Penjemput hanya menerimanya selepas satu pesanannya sendiri telah diselesaikan.',
    'Ia dibayar daripada yuran mint, bukan daripada dana anda. Tanpa penjemput, yuran anda tetap sama.',
    'Pesanan anda yang berjaya turut dikira untuk tabung nod dan tabung tahap, yang dibiayai oleh yuran mint.',
    'Pusingan yang gagal atau dibatalkan tidak membayar apa-apa kepada penjemput.',
  ],
};

export const confirmation: ConfirmationTexts = {
  'bind-inviter': ['Tetapkan penjemput secara kekal: {superior}'],
  'bind-exchange-uid': ['Pautkan UID bursa secara kekal: {uid}'],
  'auto-mint': [
    'Hidupkan auto-mint tanpa had setiap pusingan: setiap pusingan yang dibuka disertai dengan semua baki tersedia kecuali {keep} JU.',
    'Mati sendiri selepas {stop} pusingan gagal (0: tidak pernah).',
    'Pusingan yang belum diselesaikan pada masa yang sama: {rounds} (0: tiada had).',
  ],
  nothingMoves: 'Tiada transaksi dihantar dan tiada wang berpindah.',
};
