import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from '@city-mint/ui/button.tsx';
import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { useTranslations } from 'use-intl';
import { BreakableAmount } from './breakable-amount.tsx';
import type { Question, SlipRow } from './confirm-store.ts';

export type ConfirmDialogProps = { readonly question: Question; readonly onAnswer: (confirmed: boolean) => void };

/** The dialog of `askToConfirm`. Only an answer closes it: there is no close button, and taps outside are ignored. */
export function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const t = useTranslations('ui');
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 min-h-dvh bg-scrim" />
        <AlertDialog.Popup className="fixed inset-x-0 top-1/2 mx-auto w-[calc(100%-0.56rem)] max-w-[3.6rem] -translate-y-1/2 animate-rise rounded-2xl bg-surface p-5 text-ink shadow-float outline-none">
          <AlertDialog.Title className="font-display text-lg font-semibold">{question.title}</AlertDialog.Title>
          {question.slip !== undefined && <Slip rows={question.slip} />}
          <AlertDialog.Description className="mt-2 text-sm text-muted wrap-anywhere">
            {question.text}
          </AlertDialog.Description>
          <div className="mt-5 tiles">
            <Button kind="soft" onClick={() => onAnswer(false)}>
              {t('cancel')}
            </Button>
            <Button kind={question.kind ?? 'primary'} onClick={() => onAnswer(true)}>
              {question.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A longer strong value is on a separate line, so that an amount with 18 decimals does not wrap. */
const SHORT = 20;

function isStacked({ kind, value }: SlipRow): boolean {
  return kind === 'address' || (kind === 'strong' && value.length > SHORT);
}

function Slip({ rows }: { readonly rows: readonly SlipRow[] }) {
  return (
    <dl className="mt-3 flex flex-col gap-2.5 rounded-lg bg-sunken px-3.5 py-3 text-sm">
      {rows.map((row) => (
        <div key={row.label} className={isStacked(row) ? '' : 'pair'}>
          <dt className="text-muted">{row.label}</dt>
          <dd
            className={`figures ${row.kind === 'address' ? '' : 'text-right'} ${row.kind === 'strong' ? 'text-base font-semibold' : ''}`}
          >
            {row.kind === 'address' ? (
              <GroupedAddress address={row.value} against={row.against} />
            ) : (
              <BreakableAmount text={row.value} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
