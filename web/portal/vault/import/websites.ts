import { webLink } from '../../../lib/web-link.ts'
import { textsInJson } from './json-cell.ts'
import { present } from './raw-entry.ts'

/**
 * Splits the addresses of a cell: a JSON list, lines, or values between commas. Addresses themselves may contain commas
 * (https://maps.example/@52.5,13.4), so a comma separates only where a new address follows it.
 */
export function websitesIn(cell: string): string[] {
  const list = textsInJson(cell)
  if (list) return list
  return present(cell.split(/\r?\n|[,;]\s*(?=[a-z][a-z0-9+.-]*:\/\/)/i).flatMap(hostsIn)).map((website) =>
    website.trim(),
  )
}

/** Splits 'harbor.example, shop.example': hosts without a path that the comma could belong to. */
function hostsIn(text: string): string[] {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  return parts.every((part) => part === '' || isHost(part)) ? parts : [text]
}

const isHost = (text: string) => webLink(text) !== undefined && !/[/?#]/.test(text.replace(/^\w+:\/\//, ''))
