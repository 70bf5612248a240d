/** Returns an earning's section of the money rules in display format: "5 minted 2" → "5.2". */
export function ruleNumber(rule: string): string {
  return rule.replace(/\s+\D*\s*/g, '.');
}
