import { Button } from '@city-mint/ui/button.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { availableOf } from '#assets/asset-totals.ts';
import { assetsQuery } from '#assets/assets-queries.ts';
import { formatTime } from '#platform/format.ts';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { readBackAmount } from '#platform/i18n/read-back-amount.ts';
import { showToast } from '#platform/toast-store.ts';
import { askToConfirm, type SlipRow } from '#ui/confirm-store.ts';
import { citiesQuery } from '../cities-queries.ts';
import { setAutoMint } from './auto-mint-flow.ts';
import { type AutoMint, type AutoMintLimits, type AutoMintPlan, nextRound, planAutoMint } from './auto-mint-plan.ts';
import { type AutoMintFields as Fields, limitsOf, useAutoMintForm } from './use-auto-mint-form.ts';
import { AutoMintBeads } from './views/auto-mint-beads.tsx';
import { AutoMintFields } from './views/auto-mint-fields.tsx';
import { AutoMintHero } from './views/auto-mint-hero.tsx';

type AutoMintFormProps = {
  readonly account: string;
  readonly auto: AutoMint;
  /** The user must accept the disclosure before the settings can be saved. */
  readonly onConsentMissing: () => void;
};

/** The next action of auto-mint, its limits and their largest loss, the switch, and its latest rounds. */
export function AutoMintForm({ account, auto, onConsentMissing }: AutoMintFormProps) {
  const { settings } = auto;
  const form = useAutoMintForm(auto);
  const assets = useQuery(assetsQuery(account));
  const cities = useQuery(citiesQuery);
  const available = assets.data === undefined ? null : (availableOf(assets.data.assets, 'JU') ?? '0');
  const round = nextRound(cities.data?.cities ?? []);
  const limits = limitsOf(form);
  const failedRounds = settings.enabled ? settings.failedRounds : 0;
  const plan =
    round === null || available === null
      ? null
      : planAutoMint(round, { available, failedRounds, limits: limits ?? settings });
  return (
    <div className="flex flex-col gap-4">
      {available === null ? (
        <SkeletonRows rows={2} />
      ) : (
        <AutoMintHero settings={settings} available={available} round={round} plan={plan} />
      )}
      {settings.enabled && <AutoMintSpan settings={settings} />}
      <AutoMintFields form={form} failed={settings.enabled ? settings.failedRounds : null} />
      {plan !== null && plan.skip === null && <AutoMintRisk plan={plan} />}
      <AutoMintButtons {...{ account, settings, form, limits, plan, onConsentMissing }} />
      <AutoMintBeads cycles={auto.cycles.items} />
    </div>
  );
}

type ButtonsProps = Pick<AutoMintFormProps, 'account' | 'onConsentMissing'> & {
  readonly settings: AutoMint['settings'];
  readonly form: Fields;
  /** The entered limits; null while one of them is not valid. */
  readonly limits: AutoMintLimits | null;
  readonly plan: AutoMintPlan | null;
};

function AutoMintButtons({ account, settings, form, limits, plan, onConsentMissing }: ButtonsProps) {
  const t = useTranslations('auto');
  const slipOf = useSlip();
  const send = async (enabled: boolean, done: string) => {
    const { keep, perRoundMaximum, stopAfterLosses, parallelRounds, version } = settings;
    const entered = limits ?? { keep, perRoundMaximum, stopAfterLosses, parallelRounds };
    const outcome = await setAutoMint(account, { enabled, ...entered, version });
    if (outcome === 'done') showToast(done, 'success');
    if (outcome === 'consent-required') onConsentMissing();
  };
  const enable = async () => {
    if (limits === null) return;
    const isConfirmed = await askToConfirm({
      title: t('confirmOn'),
      slip: slipOf(limits, plan),
      text: t('confirmOnText'),
      confirmLabel: t('enable'),
    });
    if (isConfirmed) await send(true, t(settings.enabled ? 'doneSaved' : 'doneOn'));
  };
  const disable = async () => {
    const question = { title: t('confirmOff'), text: t('confirmOffText'), confirmLabel: t('disable') };
    if (await askToConfirm(question)) await send(false, t('doneOff'));
  };
  const touchAll = () => {
    for (const { touch } of [form.keep, form.maximum, form.losses, form.parallel]) touch();
  };
  const isChanged =
    limits === null ||
    (['keep', 'perRoundMaximum', 'stopAfterLosses', 'parallelRounds'] as const).some(
      (name) => limits[name] !== settings[name],
    );
  return (
    <>
      {(!settings.enabled || isChanged) && (
        <Button disabled={limits === null} onDisabledClick={touchAll} onClick={() => void enable()}>
          {t(settings.enabled ? 'save' : 'enable')}
        </Button>
      )}
      {settings.enabled && (
        <Button kind="soft" onClick={() => void disable()}>
          {t('disable')}
        </Button>
      )}
    </>
  );
}

/** The largest loss of auto-mint at a time, and the balance after failures in a row. */
function AutoMintRisk({ plan }: { readonly plan: AutoMintPlan }) {
  const t = useTranslations('auto');
  return (
    <Notice kind="danger">
      <p>
        {t('atATime')} {exactAmount(plan.atATime)} JU
      </p>
      <p>
        {t(plan.stops ? 'afterStop' : 'afterFailures', { count: plan.failures })} {shownAmount(plan.left)} JU
      </p>
    </Notice>
  );
}

/** The settings that the user confirms, and their largest loss. */
function useSlip() {
  const t = useTranslations('auto');
  return (limits: AutoMintLimits, plan: AutoMintPlan | null): SlipRow[] => {
    const { keep, perRoundMaximum, stopAfterLosses, parallelRounds } = limits;
    const amount = (label: string, value: string) => ({ label, value: readBackAmount(value, 'JU') });
    const strong = (label: string, value: string) => ({ ...amount(label, value), kind: 'strong' as const });
    return [
      ...(plan === null ? [] : [strong(t('perRound'), plan.amount)]),
      amount(t('keep'), keep),
      perRoundMaximum === '0' ? { label: t('maximum'), value: t('noMaximum') } : amount(t('maximum'), perRoundMaximum),
      {
        label: t('losses'),
        value: stopAfterLosses === 0 ? t('never') : t('stopAfter', { count: stopAfterLosses }),
      },
      { label: t('parallel'), value: parallelRounds === 0 ? t('anyNumber') : String(parallelRounds) },
      ...(plan === null
        ? []
        : [
            strong(t('atATime'), plan.atATime),
            amount(t(plan.stops ? 'afterStop' : 'afterFailures', { count: plan.failures }), plan.left),
          ]),
    ];
  };
}

/** The time since which it is on, and the condition that ends it. */
function AutoMintSpan({ settings }: { readonly settings: AutoMint['settings'] }) {
  const t = useTranslations('auto');
  const { enabledAt, stopAfterLosses, failedRounds } = settings;
  const until =
    stopAfterLosses === 0 ? t('untilOff') : t('untilLosses', { count: stopAfterLosses, failed: failedRounds });
  return (
    <KeyValues
      rows={[
        ...(enabledAt === null ? [] : [{ label: t('since'), value: formatTime(enabledAt) }]),
        { label: t('until'), value: until },
      ]}
    />
  );
}
