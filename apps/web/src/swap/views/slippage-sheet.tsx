import { Button } from '@city-mint/ui/button.tsx';
import { Choice } from '@city-mint/ui/choice.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { TextField } from '@city-mint/ui/text-field.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Sheet } from '#ui/sheet.tsx';
import { parseSlippage, percentText, SLIPPAGE_CHOICES, slippageWarning } from '../slippage.ts';

export type SlippageSheetProps = {
  readonly open: boolean;
  readonly limitBps: number;
  readonly onChoose: (bps: number) => void;
  readonly onClose: () => void;
};

/** The choice of the slippage limit: a usual one, or the user's own with a warning. */
export function SlippageSheet({ open, limitBps, onChoose, onClose }: SlippageSheetProps) {
  const t = useTranslations('swap.slippage');
  const [text, setText] = useState<string | null>(null);
  const entered = text ?? percentText(limitBps);
  const parsed = parseSlippage(entered);
  const bps = 'bps' in parsed ? parsed.bps : null;
  const warning = bps === null ? null : slippageWarning(bps);
  const apply = () => {
    if (bps === null) return;
    setText(null);
    onChoose(bps);
  };
  return (
    <Sheet
      open={open}
      onClose={() => {
        setText(null);
        onClose();
      }}
      title={t('title')}
      description={t('text')}
      footer={
        <Button
          className="w-full"
          kind={warning === null ? 'primary' : 'danger'}
          disabled={bps === null}
          onClick={apply}
        >
          {t('apply', { percent: bps === null ? '—' : percentText(bps) })}
        </Button>
      }
    >
      <div className="flex flex-col gap-3 pt-2">
        <Choice
          label={t('choices')}
          options={SLIPPAGE_CHOICES.map((value) => ({ value: String(value), label: `${percentText(value)}%` }))}
          value={String(bps)}
          onChange={(value) => setText(percentText(Number(value)))}
        />
        <TextField
          label={t('custom')}
          inputMode="decimal"
          value={entered}
          error={'problem' in parsed ? t(parsed.problem) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {warning !== null && <Notice kind="danger">{t(warning)}</Notice>}
      </div>
    </Sheet>
  );
}
