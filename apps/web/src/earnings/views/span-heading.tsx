import { Amount } from '#ui/amount.tsx';
import { DayHeading } from '#ui/day-heading.tsx';

type SpanHeadingProps = {
  /** Start of the day or the range, UTC milliseconds. */
  readonly from: number;
  /** Earnings between this heading and the one above; undefined until known. */
  readonly sums: { readonly JU: string; readonly FMC: string } | undefined;
};

/** The heading of a day in the list of earnings, with its sums. */
export function SpanHeading({ from, sums }: SpanHeadingProps) {
  return (
    <DayHeading at={from}>
      {sums !== undefined &&
        (['FMC', 'JU'] as const).map(
          (currency) =>
            sums[currency] !== '0' && <Amount key={currency} value={sums[currency]} unit={currency} signed compact />,
        )}
    </DayHeading>
  );
}
