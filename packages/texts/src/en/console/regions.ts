/** Regions. */
export const regions = {
  title: 'Regions',
  lead: 'Whether people can join and invite, by country; a region without a rule of its own follows the default.',
  add: 'Add or change a rule',
  rules: 'Rules',
  default: 'Default (all other regions)',
  joining: 'Joining allowed',
  noJoining: 'No joining',
  referral: 'Inviting allowed',
  noReferral: 'No inviting',
  changed: 'changed',
};
