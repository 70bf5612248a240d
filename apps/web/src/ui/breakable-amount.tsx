/** A long amount, which continues on the next line only after its point. */
export function BreakableAmount({ text }: { readonly text: string }) {
  const end = text.search(/[.,]\d{5}/) + 1;
  if (end === 0) return text;
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      {text.slice(end)}
    </>
  );
}
