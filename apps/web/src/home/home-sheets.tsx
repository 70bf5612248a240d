import { LanguageSheet } from '#my/language-sheet.tsx';
import { PriceSheet } from '#swap/price-sheet.tsx';

export type HomeSheetsProps = {
  readonly open: boolean;
  /** The sheet to show; null: neither. */
  readonly sheet: 'language' | 'price' | null;
  readonly onClose: () => void;
};

/** The sheets of the home screen, in one file. */
export function HomeSheets({ sheet, onClose }: HomeSheetsProps) {
  return (
    <>
      <LanguageSheet open={sheet === 'language'} onClose={onClose} />
      <PriceSheet open={sheet === 'price'} onClose={onClose} />
    </>
  );
}
