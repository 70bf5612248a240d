/** Returns the section of the money rules of an earning as it is shown: "5 minted 2" → "5.2". */
export function ruleNumber(rule: string): string {
  return rule.replace(/\s+\D*\s*/g, '.');
}
