import type { Messages } from '../../messages.ts';

export const proof: Messages['proof'] = {
  title: 'Bukti rizab',
  gate: 'Selepas log masuk, peranti anda sendiri menyemak bahawa baki anda termasuk dalam bukti rizab ini.',
  promise:
    'Jumlah terhutang kepada pengguna dan semua tabung, dan aset yang dipegang kontrak peti simpanan pada blok yang sama.',
  coverOf: 'Nisbah rizab {currency}',
  held: 'Peti simpanan',
  owedShort: 'Terhutang',
  none: 'Bukti rizab belum dijana',
  noneText: 'Bukti pertama akan dipaparkan di sini setelah dijana.',
  mine: 'Baki saya termasuk dalam jumlah',
  owed: 'Butiran mengikut mata wang',
  total: 'Jumlah terhutang',
  atBlock: 'Peti simpanan (blok {block})',
  now: 'Peti simpanan kini (dibaca peranti ini)',
  reading: 'Membaca data atas rantaian',
  leaves: 'Bilangan daun',
  madeAt: 'Masa dijana',
  root: 'Hasil semak',
  transaction: 'Lihat transaksi atas rantaian',
  anchoring: {
    waiting: 'Menunggu masuk rantaian',
    sent: 'Sedang masuk rantaian',
    final: 'Sudah di rantaian',
    superseded: 'Ada hasil semak baharu',
    conflicting: 'Hasil semak berbeza',
  },
  settled: 'Pusingan yang diselesaikan',
  check: {
    included: 'Termasuk dalam hasil semak di rantaian, disahkan pada peranti ini',
    onChain: 'Kontrak di rantaian mempunyai keputusan yang sama',
    pending: 'Sepadan hingga hasil semak, yang belum di rantaian',
    unread: 'Rantaian tidak dapat dibaca, jadi belum disahkan',
    nothing: 'Tiada baki semasa dijana',
    broken: 'Pengesahan gagal',
    how: 'Baki anda dikira dalam empat bahagian rawak. Peranti ini mengira semula dari daun hingga hasil semak; perubahan kemudian masuk ke bukti seterusnya.',
    brokenText:
      'Bukti tidak sepadan dengan hasil semak yang diterbitkan. Ambil tangkap layar dan hubungi kami melalui saluran rasmi.',
    own: 'Pada {time} baki akaun anda sama.',
    inPart: 'Bahagian yang dipegang pusingan tidak dibandingkan kerana baki anda telah berubah.',
    paying:
      'Ketika itu satu pusingan sedang membayar anda, jadi baki belum dibandingkan; bukti seterusnya akan dibandingkan.',
    moved:
      'Baki anda berubah pada minit itu, jadi belum dibandingkan dengan akaun; bukti seterusnya akan dibandingkan.',
    ownUnread: 'Tidak dapat dibandingkan dengan baki akaun anda ketika itu, jadi belum disahkan',
    ownText:
      'Bukti mengira baki yang berbeza daripada baki akaun anda ketika itu. Ambil tangkapan skrin dan hubungi kami melalui saluran rasmi.',
    asked: 'Hasil semak di rantaian dibaca daripada {nodes, plural, other {#}} nod.',
    differsText:
      'Hasil semak, jumlah atau blok dalam kontrak berbeza daripada kata pelayan. Ambil tangkap layar dan hubungi kami melalui saluran rasmi.',
    notOnChain:
      'Keputusan dalam kontrak berbeza daripada yang diterbitkan. Ambil tangkap layar dan hubungi kami melalui saluran rasmi.',
    nodesText:
      'Nod rantaian saling bercanggah, jadi tidak dapat disahkan. Lihat semula nanti; jika berterusan, ambil tangkap layar dan hubungi kami melalui saluran rasmi.',
  },
  exit: {
    title: 'Keluar tanpa kami',
    text: 'Jika pengeluaran tidak dapat dibuat selama 14 hari, atau tiada bukti baharu masuk rantaian, sesiapa sahaja boleh memulakan proses keluar. Kontrak kemudian membayar ke dompet anda berdasarkan fail ini, tanpa laman web dan pelayan kami. Jika hanya anda yang ditolak, fail yang sama menuntut baki anda di rantaian.',
    download: 'Muat turun fail keluar',
    asOf: 'Setakat blok {block}, telah disemak dengan kontrak',
    keyOnly:
      'Fail ini buat masa ini hanya mengandungi kunci keluar anda: bersama pokok bukti yang diterbitkan, itu sudah memadai.',
    waiting: 'Fail yang lebih baharu boleh dimuat turun setelah bukti terbaharu masuk rantaian.',
    refused: 'Bukti terbaharu tidak lulus pengesahan, jadi failnya tidak disediakan.',
    nothing: 'Tiada baki anda dalam bukti terbaharu, jadi tiada apa untuk ditebus.',
    howWhat:
      'Dengan fail ini dan dompet anda, aset anda boleh diambil daripada kontrak peti simpanan tanpa laman web dan pelayan City Mint.',
    howWhen:
      'Selepas 14 hari tanpa pengeluaran, atau tanpa bukti baharu di rantaian, sesiapa sahaja boleh memulakan proses keluar. Setiap akaun kemudian menebus setiap mata wang sekali.',
    howRun:
      'Buka exit/index.html daripada pakej keluaran dalam pelayar, atau jalankan: node verify.mjs exit FAIL --node URL. Kedua-duanya mengesahkan fail ini dan menyatakan transaksi yang perlu dihantar.',
    howRefused:
      'Jika orang lain boleh membuat pengeluaran dan hanya anda yang ditolak, hantar transaksi tuntutan daripada halaman atau program itu: dalam 14 hari baki tersedia anda dibayar untuk diambil, jika tidak sesiapa sahaja boleh memulakan proses keluar kerananya.',
    howNewest:
      'Hanya bukti terbaharu dalam kontrak yang membayar. Jika bukti itu lebih baharu daripada fail ini, anda juga memerlukan pokok bukti itu yang diterbitkan, dan sesiapa sahaja boleh menyimpannya; kunci dalam fail tidak berubah. Simpan fail bersama verify.mjs atau halaman exit.',
    howKeep:
      'Fail ini mengandungi baki anda, jadi jangan dedahkan kepada umum. Fail ini tidak boleh memindahkan aset: hanya transaksi daripada akaun anda sendiri yang sah.',
  },
  journal: {
    title: 'Jurnal lejar',
    reach: 'Entri terbaharu di rantaian',
    block: 'Direkodkan dalam blok',
    at: 'Masa direkodkan',
    run: 'Setiap pindahan dimeterai ke dalam jurnal dalam beberapa saat, dan setiap hasil semak merangkumi yang sebelumnya. Dengan verify.mjs daripada keluaran, sesiapa boleh mengira semula sejak blok itu dan membandingkannya dengan kontrak:',
  },
  history: { title: 'Hutang dan isi peti simpanan dari masa ke masa', pick: 'Pilih hari', older: 'Hari terdahulu' },
  operator: {
    log: 'Log pengendali',
    title: 'Akaun pengendali',
    fromSuccesses: 'Daripada pusingan berjaya',
    fromFailures: 'Daripada pusingan gagal',
    paidOut: 'Telah dibayar',
    left: 'Baki semasa',
    payouts: 'Rekod pembayaran',
    noPayouts: 'Belum ada bayaran kepada pengendali.',
    approved: 'Dicadangkan {one}, diluluskan {other}',
    states: { approved: 'Diluluskan', signed: 'Sedia diambil', completed: 'Dibayarkan', returned: 'Dikembalikan' },
  },
};
