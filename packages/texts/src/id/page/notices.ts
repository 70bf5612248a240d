import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: 'Pengumuman',
  dismiss: 'Jangan tampilkan pengumuman ini lagi',
  kinds: { general: 'Pemberitahuan', maintenance: 'Pemeliharaan', important: 'Penting' },
  offer: 'Baca dalam Bahasa Indonesia?',
  preview: {
    title: 'Pratinjau: teks ini belum diterbitkan',
    until: 'Berlaku hingga {time}. Selama pratinjau Anda tidak dapat masuk dan tidak ada dana yang dikirim.',
    end: 'Akhiri pratinjau',
    expired: 'Pratinjau ini sudah berakhir. Halaman menampilkan teks yang sudah diterbitkan.',
  },
};
