import { serviceChoiceLabels } from '../../agency.ts'
import type { Tables } from '../../lib/database.types.ts'
import type { Tone } from '../../ui/badge.tsx'

/** An enquiry, with the name of the person who handles it. */
export type Enquiry = Omit<Tables<'contact_submissions'>, 'search_text'> & {
  taker: { display_name: string | null } | null
}
/** An enquiry with the name of the client that it became. */
export type OpenEnquiry = Enquiry & { clients: { name: string } | null }
export type EnquiryState = Enquiry['state']

export const stateBadges = {
  new: { label: 'New', tone: 'blue' },
  taken: { label: 'Assigned', tone: 'yellow' },
  answered: { label: 'Answered', tone: 'green' },
  client: { label: 'Client', tone: 'purple' },
  'not now': { label: 'Not now', tone: 'grey' },
  spam: { label: 'Spam', tone: 'grey' },
  test: { label: 'Test', tone: 'grey' },
} satisfies Record<EnquiryState, { label: string; tone: Tone }>

/** The badge that replaces New where a message looks like a robot's. */
export const perhapsSpamBadge = { label: 'Perhaps spam', tone: 'grey' } satisfies { label: string; tone: Tone }

export const serviceLabel = ({ service }: Pick<Enquiry, 'service'>) => serviceChoiceLabels[service]

/** Whether the sender still waits for an answer. What looks like spam counts too, since it may come from a person. */
export const isWaiting = ({ state }: Pick<Enquiry, 'state'>) => state === 'new' || state === 'taken'

/** The name of the person whom it is assigned to, as `me` reads it; undefined while there is none. */
export function takerOf({ taken_by, taker }: Pick<Enquiry, 'taken_by' | 'taker'>, me: string): string | undefined {
  if (taken_by === null) return undefined
  return taken_by === me ? 'you' : taker?.display_name || 'a colleague'
}

/** Why a message is suspicious, in words for the person who decides about it. */
export const suspicionTexts = {
  trap: 'a field was filled in that no person sees',
  links: 'it has many links, or one in the name',
  address: 'many messages came from the same network',
  volume: 'very many messages came at once',
} satisfies Record<Enquiry['suspicions'][number], string>
