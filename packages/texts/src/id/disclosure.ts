import type { ConfirmationTexts, DisclosureTexts, InviterNoticeTexts } from '../disclosure-texts.ts';

/** The disclosure in Indonesian. */
export const disclosure: DisclosureTexts = {
  operator: {
    title: 'Siapa yang mengoperasikan layanan ini',
    text:
      '{operatorName} mengoperasikan City Mint. Kontak: {operatorContact}. Dana yang Anda isi disimpan oleh ' +
      'smart contract di blockchain. Hanya dompet Anda sendiri yang dapat menarik dana darinya.',
  },
  nothingOffered: {
    title: 'Biaya dan kumpulan dana',
    text: 'Saat ini tidak ada putaran yang ditawarkan. Ketentuan setiap putaran ditampilkan sebelum Anda ikut.',
  },
  fees: {
    title: 'Biaya',
    text:
      'Jika putaran berhasil, pokok Anda dikembalikan setelah dikurangi biaya mint {mintFeeBps}. Biaya ' +
      'jaringan (gas) dibayar oleh dompet Anda.',
  },
  feeUse: {
    title: 'Penggunaan biaya mint',
    text:
      'Dari setiap biaya mint, {referralBps} untuk hadiah undangan, {nodesBps} untuk kumpulan node, ' +
      '{levelsBps} untuk kumpulan level, dan {treasuryBps} untuk operator. Sisanya masuk ke dana cadangan ' +
      'yang memberi kompensasi bagi putaran yang gagal.' +
      ' Bagian biaya suatu putaran yang membuat dana cadangan melampaui batasnya dibagikan kepada peserta ' +
      'putaran itu; batas itu ditetapkan bersama oleh dua operator dan dalam sehari paling banyak menjadi ' +
      'dua kali lipat.',
  },
  worstCase: {
    title: 'Kemungkinan terburuk',
    text:
      'Jika putaran gagal, pokok Anda dikembalikan setelah dikurangi kerugian {lossBps}. Dana cadangan ' +
      'membayar kompensasi mulai dari order yang terakhir ikut, tetapi order dalam {lateBps} terakhir dari ' +
      'waktu pembukaan mendapat giliran setelah semua order lain: paling banyak {reserveDrawBps} dari dana ' +
      'cadangan untuk satu putaran yang gagal, dan tidak pernah lebih dari kerugian Anda. Dana cadangan bisa ' +
      'saja kosong. Kerugian yang tidak dikompensasi diubah menjadi daya hash sebesar {compensationTimesBps} ' +
      'kali jumlahnya. Daya hash bukan uang: daya hash menambang bagian dari FMC setiap hari, dan hari itu ' +
      'mengeluarkan lebih sedikit jika seluruh daya hash masih kecil. Putaran yang dibatalkan sebelum ' +
      'penyelesaian mengembalikan seluruh pokok Anda.',
  },
  operatorEarns: {
    title: 'Bagaimana operator mendapat penghasilan',
    text:
      'Operator menerima {treasuryBps} dari setiap biaya mint. Kerugian dari putaran yang gagal mengisi ' +
      'kembali dana cadangan sampai batasnya; hanya sisanya membayar biaya penyelenggaraan putaran itu. Keduanya diumumkan terpisah, beserta setiap pembayaran kepada ' +
      'operator: berapa, untuk apa, dan siapa yang menyetujui. Selain itu operator tidak mengambil apa pun ' +
      'dari pokok Anda.',
  },
  rewards: {
    title: 'Dari mana hadiah berasal',
    text:
      'Pokok Anda tidak pernah dipakai untuk membayar orang lain. Hadiah dibayar dari biaya mint, dana ' +
      'cadangan, atau persediaan FMC yang terbatas. Jika sumbernya tidak cukup, kekurangannya tidak dibayar. ' +
      'Harga FMC tidak dijamin dan bisa turun menjadi nol.',
  },
  noPromises: {
    title: 'Yang tidak kami janjikan',
    text:
      'Keuntungan tidak dijamin, dan perkiraan bukan janji. Ikut serta tidak dapat dibatalkan setelah ' +
      'diterima. Anda tidak pernah harus mengundang siapa pun untuk mendapatkan kembali uang Anda sendiri.',
  },
};

export const inviterNotice: InviterNoticeTexts = {
  share:
    'Jika putaran yang Anda ikuti berhasil, pengundang Anda menerima {referralBps} dari biaya mint, yang ' +
    'besarnya {mintFeeBps} dari jumlah yang Anda masukkan.',
  shareUnknown:
    'Jika putaran yang Anda ikuti berhasil, pengundang Anda menerima bagian dari biaya mint; besarnya ' +
    'tercantum di ketentuan setiap putaran.',
  conditions: [
    'Pengundang hanya menerimanya setelah salah satu order miliknya sendiri diselesaikan.',
    'Hadiah itu dibayar dari biaya mint, tidak pernah dari dana Anda. Tanpa pengundang, biaya Anda tetap sama.',
    'Order Anda yang berhasil juga dihitung untuk kumpulan node dan kumpulan level, yang didanai dari biaya mint.',
    'Putaran yang gagal atau dibatalkan tidak memberi apa pun kepada pengundang.',
  ],
};

export const confirmation: ConfirmationTexts = {
  'bind-inviter': ['Tetapkan pengundang secara permanen: {superior}'],
  'bind-exchange-uid': ['Hubungkan UID bursa secara permanen: {uid}'],
  'auto-mint': [
    'Aktifkan mint otomatis tanpa batas per putaran: setiap putaran yang dibuka diikuti dengan seluruh saldo tersedia, kecuali {keep} JU.',
    'Mati sendiri setelah {stop} putaran gagal (0: tidak pernah).',
    'Putaran yang belum diselesaikan pada saat yang sama: {rounds} (0: berapa pun).',
  ],
  nothingMoves: 'Tidak ada transaksi yang dikirim dan tidak ada dana yang berpindah.',
};
