import { expect, it } from 'vitest'
import { quoted, replyLink } from './reply.ts'

it.each([
  ['One line.', '> One line.'],
  ['One.\r\n\r\nTwo.\n', '> One.\n>\n> Two.'],
])('[enquiries.md#enquiry-screen] quotes %j', (text, quote) => {
  expect(quoted(text)).toBe(quote)
})

const vera = { name: 'Vera & Co', email: 'vera+shop@flowers.test', message: 'More?\n100% & #1' }
const read = (link: string) => {
  const [address = '', query = ''] = link.replace('mailto:', '').split('?')
  return { to: decodeURIComponent(address), ...Object.fromEntries(new URLSearchParams(query)) }
}

it('[enquiries.md#enquiry-screen] answers with the message quoted, whatever stands in it', () => {
  expect(read(replyLink(vera))).toEqual({
    to: 'vera+shop@flowers.test',
    subject: 'Your enquiry to Mainstreet',
    body: 'Hello Vera & Co,\r\n\r\n\r\n\r\nYou wrote:\r\n> More?\r\n> 100% & #1',
  })
})

it('quotes nothing where nothing was written, and not all of what no mail program takes', () => {
  expect(replyLink({ ...vera, message: null })).not.toContain('wrote')
  expect(replyLink({ ...vera, message: 'word '.repeat(1000) }).length).toBeLessThan(3000)
})

it('lets nobody add a header or a receiver by their address', () => {
  expect(replyLink({ ...vera, email: 'a@b.test?bcc=c@d.test' })).toMatch(/^mailto:a@b\.test%3Fbcc%3Dc@d\.test\?subject/)
})
