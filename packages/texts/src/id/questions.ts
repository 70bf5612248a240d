import { MAXIMUM_LOSS_BPS, MAXIMUM_MINT_FEE_BPS } from '@city-mint/domain/rounds/term-limits';
import { percentOf, type QuestionTexts } from '../question-texts.ts';

/** Questions and answers in Indonesian; the same as in Chinese and English. */
export const questions: QuestionTexts = {
  round: {
    question: 'Bagaimana satu putaran mint kota berjalan?',
    answer:
      'Setiap putaran menghimpun JU untuk satu kota dalam waktu yang ditentukan. Order mendapat ' +
      'peringkat sesuai urutan diterimanya. Jika kuota terpenuhi, putaran dicetak: pokok Anda ' +
      'dikembalikan setelah dikurangi biaya mint, dan FMC dibagikan sesuai jumlah partisipasi dalam ' +
      'tiga tahap. Jika kuota tidak terpenuhi sampai waktunya habis, putaran gagal: pokok dikembalikan ' +
      'setelah dikurangi kerugian. Semua ketentuan ditetapkan dan diumumkan dengan kode periksa ' +
      'sebelum putaran dibuka, dan Anda mengonfirmasinya setiap kali ikut.',
  },
  fees: {
    question: 'Apa saja biayanya?',
    answer:
      'Putaran yang berhasil mengenakan biaya mint. Besarnya tercantum di ketentuan putaran dan tidak ' +
      `pernah lebih dari ${percentOf(MAXIMUM_MINT_FEE_BPS)}%. Putaran yang gagal tidak mengenakan biaya, tetapi kerugian yang ` +
      'tercantum di ketentuan dipotong. Isi saldo dan penarikan gratis; dompet Anda membayar biaya gas ' +
      'jaringan. Halaman “Risiko dan biaya” menunjukkan penggunaan biaya mint.',
  },
  failure: {
    question: 'Berapa kerugian saya jika putaran gagal, dan bagaimana kompensasinya?',
    answer:
      `Kerugian adalah persentase yang tercantum di ketentuan putaran, paling banyak ${percentOf(MAXIMUM_LOSS_BPS)}%. Kerugian ` +
      'dipotong dari pokok yang dikembalikan, mengisi kembali dana cadangan sampai batasnya, dan hanya ' +
      'sisanya membayar biaya penyelenggaraan putaran. Semua ' +
      'pengembalian dibayar lebih dulu. Kemudian dana cadangan memberi kompensasi dalam JU, mulai dari ' +
      'order yang terakhir ikut, sampai bagian dana cadangan yang disediakan ketentuan untuk satu ' +
      'putaran gagal habis. Order yang ikut di bagian akhir waktu pembukaan, seperti tercantum di ' +
      'ketentuan, mendapat giliran setelah semua order lain. Kompensasi tidak pernah melebihi ' +
      'kerugian, dan dana cadangan bisa kosong. Kerugian yang tidak dikompensasi diubah menjadi daya ' +
      'hash dengan kelipatan yang tercantum di ketentuan. Daya hash bukan uang.',
  },
  cancel: {
    question: 'Bisakah saya membatalkan order setelah ikut?',
    answer:
      'Tidak. Setelah order diterima, jumlahnya terkunci sampai putaran berhasil atau gagal. Jika ' +
      'putaran dibatalkan sebelum itu, semuanya dikembalikan. Pokok Anda hanya dikembalikan kepada ' +
      'Anda dan tidak pernah dipakai untuk membayar orang lain.',
  },
  fmc: {
    question: 'Dari mana asal FMC?',
    answer:
      'Jumlah FMC tetap: semuanya diterbitkan sekaligus saat peluncuran. Putaran yang berhasil dan ' +
      'mesin hanya melepas FMC dari jumlah itu sampai habis. FMC dari satu putaran dibayar dalam tiga ' +
      'tahap: yang pertama saat penyelesaian, yang kedua dan ketiga pada waktu yang tercantum di ' +
      'ketentuan. Harga FMC tidak dijamin dan FMC bisa menjadi tidak bernilai.',
  },
  rewards: {
    question: 'Dari mana dana hadiah?',
    answer:
      'Setiap hadiah dibayar dari dana yang sudah ada. Hadiah undangan, node, dan level berasal dari ' +
      'biaya putaran yang berhasil, bagian surplus dan kompensasi dari dana cadangan, dan FMC dari ' +
      'jumlahnya yang terbatas. Yang tidak tertutup oleh sumbernya tidak dibayar, dan tidak ada yang ' +
      'dipinjam dari putaran berikutnya. Pokok peserta tidak pernah dipakai untuk membayar hadiah.',
  },
  'auto-mint': {
    question: 'Apa fungsi mint otomatis?',
    answer:
      'Selama mint otomatis aktif, saldo tersedia Anda ikut di setiap putaran begitu dibuka, sebelum ' +
      'peserta lain bisa ikut. Anda bisa menetapkan jumlah yang disimpan, batas per putaran, dan ' +
      'jumlah putaran gagal yang mematikan mint otomatis. Uang yang kembali dari satu putaran masuk ke ' +
      'putaran berikutnya sampai Anda mematikannya. Awalnya mint otomatis tidak aktif, dan setiap ' +
      'partisipasi atau pelewatan dicatat beserta alasannya.',
  },
  recharge: {
    question: 'Kapan isi saldo saya masuk?',
    answer:
      'Dompet Anda menyetor dana ke kontrak brankas di blockchain. Sampai blok yang memuat transaksi ' +
      'Anda final, isi saldo ditampilkan sebagai sedang diproses dengan jumlah konfirmasinya dan belum ' +
      'termasuk saldo. Setelah blok itu final, isi saldo dibukukan dan tidak dapat dibatalkan oleh ' +
      'reorganisasi blockchain.',
  },
  withdrawal: {
    question: 'Bagaimana cara kerja penarikan, dan apa itu voucher?',
    answer:
      'Saat Anda mengajukan penarikan, jumlahnya dibekukan dulu. Lalu sistem menandatangani voucher ' +
      'yang berlaku 20 menit. Dompet Anda sendiri mengirimkannya ke kontrak brankas, yang membayar ' +
      'Anda; dompet lain tidak bisa memakainya. Voucher ditandatangani paling banyak tiga kali, selalu ' +
      'dengan nomor yang sama, dan kontrak membayar setiap nomor hanya sekali. Jika tidak dipakai, ' +
      'jumlahnya kembali ke saldo tersedia setelah batas waktu terakhir, begitu blockchain memastikan ' +
      'tidak ada pembayaran; voucher yang kedaluwarsa tanpa dipakai membuat Anda menunggu sebelum ' +
      'penarikan berikutnya. Halaman menampilkan batas dan sisanya hari ini. Penarikan besar mungkin ' +
      'perlu persetujuan dua orang, dan penarikan ke alamat baru mungkin memiliki masa tunggu.',
  },
  'hash-power': {
    question: 'Bagaimana cara klaim daya hash kompensasi?',
    answer:
      'Sebelum klaim pertama, hubungkan UID bursa Anda: bursa menampilkan kode untuk alamat Anda, lalu ' +
      'Anda mengirimnya bersama UID dengan tanda tangan dompet. Hubungan itu berlaku setelah bursa ' +
      'mengonfirmasi dan tidak dapat Anda ubah; hanya dua operator bersama-sama yang bisa melepas ' +
      'hubungan yang salah. Daya hash yang diklaim menjadi mesin. Mulai hari UTC berikutnya sampai ' +
      'masa berlakunya habis, mesin mendapat bagian dari FMC yang dilepas setiap hari, sebanding ' +
      'dengan seluruh daya hash. Selama semua mesin bersama-sama punya sedikit daya hash, pelepasan ' +
      'harian berkurang secara sebanding; daya hash yang diperlukan untuk pelepasan penuh tercantum di ' +
      'halaman mesin Anda. Bursa juga diberi tahu. Setelah klaim pertama, daya hash berikutnya diklaim ' +
      'otomatis untuk Anda.',
  },
  inviter: {
    question: 'Apa yang diterima pengundang saya?',
    answer:
      'Pengundang ditetapkan sekali dan tidak bisa diubah. Jika pengundang Anda pernah punya order ' +
      'yang diselesaikan, ia menerima bagian dari biaya yang Anda bayar saat putaran berhasil. Biaya ' +
      'Anda tidak menjadi lebih tinggi, dan pengundang tidak menerima apa pun dari putaran yang gagal. ' +
      'Ketentuan setiap putaran menyebutkan apakah hadiah ini berlaku. Anda tidak pernah perlu ' +
      'mengundang orang lain untuk mendapatkan kembali uang Anda sendiri.',
  },
  'check-settlement': {
    question: 'Bagaimana cara memeriksa penyelesaian suatu putaran?',
    answer:
      'Setiap putaran yang selesai menerbitkan berkas penyelesaian berisi ketentuan, dana cadangan, ' +
      'peringkat dan jumlah setiap order, serta hasilnya. Siapa pun bisa menghitung ulang dari data ' +
      'itu dengan program yang dipublikasikan (perintah settle) dan membandingkan unit demi unit. ' +
      'Detail order Anda juga memuat bukti bahwa order itu termasuk dalam penyelesaian.',
  },
  'check-holdings': {
    question: 'Bagaimana cara memeriksa bahwa saldo saya didukung dana?',
    answer:
      'Sistem secara berkala mengumumkan total yang terutang kepada pengguna dan kumpulan dana, kode ' +
      'periksa dari total itu, dan saldo kontrak brankas pada blok yang sama, yang bisa ' +
      'diperiksa siapa pun di blockchain. Setelah masuk, Anda bisa mengambil daun dan jalur Anda ' +
      'sendiri dan memeriksa bahwa saldo Anda termasuk dalam total. Saldo Anda dihitung dalam empat ' +
      'bagian acak, sehingga pengguna lain tidak bisa membacanya dari jalur mereka.',
  },
  profit: {
    question: 'Apakah keuntungan dijamin?',
    answer:
      'Tidak. Perkiraan bukan janji. Putaran bisa gagal, dan Anda kehilangan sebagian pokok. ' +
      'Kemungkinan terburuk ditampilkan di samping setiap perkiraan. Baca halaman “Risiko dan biaya” ' +
      'sebelum ikut.',
  },
};
