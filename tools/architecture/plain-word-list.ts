/** A word in a private sense, and the field's word for it. */
export type PlainWord = { not: RegExp; but: string };

const TAKEN = 'processed, applied';
const LOOK = 'poll, audit, check';
const NOTE = 'record, acknowledge';
const CAUSE = 'source reference';
const CODE = 'code (of a refusal)';
const DEPLOYMENT = 'deployment';
const ACTION = 'operator action';
const ROLL_UP = 'propagate, roll up';

/** In comments, pages, texts and titles of tests. A blank in a pattern is any white space. */
export const PLAIN_WORDS: readonly PlainWord[] = [
  { not: /\b(?:gives?|giving|gave)\b(?! (?:up|way)\b)/, but: 'returns' },
  { not: /\bgiven (?:back|out|away)\b/, but: 'returned, distributed' },
  { not: /\b(?:stands?|stood)\b(?! for\b|-)/, but: 'is, is stored in' },
  { not: /\b(?:events?|logs?|blocks?|batch|fees?)(?: \w+){1,2} taken\b(?! (?:from|back)\b)/, but: TAKEN },
  { not: /\b(?:nothing|amount|order|withdrawal|each|it)(?: more)? (?:is|was) taken\b(?! back\b)/, but: TAKEN },
  { not: /\b(?:all|already|never) taken\b(?! back\b)|\bwhat was taken\b/, but: TAKEN },
  { not: /\b(?:events|logs|blocks|payments?) taken\b(?! back\b)/, but: TAKEN },
  { not: /\btaken back\b/, but: 'reorganised out (a block), reverted' },
  { not: /\b(?:an?|one|each|every|next|last|first|second|same) look\b(?! (?:like|alike)\b)/, but: LOOK },
  { not: /\b(?:another|any|this|that|the) look\b|\b(?:two|the) looks\b/, but: LOOK },
  { not: /\blook(?:s|ed|ing)? (?:back|again)\b/, but: LOOK },
  { not: /\b(?:has|have|had|yet) to look\b|\bwho(?:ever)? looks\b|\bhas looked\b/, but: 'review, poll' },
  { not: /\blooks (?:what|whether|which|who|until|every|once|if)\b/, but: LOOK },
  { not: /\bdoubts?\b/, but: 'integrity error' },
  { not: /\baside\b/, but: 'suspended (a round), backed off (a retry), frozen (money)' },
  { not: /\b(?:a|the|its|whose) hold\b(?! of\b)/, but: 'suspended, backed off, frozen' },
  { not: /\bput(?:s|ting)? (?:\w+ )?off\b/, but: 'postponed, retried with backoff' },
  {
    not: /\b(?:an?|the|its|their|his|whose|settlement|token) turns?\b(?! (?:of the event loop|into|out)\b)/,
    but: 'lock, slot',
  },
  { not: /(?:\b(?:each|every|this|that|last|next)|'s) turn\b(?! of the event loop\b)/, but: 'lock, slot, iteration' },
  { not: /\blanes?\b/, but: 'partition' },
  {
    not: /\bkept\b(?! (?:alive|open|apart|small|short|together|secret|free|empty|from being|up to date)\b)/,
    but: 'persisted, cached',
  },
  { not: /\b(?:takes?|took|taking) note\b|\bnotes? (?:that|of|down|the|what|a|on|for|it)\b/, but: NOTE },
  { not: /\bnoted\b|\bthe notes?\b/, but: NOTE },
  { not: /\bhouse\b/, but: 'system' },
  { not: /\b(?:compensation|claim(?:s|ed)?(?: the| a)?) hash\b(?! (?:power|rate)\b)/, but: 'hash power' },
  { not: /\b(?:he|his|him|himself|she|her|hers)\b/, but: 'they, the user' },
  { not: /\b(?:the|an?|its|each|every|one|which|whose|same|their) causes?\b/, but: CAUSE },
  {
    not: /(?<!\berrors? and )(?:\b(?:no|of|and|with|by|all|these|those|other)|kind,|transfer's) causes?\b/,
    but: CAUSE,
  },
  { not: /\b(?:rows?|what|which)(?: that)? caused? (?:it|the|an?|each|them)\b/, but: CAUSE },
  { not: /\bmovements?\b/, but: 'transfer' },
  { not: /\b(?:refusals?(?:'s)?|error) words?\b|\bits words?(?:,| and)|\| word \| when \|/, but: CODE },
  { not: /\b(?:by|with) (?:its|an?|which|that|this|the same) word\b/, but: CODE },
  { not: /\bwords? and (?:its |the )?(?:details|fields?)\b/, but: CODE },
  { not: /\bwords? of (?:the |an? |this |each )?(?:refusals?|errors?|call's)\b/, but: CODE },
  { not: /\bplaces? of (?:the |an? |its )?(?:contracts?|vaults?)\b/, but: DEPLOYMENT },
  { not: /\b(?:vault|contract)s?(?:'s?)? place\b/, but: DEPLOYMENT },
  { not: /\b(?<!long-)standings?\b/, but: 'rank, status' },
  { not: /\bnews\b/, but: 'events' },
  { not: /\btold\b(?! (?:apart|from)\b)/, but: 'notified' },
  { not: /\bsight(?:ed|ings?)\b/, but: 'observed log' },
  { not: /\bcarr(?:y|ies|ied|ying)(?: \w+)? (?:up|upwards|over)\b/, but: ROLL_UP },
  { not: /\bcarried\b(?! (?:out|by|in|up)\b)/, but: ROLL_UP },
  { not: /\btroubles?\b/, but: 'last error, failure' },
  { not: /\bhurr(?:y|ies|ied)\b/, but: 'retry now' },
  { not: /\b(?:the|an?|its|this|that|each|one) mark\b|\bthe marks\b/, but: 'checkpoint, watermark' },
  { not: /\b(?:an|the|each|every|this|that|same|one|such|more|other|which|any) acts?\b(?! as\b)/, but: ACTION },
  { not: /(?:\b(?:two|these|those|all|kinds? of|operators')|'s) acts?\b|\bacts (?:of|that|are)\b/, but: ACTION },
  { not: /\b(?:some|no|any)body\b/, but: 'who it is' },
  { not: /\banew\b/, but: 'again' },
  { not: /\bfor ever\b/, but: 'without end, permanently' },
];

/** The same in names: of files, folders, exports, and of tables, columns and functions; as words with hyphens. */
export const PLAIN_NAMES: readonly PlainWord[] = [
  { not: /\bgives?\b/, but: 'return' },
  { not: /\bstands\b/, but: 'is' },
  { not: /\baside\b/, but: 'suspended' },
  { not: /\bdoubts?\b/, but: 'integrity error' },
  { not: /\bsightings?\b/, but: 'observed log' },
  { not: /\btroubles?\b/, but: 'last error, failure' },
  { not: /\bhurry\b/, but: 'retry now' },
  { not: /\blook\b(?!-up)/, but: 'poll, audit' },
  { not: /\bstandings?\b/, but: 'rank, status' },
  { not: /\bmovements?\b/, but: 'transfer' },
  { not: /\blanes?\b/, but: 'partition' },
  { not: /\bturns?\b(?!-o[nf])/, but: 'lock, slot, position' },
  { not: /\bcarr(?:y|ies|ied|ying)\b(?!-anchor)/, but: 'propagate, roll up' },
  { not: /\bkept\b/, but: 'persisted, cached' },
  { not: /^note-(?!s\b)|\bnoted\b/, but: 'record, acknowledge' },
  { not: /\bhouse\b/, but: 'system' },
  { not: /\bcauses?\b/, but: 'source reference' },
  { not: /\b(?:told|news)\b/, but: 'notified, events' },
  { not: /\bacts?\b(?!-as\b)/, but: 'operator action' },
  { not: /\b(?:some|no|any)body\b/, but: 'who it is' },
  { not: /\banew\b/, but: 'again' },
];

/** Where a word has another sense: `words` is in the line, or in the name. */
export const EXCEPTIONS: readonly { path: string; words: string; reason: string }[] = [];
