/**
 * Normalizes a text for searches: lower case, without accents, vowel points, invisible characters and apostrophes, with
 * one kind of blank and quotation mark, and with blanks for hyphens. "muller", "o'dwyer" and "jean luc" find Müller,
 * O’Dwyer and Jean‑Luc. The database has the same rule (supabase/schemas/private/equivalent_letters.sql), and a test compares the
 * two.
 */
export const searchText = (text: string) => sameLetters(text).replaceAll("'", '').replace(/[ -]+/g, ' ').trim()

/** Normalizes a name as the tables compare names: two that differ only in capitals, accents or invisible characters are one. */
export const sameLetters = (text: string) =>
  text
    .replace(SPACED_ACCENTS, "'")
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(SPELT_OTHERWISE, (sign) => spelling.get(sign) ?? sign)
    .replace(BLANKS, ' ')
    .trim()

/** Whether the text contains every typed word. Hyphens do not separate words: "person-1@" is not "person" and "1@". */
export function hasEveryWord(text: string, typed: string): boolean {
  const compared = searchText(text)
  return typed.split(/\s+/).every((word) => compared.includes(searchText(word)))
}

/** Spacing accents, which normalization would turn into a blank and a combining mark. */
const SPACED_ACCENTS = /[\u00B4\u0384\u1FBD\u1FBF\u1FFE]/g

const BLANKS = /[\t-\r \u0085\u1680\u2028\u2029]+/g

/** Combining marks that people omit, vowel points, direction marks, soft hyphens, joiners. */
const UNSEEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the marks stand here by themselves, none of them over a letter.
  /[\u{300}-\u{36F}\u{483}-\u{489}\u{591}-\u{5BD}\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u{610}-\u{61A}\u{64B}-\u{65F}\u0670\u{6D6}-\u{6DC}\u{6DF}-\u{6E4}\u06E7\u06E8\u{6EA}-\u{6ED}\u{1AB0}-\u{1AFF}\u{1DC0}-\u{1DFF}\u{20D0}-\u{20FF}\u{FE00}-\u{FE0F}\u{FE20}-\u{FE2F}\u{E0100}-\u{E01EF}\u00AD\u00B7\u061C\u0640\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\uFEFF]+/gu

/** Characters without a Unicode decomposition, and how people type them. */
const spelling = new Map([
  ...Array.from('`‘’‚‛ʹʻʼʽʾʿ′‵ꞌ׳', (sign) => [sign, "'"] as const),
  ...Array.from('“”„‟〝〞〟«»״', (sign) => [sign, '"'] as const),
  ...Array.from('‐‒–—―−⁃֊־・゠', (sign) => [sign, '-'] as const),
  ...spelt('ıøłđðħŧŋəɓɗƙƴɛɔς⁄', 'iolddhtnebdkyeoσ/'),
  ...spelt('ىیکةہھٱ', 'ييكههها'),
  ...spelt('٠١٢٣٤٥٦٧٨٩', '0123456789'),
  ...spelt('۰۱۲۳۴۵۶۷۸۹', '0123456789'),
  ...([
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
  ] as const),
])

const SPELT_OTHERWISE = new RegExp(`[${[...spelling.keys()].join('')}]`, 'g')

function spelt(signs: string, letters: string) {
  return Array.from(signs, (sign, index) => [sign, letters[index] ?? sign] as const)
}
