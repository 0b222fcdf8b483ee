/** The length of a text as PostgreSQL counts it for the limits of the tables: an emoji is one character and not two. */
export const countCharacters = (text: string) => [...text].length
