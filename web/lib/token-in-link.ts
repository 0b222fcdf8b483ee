/**
 * The token at the end of an address, to which a mail client or a messenger may have added what follows it in the text: a
 * period, a bracket, a blank, a slash. Undefined for what begins with no token or has more behind it.
 */
export const tokenInLink = (text: string): string | undefined =>
  /^([\w-]+)(?:[^\w%-]|%[\da-f]{2}){0,9}$/i.exec(text)?.[1]
