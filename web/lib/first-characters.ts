/** The first characters of a text, as PostgreSQL counts them. Half an emoji is a character that it refuses. */
export const firstCharacters = (text: string, most: number) => [...text.toWellFormed()].slice(0, most).join('')
