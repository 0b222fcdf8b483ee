/** Dials what was typed: its digits, a plus in front, and an extension as such (RFC 3966). */
export function callLink(phone: string): string {
  const [number = '', ...words] = phone.split(/[\p{L}#,;]+[.:\s]*/u)
  const extension = digitsOf(words.join(''))
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${digitsOf(number)}${extension === '' ? '' : `;ext=${extension}`}`
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
