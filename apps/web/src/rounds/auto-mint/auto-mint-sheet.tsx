import { Button } from '@city-mint/ui/button.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { TextField } from '@city-mint/ui/text-field.tsx';
import { useField } from '@city-mint/ui/use-field.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { availableOf } from '#assets/asset-totals.ts';
import { assetsQuery } from '#assets/assets-queries.ts';
import { formatTime } from '#platform/format.ts';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { readBackAmount } from '#platform/i18n/read-back-amount.ts';
import { showToast } from '#platform/toast-store.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { type AmountProblem, checkAmountText, useAmountProblemText } from '#ui/amount-problem.ts';
import { askToConfirm, type SlipRow } from '#ui/confirm-store.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { citiesQuery } from '../cities-queries.ts';
import { consentTitle, useConsentStep } from '../join/use-consent-step.ts';
import { ConsentStep } from '../join/views/consent-step.tsx';
import { ConsentFooter } from '../join/views/join-footers.tsx';
import { autoMintQuery, setAutoMint } from './auto-mint-flow.ts';
import { type AutoMint, type AutoMintPlan, nextRound, planAutoMint } from './auto-mint-plan.ts';
import { AutoMintBeads } from './views/auto-mint-beads.tsx';
import { AutoMintHero } from './views/auto-mint-hero.tsx';

export type AutoMintSheetProps = { readonly open: boolean; readonly onClose: () => void };

/** Auto-mint: its next action, its limits, the switch, and the log of its latest rounds. */
export function AutoMintSheet({ open, onClose }: AutoMintSheetProps) {
  const t = useTranslations('auto');
  const { canRead, stage, address } = useVisitor();
  const account = canRead ? address : null;
  useAuthorized(open && !canRead && stage !== 'connecting', onClose);
  const isOpen = open && account !== null;
  const auto = useQuery({ ...autoMintQuery(account ?? ''), enabled: isOpen });
  const [isConsenting, setConsenting] = useState(false);
  const consent = useConsentStep(isOpen);
  const rounds = useTranslations('rounds');
  const askConsent = () => {
    consent.retry();
    setConsenting(true);
  };
  const endConsent = () => setConsenting(false);
  const close = () => {
    endConsent();
    onClose();
  };
  const isWaiting =
    auto.data?.settings.enabled === true && consent.disclosure.kind === 'ready' && !consent.disclosure.data.covered;
  return (
    <Sheet
      open={isOpen}
      isInUrl
      onClose={close}
      title={isConsenting ? rounds(consentTitle(consent)) : t('title')}
      {...(isConsenting && { footer: <ConsentFooter consent={consent} onDone={endConsent} /> })}
    >
      {isConsenting && <ConsentStep {...consent} />}
      {auto.data !== undefined && account !== null && (
        // Stays mounted during the consent step, so that the form keeps its entries.
        <div hidden={isConsenting}>
          {isWaiting && <AutoMintWaits onRead={askConsent} />}
          <AutoMintForm
            // Settings that changed elsewhere reset the form.
            key={auto.data.settings.version}
            account={account}
            auto={auto.data}
            onConsentMissing={askConsent}
          />
        </div>
      )}
      {auto.data === undefined && auto.error !== null && (
        <ErrorState error={auto.error} onRetry={() => void auto.refetch()} />
      )}
      {auto.data === undefined && auto.error === null && <SkeletonRows rows={5} />}
    </Sheet>
  );
}

/** Auto-mint is on, but skips every round until the user accepts the current disclosure. */
function AutoMintWaits({ onRead }: { readonly onRead: () => void }) {
  const t = useTranslations('auto');
  return (
    <div className="mb-4 flex flex-col gap-3">
      <Notice kind="pending">{t('waiting')}</Notice>
      <Button onClick={onRead}>{t('readAgain')}</Button>
    </div>
  );
}

/** Asks a visitor who opened the sheet by its URL to connect and sign in; closes the sheet if they do not. */
function useAuthorized(isMissing: boolean, onClose: () => void): void {
  const authorize = useEffectEvent(async () => {
    if (!(await ensureAuthorized())) onClose();
  });
  useEffect(() => {
    if (isMissing) void authorize();
  }, [isMissing]);
}

/** Accepts an amount or 0. */
function checkLimit(text: string): AmountProblem | null {
  const problem = checkAmountText(text);
  return problem?.code === 'amount-not-positive' ? null : problem;
}

const checkCount = (text: string) => (/^(\d{1,3}|1000)$/.test(text) ? null : 'wholeNumber');

function useAutoMintForm({ settings }: AutoMint) {
  return {
    keep: useField(checkLimit, settings.keep),
    maximum: useField(checkLimit, settings.perRoundMaximum),
    losses: useField(checkCount, String(settings.stopAfterLosses)),
    parallel: useField(checkCount, String(settings.parallelRounds)),
  };
}

type AutoMintFormProps = {
  readonly account: string;
  readonly auto: AutoMint;
  /** The user must accept the disclosure before the settings can be saved. */
  readonly onConsentMissing: () => void;
};

