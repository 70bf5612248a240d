/** The fields of a form that a bound of the domain is of: a rule over several is said at each. */
export function fieldsOfBound(field: string): readonly string[] {
  if (/^stageBps/.test(field)) return ['firstStageBps', 'secondStageBps', 'thirdStageBps'];
  if (/^stageDelaysMs/.test(field)) return ['secondStageDelayMs', 'thirdStageDelayMs'];
  return field.split(' + ');
}
