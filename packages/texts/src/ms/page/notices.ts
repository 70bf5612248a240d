import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: 'Pengumuman',
  dismiss: 'Jangan paparkan pengumuman ini lagi',
  kinds: { general: 'Makluman', maintenance: 'Penyelenggaraan', important: 'Penting' },
  offer: 'Baca dalam Bahasa Melayu?',
  preview: {
    title: 'Pratonton: teks ini belum diterbitkan',
    until: 'Sah sehingga {time}. Semasa pratonton anda tidak boleh log masuk dan tiada dana dihantar.',
    end: 'Tamatkan pratonton',
    expired: 'Pratonton ini telah tamat tempoh. Halaman memaparkan teks yang telah diterbitkan.',
  },
};