function AutoMintForm({ account, auto, onConsentMissing }: AutoMintFormProps) {
  const t = useTranslations('auto');
  const { settings } = auto;
  const form = useAutoMintForm(auto);
  const slipOf = useSlip();
  const assets = useQuery(assetsQuery(account));
  const cities = useQuery(citiesQuery);
  const available = assets.data === undefined ? null : (availableOf(assets.data.assets, 'JU') ?? '0');
  const round = nextRound(cities.data?.cities ?? []);
  const isValid = Object.values(form).every(({ problem }) => problem === null);
  const limits = isValid ? { keep: form.keep.text, perRoundMaximum: form.maximum.text } : settings;
  const plan = round === null || available === null ? null : planAutoMint(round, { available, limits });
  const send = async (enabled: boolean, done: string) => {
    const { keep, maximum, losses, parallel } = form;
    const change = {
      enabled,
      keep: keep.text,
      perRoundMaximum: maximum.text,
      stopAfterLosses: Number(losses.text),
      parallelRounds: Number(parallel.text),
      version: settings.version,
    };
    const outcome = await setAutoMint(account, change);
    if (outcome === 'done') showToast(done, 'success');
    if (outcome === 'consent-required') onConsentMissing();
  };
  const enable = async () => {
    const isConfirmed = await askToConfirm({
      title: t('confirmOn'),
      slip: slipOf(form, plan),
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
    for (const { touch } of Object.values(form)) touch();
  };
  const isChanged =
    form.keep.text !== settings.keep ||
    form.maximum.text !== settings.perRoundMaximum ||
    form.losses.text !== String(settings.stopAfterLosses) ||
    form.parallel.text !== String(settings.parallelRounds);
  return (
    <div className="flex flex-col gap-4">
      {available === null ? (
        <SkeletonRows rows={2} />
      ) : (
        <AutoMintHero settings={settings} available={available} round={round} plan={plan} />
      )}
      {settings.enabled && <AutoMintSpan settings={settings} />}
      <AutoMintFields form={form} failed={settings.failedRounds} />
      {plan !== null && plan.skip === null && (
        <Notice kind="danger">
          {t('worst')} {exactAmount(plan.worst)} JU
        </Notice>
      )}
      {(!settings.enabled || isChanged) && (
        <Button disabled={!isValid} onDisabledClick={touchAll} onClick={() => void enable()}>
          {t(settings.enabled ? 'save' : 'enable')}
        </Button>
      )}
      {settings.enabled && (
        <Button kind="soft" onClick={() => void disable()}>
          {t('disable')}
        </Button>
      )}
      <AutoMintBeads cycles={auto.cycles.items} />
    </div>
  );
}

/** The settings that the user confirms, and the most that they can lose. */
function useSlip() {
  const t = useTranslations('auto');
  return (form: ReturnType<typeof useAutoMintForm>, plan: AutoMintPlan | null): SlipRow[] => {
    const [losses, parallel] = [Number(form.losses.text), Number(form.parallel.text)];
    return [
      ...(plan === null
        ? []
        : [{ label: t('perRound'), value: readBackAmount(plan.amount, 'JU'), kind: 'strong' as const }]),
      { label: t('keep'), value: readBackAmount(form.keep.text, 'JU') },
      {
        label: t('maximum'),
        value: /^[0.]+$/.test(form.maximum.text) ? t('noMaximum') : readBackAmount(form.maximum.text, 'JU'),
      },
      { label: t('losses'), value: losses === 0 ? t('never') : t('stopAfter', { count: losses }) },
      { label: t('parallel'), value: parallel === 0 ? t('anyNumber') : String(parallel) },
      ...(plan === null
        ? []
        : [{ label: t('worst'), value: readBackAmount(plan.worst, 'JU'), kind: 'strong' as const }]),
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

type FieldsProps = { readonly form: ReturnType<typeof useAutoMintForm>; readonly failed: number };

function AutoMintFields({ form, failed }: FieldsProps) {
  const t = useTranslations('auto');
  const problemText = useAmountProblemText('JU');
  const { keep, maximum, losses, parallel } = form;
  const textOf = (problem: AmountProblem | null) => (problem === null ? undefined : problemText(problem));
  return (
    <>
      <AmountField
        label={t('keep')}
        unit="JU"
        value={keep.text}
        onText={keep.change}
        hint={t('keepHint')}
        error={textOf(keep.visibleProblem)}
      />
      <AmountField
        label={t('maximum')}
        unit="JU"
        value={maximum.text}
        onText={maximum.change}
        hint={t('maximumHint')}
        error={textOf(maximum.visibleProblem)}
      />
      <TextField
        label={t('losses')}
        inputMode="numeric"
        value={losses.text}
        onChange={(event) => losses.change(event.target.value)}
        hint={t('lossesHint', { failed })}
        error={losses.visibleProblem === null ? undefined : t(losses.visibleProblem)}
      />
      <TextField
        label={t('parallel')}
        inputMode="numeric"
        value={parallel.text}
        onChange={(event) => parallel.change(event.target.value)}
        hint={t('parallelHint')}
        error={parallel.visibleProblem === null ? undefined : t(parallel.visibleProblem)}
      />
    </>
  );
}
