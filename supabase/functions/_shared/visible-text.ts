const BLANKS = /[\t\n\v\f\r\p{Z}]+/gu
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Normalizes a text to one line of visible characters, without the invisible ones that come from documents and web
 * pages.
 */
export const toVisibleLine = (text: string) => text.normalize('NFKC').replace(BLANKS, ' ').replace(UNSEEN, '').trim()
