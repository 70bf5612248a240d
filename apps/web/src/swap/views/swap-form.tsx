import { formatAmount } from '@city-mint/domain/money/amount-text';
import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { Link } from '#platform/router/router.tsx';
import { openPrompt } from '#session/prompt-store.ts';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import { holdKeyboard } from '#ui/sheet-field.ts';
import { IMPACT } from '../confirm-swap.ts';
import { percentText } from '../slippage.ts';
import { type SwapQuote, shownAtMost } from '../swap-quote.ts';
import type { SwapForm as Form } from '../use-swap.ts';
import { SwapFields } from './swap-fields.tsx';
import { SwapTerms } from './swap-terms.tsx';

type SlippageProps = import('./slippage-sheet.tsx').SlippageSheetProps;
const Slippage = lazySheet<SlippageProps>(['swap'], async () => (await import('./slippage-sheet.tsx')).SlippageSheet);

type SwapFormProps = {
  readonly form: Form;
  /** The operator has paused swaps. */
  readonly isPaused: boolean;
  readonly isConnected: boolean;
  readonly onPreload: (() => void) | undefined;
};

/** The two amounts of a swap, its terms, and the button: it states the guaranteed amount, or connects a wallet. */
export function SwapForm({ form, isPaused, isConnected, onPreload }: SwapFormProps) {
  const t = useTranslations('swap');
  const [picking, setPicking] = useState(false);
  const { status, limitBps, failure, isSending } = form;
  const open = status.kind === 'open' ? status : null;
  const pick = () => {
    holdKeyboard();
    setPicking(true);
  };
  const quote = open?.quote ?? null;
  const canSubmit = open !== null && open.problem === null && quote !== null && !isPaused && !open.isStale;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit) void form.submit();
        else if (!isConnected) openPrompt('connect');
      }}
    >
      {isPaused && <Notice kind="pending">{t('paused')}</Notice>}
      <Card>
        <SwapFields form={form} />
      </Card>
      <Card className="py-1.5">
        <SwapTerms quote={quote} limitBps={limitBps} onChangeLimit={pick} />
      </Card>
      <Notices form={form} quote={quote} />
      {failure !== null && (
        <div role="alert">
          <Notice kind="danger">{failure}</Notice>
        </div>
      )}
      <Button
        type="submit"
        disabled={isPaused || (isConnected && !canSubmit)}
        busy={isSending}
        onDisabledClick={form.touch}
        onPointerEnter={onPreload}
      >
        <SubmitText quote={open?.problem === null ? quote : null} isConnected={isConnected} />
      </Button>
      <Slippage
        open={picking}
        limitBps={limitBps}
        onChoose={(bps) => {
          form.changeLimit(bps);
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
    </form>
  );
}

/** The bound that the router guarantees: the minimum received, or the maximum paid. */
function SubmitText({ quote, isConnected }: { readonly quote: SwapQuote | null; readonly isConnected: boolean }) {
  const t = useTranslations('swap');
  if (!isConnected) return t('submitConnect');
  if (quote === null) return t('submit');
  const { exact, bound, sell, buy } = quote;
  return exact === 'sold'
    ? t('submitAtLeast', { amount: shownAmount(formatAmount(bound)), unit: buy })
    : t('submitAtMost', { amount: exactAmount(shownAtMost(bound)), unit: sell });
}

function Notices({ form, quote }: { readonly form: Form; readonly quote: SwapQuote | null }) {
  const t = useTranslations('swap');
  const { status, sell } = form;
  const isUnreadable = status.kind === 'unreachable' || (status.kind === 'open' && status.isStale);
  return (
    <>
      {isUnreadable && <Notice kind="danger">{t('unreachable')}</Notice>}
      {status.kind === 'no-pool' && (
        <Notice>
          {t('noPool')} · {t('noPoolText')}
        </Notice>
      )}
      {status.kind === 'open' && status.available === '0' && (
        <Notice kind="pending">
          <p>{t('noBalance')}</p>
          <Link to="/withdraw" search={{ currency: sell }} className={`${buttonClass('soft', 'small')} mt-2`}>
            {t('withdraw', { unit: sell })}
          </Link>
        </Notice>
      )}
      {quote !== null && quote.impactBps > IMPACT.warned && (
        <Notice kind="danger">{t('impactWarning', { percent: percentText(quote.impactBps) })}</Notice>
      )}
      {form.needsApproval && <Notice>{t('approvalNote')}</Notice>}
    </>
  );
}
