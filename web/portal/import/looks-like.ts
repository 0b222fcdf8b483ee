import { readEmailAddress } from '../../lib/email-address.ts'
import { webLink } from '../../lib/web-link.ts'

export const looksLikeEmail = (cell: string) =>
  cell.includes('@') && readEmailAddress(firstValue(cell)).address !== undefined

/** Google Contacts puts several values into a cell, separated by ' ::: '. */
export const firstValue = (cell: string) => cell.split(' ::: ')[0] ?? ''

const FILE = /\.(?:png|jpe?g|gif|webp|svg|pdf|docx?|xlsx?|pptx?|csv|txt|html?|php|js|json|xml)$/i

/**
 * Whether a cell is a web address: it begins with http or www, or ends with letters as a domain does. Amounts, ratings,
 * dates, versions and IP addresses contain dots too. The LinkedIn profile of a person is no company website.
 */
export function looksLikeWebsite(cell: string): boolean {
  const link = webLink(cell)
  if (link === undefined) return false
  const { hostname: host = '', pathname = '' } = URL.parse(link) ?? {}
  if (/(?:^|\.)linkedin\.com$/.test(host) && pathname.startsWith('/in/')) return false
  const isNumber = /^[\d.]+$/.test(host) || host.startsWith('[')
  if (/^https?:\/\//i.test(cell)) return !isNumber
  const [, ending = ''] = /^[^/?#]*\.([^./?#:]+)/.exec(cell) ?? []
  return /^(?:\p{Ll}{2,}|\p{Lu}{2,}|xn--.+|[^\p{ASCII}]{2,})$/u.test(ending) && !FILE.test(cell) && !isNumber
}

/** Whether a cell is a phone number: seven to fifteen digits with separators, and no date, amount or IP address. */
export function looksLikePhone(cell: string): boolean {
  const bare = cell.replace(/^'|(?:ext|x|#)\.?\s*\d{1,6}$/gi, '').trim()
  const figures = bare.replace(/\D/g, '').length
  const isDate = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}\b/.test(bare) && !bare.startsWith('0')
  return figures >= 6 && figures <= 17 && /^[+\d\s().\-–/]+$/.test(bare) && !isDate && !/^\d+[.,]\d{1,2}$/.test(bare)
}

const DATE =
  /^(?:1\d{12}|(?:19|20)\d{6})$|^(?:\p{L}{2,10}\.?,? )?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T].*)?$|\b(?:19|20)\d\d\b.*\d|^\d{1,2}[ /-]\p{L}{3,}/u

export const looksLikeDate = (cell: string) => DATE.test(cell)

/** Whether a cell can be a name: it has letters, and is neither an address nor a number. */
export const looksLikeName = (cell: string) =>
  /\p{L}/u.test(cell) && !cell.includes('@') && !/^https?:/i.test(cell) && !looksLikePhone(cell)
