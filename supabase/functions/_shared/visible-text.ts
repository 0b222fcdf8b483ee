const BLANKS = /[\t\n\v\f\r\p{Z}]+/gu
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A text in one line and in its plain signs, without those that cannot be seen and come along from documents and web pages. */
export const visible = (text: string) => text.normalize('NFKC').replace(BLANKS, ' ').replace(UNSEEN, '').trim()
