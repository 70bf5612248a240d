import type { Messages } from '../../messages.ts';

export const proof: Messages['proof'] = {
  title: 'Bukti cadangan',
  gate: 'Setelah masuk, perangkat Anda sendiri memeriksa bahwa saldo Anda termasuk dalam bukti cadangan ini.',
  promise:
    'Total kewajiban kepada pengguna dan kumpulan dana, dan aset yang dipegang kontrak brankas pada blok yang sama.',
  coverOf: 'Rasio cadangan {currency}',
  held: 'Brankas',
  owedShort: 'Kewajiban',
  none: 'Belum ada bukti cadangan',
  noneText: 'Bukti pertama akan tampil di sini setelah dibuat.',
  mine: 'Saldo saya termasuk dalam total',
  owed: 'Rincian per mata uang',
  total: 'Total kewajiban',
  atBlock: 'Brankas (blok {block})',
  now: 'Brankas saat ini (dibaca perangkat ini)',
  reading: 'Membaca data on-chain',
  leaves: 'Jumlah daun',
  madeAt: 'Waktu dibuat',
  root: 'Kode periksa',
  transaction: 'Lihat transaksi on-chain',
  anchoring: {
    waiting: 'Menunggu masuk rantai',
    sent: 'Sedang masuk rantai',
    final: 'Sudah di rantai',
    superseded: 'Ada kode lebih baru',
    conflicting: 'Kode di rantai berbeda',
  },
  settled: 'Putaran yang diselesaikan',
  check: {
    included: 'Termasuk dalam kode periksa di rantai, diverifikasi di perangkat ini',
    onChain: 'Kontrak di rantai punya hasil yang sama',
    pending: 'Cocok sampai kode periksa, yang belum di rantai',
    unread: 'Rantai tidak terbaca, jadi belum diverifikasi',
    nothing: 'Tidak ada saldo saat dibuat',
    broken: 'Verifikasi gagal',
    how: 'Saldo Anda dihitung dalam empat bagian acak. Perangkat ini menghitung ulang dari daun sampai kode periksa; perubahan sesudahnya masuk ke bukti berikutnya.',
    brokenText:
      'Bukti tidak cocok dengan kode periksa yang dipublikasikan. Ambil tangkapan layar dan hubungi kami lewat kanal resmi.',
    own: 'Pada {time} saldo akun Anda sama.',
    inPart: 'Bagian yang ditahan putaran tidak dicocokkan karena saldo Anda telah berubah.',
    paying:
      'Saat itu sebuah putaran sedang membayar Anda, jadi saldo belum dicocokkan; bukti berikutnya akan dicocokkan.',
    moved:
      'Saldo Anda berubah pada menit-menit itu, jadi belum dicocokkan dengan akun; bukti berikutnya akan dicocokkan.',
    ownUnread: 'Tidak dapat dicocokkan dengan saldo akun Anda saat itu, jadi belum diverifikasi',
    ownText:
      'Bukti menghitung saldo yang berbeda dari saldo akun Anda saat itu. Ambil tangkapan layar dan hubungi kami lewat saluran resmi.',
    asked: 'Kode periksa di rantai dibaca dari {nodes, plural, other {#}} node.',
    differsText:
      'Kode periksa, total, atau blok di kontrak berbeda dari kata server. Ambil tangkapan layar dan hubungi kami lewat kanal resmi.',
    notOnChain:
      'Hasil di kontrak berbeda dari hasil yang diumumkan. Ambil tangkapan layar dan hubungi kami lewat kanal resmi.',
    nodesText:
      'Node rantai saling berbeda, jadi tidak dapat diverifikasi. Lihat lagi nanti; jika tetap begitu, ambil tangkapan layar dan hubungi kami lewat kanal resmi.',
  },
  exit: {
    title: 'Keluar tanpa kami',
    text: 'Jika penarikan tidak dapat dilakukan selama 14 hari, atau tidak ada bukti baru masuk rantai, siapa pun dapat memulai proses keluar. Kontrak lalu membayar ke dompet Anda berdasarkan berkas ini, tanpa situs dan server kami. Jika hanya Anda yang ditolak, berkas yang sama menagih saldo Anda di rantai.',
    download: 'Unduh berkas keluar',
    asOf: 'Per blok {block}, sudah dicocokkan dengan kontrak',
    keyOnly: 'Saat ini berkas hanya memuat kunci keluar Anda: bersama pohon bukti yang diterbitkan, itu sudah cukup.',
    waiting: 'Berkas yang lebih baru dapat diunduh setelah bukti terbaru masuk rantai.',
    refused: 'Bukti terbaru tidak lolos verifikasi, jadi berkasnya tidak disediakan.',
    nothing: 'Tidak ada saldo Anda dalam bukti terbaru, jadi belum ada yang dapat ditebus.',
    howWhat:
      'Dengan berkas ini dan dompet Anda, aset Anda dapat diambil dari kontrak brankas tanpa situs dan server City Mint.',
    howWhen:
      'Setelah 14 hari tanpa penarikan, atau tanpa bukti baru di rantai, siapa pun dapat memulai proses keluar. Setiap akun lalu menebus tiap mata uang satu kali.',
    howRun:
      'Buka exit/index.html dari paket rilis di peramban, atau jalankan: node verify.mjs exit BERKAS --node URL. Keduanya memeriksa berkas ini dan menyebutkan transaksi yang perlu dikirim.',
    howRefused:
      'Jika orang lain dapat menarik dana dan hanya Anda yang ditolak, kirim transaksi penagihan dari halaman atau program itu: dalam 14 hari saldo tersedia Anda dibayarkan untuk diambil, jika tidak siapa pun dapat memulai proses keluar karenanya.',
    howNewest:
      'Hanya bukti terbaru di kontrak yang membayar. Jika bukti itu lebih baru daripada berkas ini, Anda juga memerlukan pohon bukti itu yang diterbitkan, dan siapa pun dapat menyimpannya; kunci dalam berkas tidak berubah. Simpan berkas bersama verify.mjs atau halaman exit.',
    howKeep:
      'Berkas ini memuat saldo Anda, jadi jangan dipublikasikan. Berkas ini tidak dapat memindahkan aset: hanya transaksi dari akun Anda sendiri yang berlaku.',
  },
  journal: {
    title: 'Jurnal buku besar',
    reach: 'Entri terbaru di rantai',
    block: 'Tercatat di blok',
    at: 'Waktu tercatat',
    run: 'Setiap transfer disegel ke dalam jurnal dalam hitungan detik, dan setiap kode periksa mencakup yang sebelumnya. Dengan verify.mjs dari rilis, siapa pun dapat menghitung ulang sejak blok itu dan membandingkannya dengan kontrak:',
  },
  history: { title: 'Utang dan isi brankas dari waktu ke waktu', pick: 'Pilih hari', older: 'Hari sebelumnya' },
  operator: {
    log: 'Catatan operator',
    title: 'Pembukuan operator',
    fromSuccesses: 'Dari putaran berhasil',
    fromFailures: 'Dari putaran gagal',
    paidOut: 'Sudah dibayarkan',
    left: 'Saldo saat ini',
    payouts: 'Riwayat pembayaran',
    noPayouts: 'Belum ada pembayaran kepada operator.',
    approved: 'Diajukan {one}, disetujui {other}',
    states: { approved: 'Disetujui', signed: 'Siap diambil', completed: 'Dibayar', returned: 'Dikembalikan' },
  },
};
