import { webLink } from '../../../lib/web-link.ts'
import type { Candidate } from './candidate.ts'

type ExistingEntry = { title: string; username: string | null; website_url: string | null }

/** The entries of the file that exist already, by index, each with the reason why it is left out by default. */
export function findDuplicates(
  candidates: readonly Candidate[],
  known: readonly ExistingEntry[],
): ReadonlyMap<number, string> {
  const inVault = new Set(known.map(nameOf))
  const inFile = new Set<string>()
  const doubles = new Map<number, string>()
  for (const [place, candidate] of candidates.entries()) {
    if (!candidate.entry) continue
    const name = nameOf(candidate.entry)
    const whole = JSON.stringify([name, candidate.entry.password, candidate.entry.notes, candidate.entry.two_step_key])
    if (inVault.has(name)) doubles.set(place, 'It is in the vault already.')
    else if (inFile.has(whole)) doubles.set(place, 'It is in the file twice.')
    inFile.add(whole)
  }
  return doubles
}

/** Two entries are the same if they have the same title, user and site. */
const nameOf = ({ title, username, website_url }: ExistingEntry) =>
  JSON.stringify([title, username ?? '', hostOf(website_url ?? '')].map((text) => text.trim().toLowerCase()))

const hostOf = (website: string) => URL.parse(webLink(website) ?? '')?.host.replace(/^www\./, '') ?? website
