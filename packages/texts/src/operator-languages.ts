import type { OperatorLanguage } from '@city-mint/domain/languages';
import * as en from './en/operators.ts';
import type { OperatorTexts } from './operator-texts.ts';
import * as zh from './zh/operators.ts';

/** What the operators' calls say, in each language that operators read. */
export const OPERATOR_TEXTS: Readonly<Record<OperatorLanguage, OperatorTexts>> = { zh, en };
