import { MAXIMUM_LOSS_BPS, MAXIMUM_MINT_FEE_BPS } from '@city-mint/domain/rounds/term-limits';
import { percentOf, type QuestionTexts } from '../question-texts.ts';

/** Questions and answers in Malay; the same as in Chinese and English. */
export const questions: QuestionTexts = {
  round: {
    question: 'Bagaimanakah satu pusingan mint bandar berjalan?',
    answer:
      'Setiap pusingan mengumpul JU untuk satu bandar dalam tempoh yang ditetapkan. Pesanan diberi ' +
      'kedudukan mengikut turutan ia diterima. Jika kuota dicapai, pusingan dimint: prinsipal anda ' +
      'dikembalikan setelah ditolak yuran mint, dan FMC diagihkan mengikut jumlah penyertaan dalam ' +
      'tiga peringkat. Jika kuota tidak dicapai dalam tempohnya, pusingan gagal: prinsipal ' +
      'dikembalikan setelah ditolak kerugian. Semua terma ditetapkan dan disiarkan dengan hasil semak ' +
      'sebelum pusingan dibuka, dan anda mengesahkannya setiap kali menyertai.',
  },
  fees: {
    question: 'Apakah yurannya?',
    answer:
      'Pusingan yang berjaya mengenakan yuran mint. Kadarnya dinyatakan dalam terma pusingan dan tidak ' +
      `pernah melebihi ${percentOf(MAXIMUM_MINT_FEE_BPS)}%. Pusingan yang gagal tidak mengenakan yuran, tetapi kerugian yang ` +
      'dinyatakan dalam termanya ditolak. Tambah nilai dan pengeluaran adalah percuma; dompet anda ' +
      'membayar yuran gas rangkaian. Halaman “Risiko dan yuran” menunjukkan penggunaan yuran mint.',
  },
  failure: {
    question: 'Berapakah kerugian saya jika pusingan gagal, dan bagaimana saya dipampas?',
    answer:
      `Kerugian ialah peratusan yang dinyatakan dalam terma pusingan, paling banyak ${percentOf(MAXIMUM_LOSS_BPS)}%. Ia ` +
      'ditolak daripada prinsipal yang dikembalikan, mengisi semula rizab hingga hadnya, dan hanya ' +
      'bakinya membayar kos pelancaran pusingan. Semua ' +
      'bayaran balik dibuat dahulu. Kemudian rizab memberi pampasan dalam JU, bermula dengan pesanan ' +
      'terakhir yang menyertai, sehingga bahagian rizab yang disediakan oleh terma bagi satu pusingan ' +
      'gagal habis. Pesanan yang menyertai pada bahagian akhir tempoh pembukaan, seperti dinyatakan ' +
      'dalam terma, dipampas selepas semua pesanan lain. Pampasan tidak pernah melebihi kerugian, dan ' +
      'rizab mungkin kosong. Kerugian yang tidak dipampas ditukar kepada kuasa hash mengikut gandaan ' +
      'dalam terma. Kuasa hash bukan wang.',
  },
  cancel: {
    question: 'Bolehkah saya membatalkan pesanan selepas menyertai?',
    answer:
      'Tidak. Selepas pesanan diterima, jumlahnya dikunci sehingga pusingan berjaya atau gagal. Jika ' +
      'pusingan dibatalkan sebelum itu, kesemuanya dikembalikan. Prinsipal anda hanya dikembalikan ' +
      'kepada anda dan tidak pernah digunakan untuk membayar orang lain.',
  },
  fmc: {
    question: 'Dari manakah FMC datang?',
    answer:
      'Bekalan FMC adalah tetap: kesemuanya diterbitkan sekali sahaja semasa pelancaran. Pusingan yang ' +
      'berjaya dan mesin hanya melepaskan FMC daripada bekalan itu sehingga habis. FMC satu pusingan ' +
      'dibayar dalam tiga peringkat: yang pertama semasa penyelesaian, yang kedua dan ketiga pada masa ' +
      'yang dinyatakan dalam terma. Harga FMC tidak dijamin dan FMC mungkin menjadi tidak bernilai.',
  },
  rewards: {
    question: 'Bagaimanakah ganjaran dibiayai?',
    answer:
      'Setiap ganjaran dibayar daripada dana yang sudah ada. Ganjaran jemputan, nod dan tahap datang ' +
      'daripada yuran pusingan yang berjaya, bahagian lebihan dan pampasan daripada rizab, dan FMC ' +
      'daripada bekalannya yang terhad. Yang tidak dapat ditampung oleh sumbernya tidak dibayar, dan ' +
      'tiada yang dipinjam daripada pusingan kemudian. Prinsipal peserta tidak pernah digunakan untuk ' +
      'membayar ganjaran.',
  },
  'auto-mint': {
    question: 'Apakah yang dilakukan oleh auto-mint?',
    answer:
      'Semasa auto-mint hidup, baki tersedia anda menyertai setiap pusingan sebaik sahaja ia dibuka, ' +
      'sebelum peserta lain. Anda boleh menetapkan jumlah untuk disimpan, had setiap pusingan dan ' +
      'bilangan pusingan gagal yang mematikan auto-mint. Wang yang kembali daripada satu pusingan ' +
      'masuk ke pusingan seterusnya sehingga anda mematikannya. Pada mulanya ia dimatikan, dan setiap ' +
      'penyertaan atau langkauan direkodkan bersama sebabnya.',
  },
  recharge: {
    question: 'Bilakah tambah nilai saya dikreditkan?',
    answer:
      'Dompet anda memasukkan dana ke kontrak peti simpanan di rantaian blok. Sehingga blok yang ' +
      'mengandungi transaksi anda muktamad, tambah nilai ditunjukkan sebagai sedang diproses dengan ' +
      'bilangan pengesahannya dan belum termasuk dalam baki. Selepas blok itu muktamad, tambah nilai ' +
      'dikreditkan dan tidak boleh dibatalkan oleh penyusunan semula rantaian.',
  },
  withdrawal: {
    question: 'Bagaimanakah pengeluaran berfungsi, dan apakah baucar?',
    answer:
      'Apabila anda memohon pengeluaran, jumlahnya dibekukan dahulu. Kemudian sistem menandatangani ' +
      'baucar yang sah selama 20 minit. Dompet anda sendiri menghantarnya ke kontrak peti simpanan, ' +
      'yang membayar anda; dompet lain tidak boleh menggunakannya. Baucar ditandatangani paling banyak ' +
      'tiga kali, sentiasa dengan nombor yang sama, dan kontrak membayar setiap nombor sekali sahaja. ' +
      'Jika tidak digunakan, jumlahnya kembali ke baki tersedia selepas tarikh akhir, sebaik sahaja ' +
      'rantaian blok mengesahkan tiada bayaran dibuat; baucar yang tamat tempoh tanpa digunakan ' +
      'menyebabkan anda perlu menunggu sebelum pengeluaran seterusnya. Halaman menunjukkan had dan ' +
      'bakinya hari ini. Pengeluaran besar mungkin memerlukan kelulusan dua orang, dan pengeluaran ke ' +
      'alamat baharu mungkin ada tempoh menunggu.',
  },
  'hash-power': {
    question: 'Bagaimanakah saya menuntut kuasa hash pampasan?',
    answer:
      'Sebelum tuntutan pertama, pautkan UID bursa anda: bursa menunjukkan kod untuk alamat anda, dan ' +
      'anda menghantarnya bersama UID dengan tandatangan dompet. Pautan itu berkuat kuasa selepas ' +
      'bursa mengesahkannya dan anda tidak boleh menukarnya; hanya dua pengendali bersama-sama boleh ' +
      'membatalkan pautan yang salah. Kuasa hash yang dituntut menjadi mesin. Mulai hari UTC ' +
      'berikutnya sehingga tamat tempoh, mesin memperoleh bahagian FMC yang dilepaskan setiap hari, ' +
      'berkadar dengan jumlah kuasa hash. Selagi semua mesin bersama-sama mempunyai sedikit kuasa ' +
      'hash, pelepasan sehari berkurang secara berkadar; kuasa hash yang diperlukan untuk pelepasan ' +
      'penuh dinyatakan pada halaman mesin anda. Bursa juga dimaklumkan. Selepas tuntutan pertama, ' +
      'kuasa hash seterusnya dituntut secara automatik.',
  },
  inviter: {
    question: 'Apakah yang diterima oleh penjemput saya?',
    answer:
      'Penjemput ditetapkan sekali dan tidak boleh ditukar. Jika penjemput anda pernah mempunyai ' +
      'pesanan yang diselesaikan, dia menerima sebahagian yuran yang anda bayar apabila pusingan ' +
      'berjaya. Yuran anda tidak menjadi lebih tinggi kerananya, dan penjemput tidak menerima apa-apa ' +
      'daripada pusingan yang gagal. Terma setiap pusingan menyatakan sama ada ganjaran ini berkuat ' +
      'kuasa. Anda tidak perlu menjemput orang lain untuk mendapatkan semula wang anda sendiri.',
  },
  'check-settlement': {
    question: 'Bagaimanakah saya menyemak penyelesaian satu pusingan?',
    answer:
      'Setiap pusingan yang selesai menyiarkan fail penyelesaian dengan terma, rizab, kedudukan dan ' +
      'jumlah setiap pesanan serta hasilnya. Sesiapa sahaja boleh mengira semula daripada data ini ' +
      'dengan program yang disiarkan (arahan settle) dan membandingkannya unit demi unit. Butiran ' +
      'pesanan anda turut mengandungi bukti bahawa ia termasuk dalam penyelesaian.',
  },
  'check-holdings': {
    question: 'Bagaimanakah saya menyemak bahawa baki saya disokong dana?',
    answer:
      'Sistem kerap menyiarkan jumlah yang terhutang kepada pengguna dan tabung, hasil semak ' +
      'bagi jumlah itu, dan baki kontrak peti simpanan pada blok yang sama, yang boleh disemak ' +
      'oleh sesiapa di rantaian blok. Selepas log masuk, anda boleh mendapatkan daun dan laluan anda ' +
      'sendiri dan menyemak bahawa baki anda termasuk dalam jumlah itu. Baki anda dikira dalam empat ' +
      'bahagian rawak supaya pengguna lain tidak boleh membacanya daripada laluan mereka.',
  },
  profit: {
    question: 'Adakah keuntungan dijamin?',
    answer:
      'Tidak. Anggaran bukan janji. Pusingan mungkin gagal, dan anda kehilangan sebahagian prinsipal. ' +
      'Keadaan terburuk ditunjukkan di sebelah setiap anggaran. Sila baca halaman “Risiko dan yuran” ' +
      'sebelum menyertai.',
  },
};
