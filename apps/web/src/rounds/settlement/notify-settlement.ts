import { showNotification } from '#notifications/device-notifications.ts';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { cityName } from '#platform/i18n/city-name.ts';
import { loadTexts } from '#platform/i18n/language-store.ts';
import { translate } from '#platform/i18n/translate.ts';
import { returnedOf, type SettlementMoment } from './settlement-moment.ts';

/** Shows a notification of a round's result, unless the page is visible, which then announces it. */
export async function notifySettlement(moment: SettlementMoment): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await loadTexts(['live', 'notify']);
  const { outcome, city, cityId, roundId } = moment;
  await showNotification({
    title: translate(`live.banner.${outcome}`, { city: cityName(city) }),
    body: translate(`notify.body.${outcome}`, { amount: shownAmount(amountOf(moment)) }),
    tag: `round ${roundId}`,
    path: `/city?city=${cityId}&round=${roundId}`,
  });
}

function amountOf(moment: SettlementMoment): string {
  switch (moment.outcome) {
    case 'minted':
      return moment.fmc;
    case 'failed':
      return returnedOf(moment);
    case 'cancelled':
      return moment.refund;
  }
}
