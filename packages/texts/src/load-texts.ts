import { inEveryLanguage, LANGUAGES, type Language } from '@city-mint/domain/languages';
import type { ConfirmationTexts, DisclosureTexts, InviterNoticeTexts } from './disclosure-texts.ts';
import type { MailTexts } from './mail-texts.ts';
import type { PushTexts } from './push-texts.ts';
import type { QuestionTexts } from './question-texts.ts';
import type { RefusalTexts, WaitTexts } from './refusal-texts.ts';
import type { StatementTexts } from './statement-texts.ts';

/** The files of a language that the server reads, with their exports. */
export type TextFiles = {
  readonly refusals: { readonly refusals: RefusalTexts; readonly waits: WaitTexts };
  readonly push: { readonly push: PushTexts };
  readonly mail: { readonly mail: MailTexts };
  readonly statement: { readonly statement: StatementTexts };
  readonly disclosure: {
    readonly disclosure: DisclosureTexts;
    readonly inviterNotice: InviterNoticeTexts;
    /** Null in English, in which a text to sign already says the action. */
    readonly confirmation: ConfirmationTexts | null;
  };
  readonly questions: { readonly questions: QuestionTexts };
};

/** Returns the exports of a file in every language. Rejects when a language of the product lacks it. */
export async function loadTexts<File extends keyof TextFiles>(
  file: File,
): Promise<Readonly<Record<Language, TextFiles[File]>>> {
  const modules = new Map(
    await Promise.all(LANGUAGES.map(async (language) => [language, await loadFile(language, file)] as const)),
  );
  return inEveryLanguage((language) => {
    const module = modules.get(language);
    if (module === undefined) throw new Error(`no ${file} in ${language}`);
    return module;
  });
}

async function loadFile<File extends keyof TextFiles>(language: Language, file: File): Promise<TextFiles[File]> {
  return import(`./${language}/${file}.ts`);
}

/** Returns an area of the page's texts in a language. Rejects when the language lacks it. */
export async function loadArea(language: Language, area: string): Promise<unknown> {
  const module: unknown = await import(`./${language}/page/${area}.ts`);
  const texts: unknown = Reflect.get(Object(module), area);
  if (texts === undefined) throw new Error(`no texts of ${area} in ${language}`);
  return texts;
}
