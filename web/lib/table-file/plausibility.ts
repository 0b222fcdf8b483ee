/** Characters of ordinary names, addresses and amounts, besides letters and digits. */
const USUAL_SIGN = /[’‘“”„‚–—…•·€£§©®™°«»‹›¿¡ºª\u00A0\p{Sc}、。「」・ー：，！？（）]/u

/** Characters that occur in no text: control characters, replacement characters, private use. */
const NO_TEXT = /[\u0080-\u009F\uFFFD\uE000-\uF8FF]/

/** Scripts that do not mix within a word. Asian scripts may stand beside each other and beside Latin letters. */
const SCRIPTS = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Hebrew}/u,
  /\p{sc=Arabic}/u,
  /\p{sc=Thai}/u,
]

/**
 * How plausible the words with non-ASCII characters are, from 1 (all of them) down to below 0: a wrong code page puts
 * capitals and signs between small letters ("RenŽe", "£ukasz", "Gr”áe"), or mixes scripts.
 */
export function plausibility(text: string): number {
  if (NO_TEXT.test(text)) return -1
  // One pattern for the words themselves would take a time that grows with the square of a long word.
  const words = [...new Set(text.split(/[\s,;"|]+/))].filter((word) => /\P{ASCII}/u.test(word))
  if (words.length === 0) return 0
  return words.reduce((sum, word) => sum + plausibilityOf(word), 0) / words.length
}

function plausibilityOf(word: string): number {
  const hasSignInside = /\p{L}[^\p{L}\p{M}\p{ASCII}’‘´–—·・ー]+\p{L}/u.test(word)
  const hasSignBeside = /[\p{L}\p{N}][„‚]|(?:^|\P{L})[\p{So}\p{Sc}\p{Sk}\p{Sm}°ºª]\p{L}/u.test(
    word.replace(/^[^\p{L}]*\d.*/u, ''),
  )
  const hasCapitalInside = /\p{Ll}\p{Lu}/u.test(word.replace(/(?:Mc|Mac|De|Di|La|Le|Van|[dl]['’])(?=\p{Lu})/u, ''))
  const hasStrangeSign = [...word].some((sign) => !/[\p{ASCII}\p{L}\p{M}]/u.test(sign) && !USUAL_SIGN.test(sign))
  const isMixed = SCRIPTS.filter((script) => script.test(word)).length > 1
  // Signs of a wrong code page: formally letters that no word contains, closing quotation marks without an opening one,
  // dashes within a word.
  const hasStrangeLetter = /[ƒˆ˜˝˛ˇ˘¸]|\p{L}[ªº—]\p{L}|^[^“„‹«]*\p{L}[”›“‹¿¡]/u.test(word)
  // A non-ASCII capital after the first capital and before small letters, as in "MÅller", is a sign of a wrong code
  // page.
  const hasTwoCapitals = /^\p{Lu}(?=\P{ASCII})\p{Lu}\p{Ll}/u.test(word)
  // Most words of a table are names, so a small initial non-ASCII letter is unlikely.
  const isSmall = /^(?=\P{ASCII})\p{Ll}\p{Ll}+$/u.test(word)
  const oddities = [hasCapitalInside, hasStrangeSign, isMixed, hasStrangeLetter, hasTwoCapitals].filter(Boolean).length
  return 1 - (hasSignInside ? 1.5 : 0) - (hasSignBeside ? 0.7 : 0) - (isSmall ? 0.4 : 0) - oddities
}
