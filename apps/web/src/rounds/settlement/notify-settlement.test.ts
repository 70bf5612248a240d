import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { disableNotifications, enableNotifications } from '#notifications/device-notifications.ts';
import { setCityNames } from '#platform/i18n/language-store.ts';
import '#testing/zh-texts.ts';
import { notifySettlement } from './notify-settlement.ts';
import type { SettlementMoment } from './settlement-moment.ts';

const round = { roundId: '12', cityId: '3', city: 'London', phase: 2, number: 4, orderId: '7' };
const figures = { joined: '1000', netJu: '-1' };
const minted: SettlementMoment = {
  ...round,
  ...figures,
  outcome: 'minted',
  fmc: '12345.678901234567890123',
  fmcPaid: '1',
  principal: '999',
};
const failed: SettlementMoment = {
  ...round,
  ...figures,
  outcome: 'failed',
  refund: '970.5',
  loss: '29.5',
  compensation: '0.000000000000000001',
  hashPower: '0',
  isClaimed: false,
  isLate: false,
};

const shown: unknown[] = [];
const page = { visibilityState: 'hidden', documentElement: { lang: 'zh' } };

beforeEach(async () => {
  shown.length = 0;
  page.visibilityState = 'hidden';
  const registration = {
    showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
  };
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', {
    userAgent: '',
    maxTouchPoints: 0,
    serviceWorker: { getRegistration: async () => registration },
  });
  vi.stubGlobal('document', page);
  setCityNames({ zh: { London: '伦敦' } });
  await enableNotifications();
});
afterEach(() => {
  disableNotifications();
  vi.unstubAllGlobals();
});

test.each([
  [minted, '伦敦 铸造成功', '您得到 12,345.6789 FMC'],
  [failed, '伦敦 未募满', '已返还 970.5 JU'],
  [{ ...round, ...figures, outcome: 'cancelled', refund: '1000' } as const, '伦敦 已取消', '本金 1,000 JU 已全部退回'],
] as const)('default: $outcome, in words and figures', async (moment, title, body) => {
  await notifySettlement(moment);
  expect(shown).toEqual([expect.objectContaining({ title, body, tag: 'round 12', data: '/city?city=3&round=12' })]);
});

test('behavior: shows none while the page is visible, or if the user has disabled them', async () => {
  page.visibilityState = 'visible';
  await notifySettlement(minted);
  page.visibilityState = 'hidden';
  disableNotifications();
  await notifySettlement(minted);
  expect(shown).toEqual([]);
});
