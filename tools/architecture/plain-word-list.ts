/** A word of the left column in the sense that the table of docs/glossary.md means, and what the field says. */
export type PlainWord = { not: RegExp; but: string };

/** In comments, pages and texts. A blank in a pattern is any white space; names in backticks are not looked at. */
export const PLAIN_WORDS: PlainWord[] = [
  { not: /\b(?:gives?|giving|gave)\b(?! (?:up|way)\b)/, but: 'returns' },
  { not: /\bgiven (?:back|out|away)\b/, but: 'returned, distributed' },
  { not: /\b(?:stands?|stood)\b(?! for\b|-)/, but: 'is, is stored in' },
  {
    not: /(?<!\b(?:nonce|name|key|port|uid|id|address) )\b(?:is|are|was|were|be|been) (?:all |not |never |already |only |exactly once )?taken\b(?! (?:out|from|off|over|away|into|place|together|as|up|by|for|on|in)\b)/,
    but: 'processed, applied',
  },
  { not: /\b(?:events?|logs?|blocks?|transfers?|payments?)(?: \w+)? (?:taken|takes)\b/, but: 'processed, applied' },
  { not: /\btaken back\b/, but: 'reorganised out (a block), reverted' },
  {
    not: /\b(?:an?|one|each|every|next|last|first|second|same|two|another|any|this|that|the|without) looks?\b(?! (?:like|alike|up)\b)/,
    but: 'poll, audit, check',
  },
  { not: /\blook(?:s|ed|ing)? (?:back|again)\b/, but: 'poll, audit, check again' },
  { not: /\b(?:has|have|had|yet) to look\b|\bwho(?:ever)? looks\b|\bhas looked\b/, but: 'review, poll' },
  { not: /\blooks (?:what|whether|which|who|until|every|once|if)\b/, but: 'polls, checks' },
  { not: /\bdoubts?\b/, but: 'integrity error' },
  { not: /\baside\b/, but: 'suspended (a round), backed off (a retry), frozen (money)' },
  { not: /\b(?:a|the|its|whose) hold\b(?! of\b)/, but: 'suspended, backed off, frozen' },
  { not: /\bput(?:s|ting)? (?:\w+ )?off\b/, but: 'postponed, retried with backoff' },
  {
    not: /(?:\b(?:an?|the|its|their|his|each|every|this|that|whose|settlement|token|last|next)|'s) turns?\b(?! (?:of the event loop|into|out)\b)/,
    but: 'lock or slot, iteration',
  },
  { not: /\blanes?\b/, but: 'partition' },
  {
    not: /\bkept\b(?! (?:alive|open|apart|small|short|together|secret|free|empty|in (?:memory|step|sync|order)|up to date|from being)\b)/,
    but: 'persisted, cached, stored',
  },
  {
    not: /\b(?:takes?|took|taking) note\b|\bnotes? (?:that|of|down|the|what|a|on|for|it)\b|\bnoted\b/,
    but: 'record, acknowledge',
  },
  { not: /\bthe notes?\b/, but: 'the record' },
  { not: /\bhouse\b/, but: 'system' },
  { not: /\b(?:compensation|claim(?:s|ed)?(?: the| a)?) hash\b(?! (?:power|rate)\b)/, but: 'hash power' },
  { not: /\b(?:he|his|him|himself|she|her|hers)\b/, but: 'they, the user' },
  {
    not: /(?<!\berrors? and )\b(?:the|an?|its|each|every|one|which|whose|same|their|no|of|and|kind,|with|by|all|these|those|transfer's|other) causes?\b/,
    but: 'source reference',
  },
  { not: /\b(?:row|rows|what|which)(?: that)? caused? (?:it|the|an?|each|them)\b/, but: 'its source' },
  { not: /\bmovements?\b/, but: 'transfer' },
  {
    not: /\b(?:refusals?(?:'s)?|error) words?\b|\b(?:by|with) (?:its|an?|which|that|this|the same) word\b|\bits words?(?:,| and)|\bwords? and (?:its |the )?(?:details|fields?)\b|\bwords? of (?:the |an? |this |each )?(?:refusals?|errors?|call's)\b|\| word \| when \|/,
    but: 'code (of a refusal)',
  },
  {
    not: /\bplaces? of (?:the |an? |its )?(?:contracts?|vaults?)\b|\b(?:vault|contract)s?(?:'s?)? place\b/,
    but: 'deployment',
  },
  { not: /\b(?<!long-)standings?\b/, but: 'rank, status' },
  { not: /\bnews\b/, but: 'events' },
  { not: /\btold\b(?! apart\b)/, but: 'notified' },
  { not: /\bsight(?:ed|ings?)\b/, but: 'observed log' },
  {
    not: /\bcarr(?:y|ies|ied|ying)(?: \w+)? (?:up|upwards|over)\b|\bcarried\b(?! (?:out|by|in)\b)/,
    but: 'propagate, roll up',
  },
  { not: /\btroubles?\b/, but: 'last error, failure' },
  { not: /\bhurr(?:y|ies|ied)\b/, but: 'retry now' },
  { not: /\b(?:the|an?|its|this|that|each|one|by) marks?\b/, but: 'checkpoint, watermark' },
  {
    not: /(?:\b(?:an|the|each|every|this|that|same|one|such|more|other|which|any|two|these|those|all|kinds? of|operators')|'s) acts?\b(?! as\b)|\bacts (?:of|that|are)\b/,
    but: 'operator action',
  },
  { not: /\b(?:some|no|any)body\b/, but: 'who it is' },
  { not: /\banew\b/, but: 'again' },
  { not: /\bfor ever\b/, but: 'without end, permanently' },
];

/** The same in names: of files, folders, exports, and of tables, columns and functions; as words with hyphens. */
export const PLAIN_NAMES: PlainWord[] = [
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

/** Places where a word means something else. `words` is in the line, or is the name. */
export const EXCEPTIONS: { path: string; words: string; reason: string }[] = [];
