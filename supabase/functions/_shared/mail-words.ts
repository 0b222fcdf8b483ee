/** What a visitor wrote, made fit for a mail: anybody may have written anything. */

// They turn the reading direction of what follows, so that "moc.elpmaxe" reads as another address. Hebrew and Arabic
// need none of them.
const turningCharacters = /[\u202a-\u202e\u2066-\u2069]/gu

/** For a head line, or a field: a line break there would begin another one. */
export const oneLine = (text: string, mostCharacters = Number.POSITIVE_INFINITY) =>
  clip(text.replace(turningCharacters, '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '), mostCharacters)

/** Lines and tabs stay, other control characters go. */
export const manyLines = (text: string, mostCharacters = Number.POSITIVE_INFINITY) =>
  clip(
    text
      .replace(turningCharacters, '')
      .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, ''),
    mostCharacters,
  )

/** Marked as somebody else's words, line by line, so that they cannot pass for ours. */
export const quoted = (text: string) => text.replaceAll(/^/gm, '> ')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

function clip(text: string, most: number): string {
  const characters = [...text.trim()]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}
