import type { Messages } from '#platform/i18n/messages.ts';

export const passport: Messages['passport'] = {
  title: 'Profil',
  note: 'Pasport City Mint',
  joinedAt: 'Menyertai {time}',
  nodeTypes: {
    none: 'Pengguna umum',
    personal: 'Nod peribadi',
    community: 'Nod komuniti',
    super: 'Nod super',
    genesis: 'Nod genesis',
  },
  teamLevel: 'Tahap pasukan',
  rewardLevel: 'Tahap ganjaran',
  performanceLevel: 'Tahap prestasi',
  level: 'Tahap {level}',
  inviter: 'Penjemput',
  uid: 'UID bursa',
  pendingUid: '{uid}, menunggu pengesahan bursa',
  statement: 'Penyata',
  proof: 'Bukti rizab',
  bound: 'Telah dipautkan',
  notBound: 'Belum dipautkan',
  devices: {
    title: 'Peranti log masuk',
    usedAt: 'Terakhir digunakan {time}',
    signedInAt: 'Log masuk pada {time}',
    current: 'Peranti ini',
    end: 'Log keluar',
    endTitle: 'Log keluar peranti lain?',
    endText: 'Peranti itu memerlukan tandatangan baharu untuk log masuk semula.',
    endOthers: 'Log keluar {count} peranti lain',
    endOthersText:
      'Semua peranti lain memerlukan tandatangan baharu untuk log masuk semula. Peranti ini tidak terjejas.',
    ended: 'Telah log keluar',
  },
};
