import { expect, it } from 'vitest'
import { decodeText } from './text-file.ts'

const text = 'select 1;\n-- größer'

it('reads UTF-8 with and without a byte order mark', () => {
  expect(decodeText(Buffer.from(text), 'a.sql')).toBe(text)
  expect(decodeText(Buffer.from(`\uFEFF${text}`), 'a.sql')).toBe(text)
  expect(decodeText(Buffer.alloc(0), 'a.sql')).toBe('')
})

it.each([
  ['UTF-16 as PowerShell writes it', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'a.sql is UTF-16. Save it as UTF-8.'],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'a.sql is UTF-16. Save it as UTF-8.'],
  ['big-endian UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'a.sql is UTF-16. Save it as UTF-8.'],
  ['UTF-32', Buffer.from('fffe000073000000', 'hex'), 'a.sql is UTF-32. Save it as UTF-8.'],
  ['Latin-1', Buffer.from(text, 'latin1'), 'a.sql is not UTF-8: see line 2. Save it as UTF-8.'],
])('refuses %s by the name of the file', (_, bytes, message) => {
  expect(() => decodeText(bytes, 'a.sql')).toThrow(message)
})
