import { inEveryLanguage, type Language } from '@city-mint/domain/languages';

/** Returns what readers see of a city in a test: its name in every language, or in Chinese the given one. */
export function namesFor(name: string, chinese = name): Readonly<Record<Language, string>> {
  return inEveryLanguage((language) => (language === 'zh' ? chinese : name));
}
