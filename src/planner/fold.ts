/** Letters that Unicode does not take apart, by what people type for them. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

/**
 * A name as it is compared: without case, accents, macrons, width, apostrophes and invisible characters; dashes and spaces of
 * every kind are one space. `Taupō` → `taupo`, `Hawke’s Bay` → `hawkes bay`, `Straße` → `strasse`.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘ʻʼ`´]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıς]/g, (letter) => plain[letter] ?? letter)
    .replace(/[\s\p{Pd}_]+/gu, ' ')
    .trim();
}
