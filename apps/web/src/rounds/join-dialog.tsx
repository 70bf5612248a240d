import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { assetsQuery } from '#assets/assets-queries.ts';
import { ensureAuthorised } from '#session/ensure-authorised.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { Sheet } from '#ui/sheet.tsx';
import { useAmountProblemText } from '#ui/use-amount-problem-text.ts';
import { useConsentStep } from './use-consent-step.ts';
import { useJoinForm } from './use-join-form.ts';
import { useJoinSteps } from './use-join-steps.ts';
import { ConsentStep } from './views/consent-step.tsx';
import { JoinDone } from './views/join-done.tsx';
import { ConfirmFooter, ConsentFooter, DoneFooter } from './views/join-footers.tsx';
import { JoinForm } from './views/join-form.tsx';

type LastRound = ReplyOf<'POST /api/app/last/crowdfund'>;

type JoinDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly round: NonNullable<LastRound['round']>;
  readonly terms: NonNullable<LastRound['terms']>;
  readonly termsHash: string;
  /** The account has a join without an answer: no other can be sent before that one is known. */
  readonly waitsForAnswer: boolean;
  readonly onTermsChanged: () => void;
  readonly onShowOrder: (orderId: string) => void;
};

/** Joining a round: amount and preview, consent before the first time, the order. */
export function JoinDialog(props: JoinDialogProps) {
  const { open, onOpenChange, round } = props;
  const t = useTranslations('rounds');
  const { stage, address } = useVisitor();
  const account = stage === 'authorised' ? address : null;
  const available = useAvailable(account, open);
  const steps = useJoinSteps(props.onTermsChanged);
  const consent = useConsentStep(open && steps.step === 'consent');
  const form = useJoinForm({ round, available, open });
  const place = { city: round.city, phase: String(round.phase), number: String(round.number) };

  const close = () => {
    onOpenChange(false);
    if (steps.step === 'done') form.setAmount('');
    steps.toAmount();
  };
  /** The prompts of the session are sheets too: this one makes room for them and comes back. */
  const authorise = async () => {
    onOpenChange(false);
    await ensureAuthorised();
    onOpenChange(true);
  };
  const confirm = () => {
    if (account === null || form.problem !== null) return;
    const { roundId, city } = round;
    void steps.send(account, { roundId, amount: form.amount, termsHash: props.termsHash, city });
  };
  const accept = async () => {
    if (await consent.accept()) steps.toAmount();
  };

  const joinable = round.state === 'open' ? 'open' : 'closed';
  const confirmFooter = (
    <ConfirmFooter
      authorised={account !== null}
      amount={form.problem === null ? form.amount : null}
      state={props.waitsForAnswer && !steps.busy ? 'waiting' : joinable}
      busy={steps.busy}
      onAuthorise={() => void authorise()}
      onConfirm={confirm}
    />
  );
  const screens = {
    amount: { title: t('join.title', place), footer: confirmFooter },
    consent: {
      title: t('consent.title'),
      footer: <ConsentFooter ready={consent.accepted} onBack={steps.toAmount} onAccept={() => void accept()} />,
    },
    done: {
      title: t('join.doneTitle'),
      footer: <DoneFooter orderId={steps.order?.orderId ?? ''} onClose={close} onShow={props.onShowOrder} />,
    },
  };
  return (
    <Sheet open={open} onClose={close} {...screens[steps.step]}>
      {steps.step === 'amount' && <AmountStep {...props} form={form} steps={steps} available={available} />}
      {steps.step === 'consent' && <ConsentStep {...consent} />}
      {steps.order !== null && <JoinDone order={steps.order} place={t('join.doneText', place)} />}
    </Sheet>
  );
}

type AmountStepProps = Pick<JoinDialogProps, 'terms' | 'termsHash'> & {
  readonly form: ReturnType<typeof useJoinForm>;
  readonly steps: ReturnType<typeof useJoinSteps>;
  readonly available: string | null;
};

function AmountStep({ terms, termsHash, form, steps, available }: AmountStepProps) {
  const problemText = useAmountProblemText();
  const typed = form.amount === '' || form.problem === null ? null : problemText(form.problem);
  const isShort =
    available === '0' ||
    steps.refused?.error === 'insufficient-balance' ||
    form.problem?.error === 'amount-over-available';
  const type = (amount: string) => {
    form.setAmount(amount);
    steps.forgetRefusal();
  };
  return (
    <JoinForm
      {...form}
      terms={terms}
      termsHash={termsHash}
      available={available}
      problemText={steps.refused?.text ?? typed}
      needsRecharge={isShort}
      onAmount={type}
    />
  );
}

/** JU available to the account; null while nobody is logged in or it is not known. */
function useAvailable(account: string | null, open: boolean): string | null {
  const assets = useQuery({ ...assetsQuery(account ?? ''), enabled: account !== null && open });
  if (account === null) return null;
  return assets.data?.assets.find((asset) => asset.currency === 'JU')?.available ?? null;
}
