import { textOf } from './values.ts'

const VERB = /%(?<flags>[-+# 0]*)(?<width>\d+)?(?:\.(?<precision>\d*))?(?<verb>[a-zA-Z%])/g

/** What Go's `printf` writes. A verb without a value stays visible, as in Go. */
export function formatted(format: string, values: readonly unknown[]): string {
  let next = 0
  return format.replaceAll(VERB, (...found) => {
    const { flags = '', width = '0', precision, verb = '' }: Record<string, string | undefined> = found.at(-1)
    if (verb === '%') return '%'
    if (next >= values.length) return `%!${verb}(MISSING)`
    const digits = precision === undefined ? undefined : Number(precision)
    const text = written(verb, values[next++], digits, flags)
    const signed = flags.includes('+') && /^\d/.test(text) && /[dfeEgG]/.test(verb) ? `+${text}` : text
    if (flags.includes('-')) return signed.padEnd(Number(width))
    if (!flags.includes('0')) return signed.padStart(Number(width))
    const [sign = ''] = /^[-+]?/.exec(signed) ?? []
    return sign + signed.slice(sign.length).padStart(Number(width) - sign.length, '0')
  })
}

function written(verb: string, value: unknown, digits: number | undefined, flags: string): string {
  const text = textOf(value)
  const number = Number(value)
  switch (verb) {
    case 'd':
      return String(Math.trunc(number))
    case 'f':
    case 'F':
      return number.toFixed(digits ?? 6)
    case 'e':
    case 'E':
      return exponent(number.toExponential(digits ?? 6), verb)
    case 'b':
    case 'o':
      return number.toString(verb === 'b' ? 2 : 8)
    case 'x':
    case 'X': {
      const hex = typeof value === 'number' ? value.toString(16) : Buffer.from(text).toString('hex')
      return verb === 'X' ? hex.toUpperCase() : hex
    }
    case 'c':
      return String.fromCodePoint(number)
    case 'U':
      return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`
    case 'q':
      return typeof value === 'number' ? `'${String.fromCodePoint(number)}'` : quoted(text, flags)
    case 's':
      return digits === undefined ? text : Array.from(text).slice(0, digits).join('')
    default:
      return text
  }
}

/** Go writes at least two digits of an exponent. */
function exponent(text: string, verb: string): string {
  const padded = text.replace(/e([+-])(\d)$/, 'e$10$2')
  return verb === 'E' ? padded.toUpperCase() : padded
}

const quoted = (text: string, flags: string) =>
  flags.includes('#') && !text.includes('`') ? `\`${text}\`` : JSON.stringify(text)
