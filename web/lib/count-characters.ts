/** The length of a text as PostgreSQL counts it for the limits of the tables: an emoji is one character and not two. */
export const countCharacters = (text: string) => [...text].length

/** The first characters of a text, counted likewise. Half an emoji is a character that PostgreSQL refuses. */
export const firstCharacters = (text: string, most: number) => [...text.toWellFormed()].slice(0, most).join('')
