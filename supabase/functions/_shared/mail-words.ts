/** Cleans visitors' text for use in mails. */

// Bidirectional overrides, which make "moc.elpmaxe" look like another address. Hebrew and Arabic do not need them.
const bidirectionalCharacters = /[\u202a-\u202e\u2066-\u2069]/gu

/** Reduces a text to one line, for a header or a field: a line break would start another header. */
export const oneLine = (text: string, mostCharacters = Number.POSITIVE_INFINITY) =>
  clip(text.replace(bidirectionalCharacters, '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '), mostCharacters)

/** Keeps the line breaks and tabs of a text, and removes other control characters. */
export const manyLines = (text: string, mostCharacters = Number.POSITIVE_INFINITY) =>
  clip(
    text
      .replace(bidirectionalCharacters, '')
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, ''),
    mostCharacters,
  )

/** Quotes a text line by line, so that it cannot pass for the agency's own words. */
export const quoted = (text: string) => text.replaceAll(/^/gm, '> ')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

function clip(text: string, most: number): string {
  const characters = [...text.trim()]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}
