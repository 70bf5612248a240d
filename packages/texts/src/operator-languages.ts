import type { OperatorLanguage } from '@city-mint/domain/languages';
import * as en from './en/operators.ts';
import type { OperatorTexts } from './operator-texts.ts';
import * as zh from './zh/operators.ts';

/** Texts of the operators' calls, in each language of operators. */
export const OPERATOR_TEXTS: Readonly<Record<OperatorLanguage, OperatorTexts>> = { zh, en };
