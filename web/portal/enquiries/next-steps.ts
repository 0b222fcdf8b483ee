import type { Enquiry, EnquiryState } from './enquiry.ts'

export type Step = { to: EnquiryState; label: string; isNext?: true }

const take: Step = { to: 'taken', label: 'Take it', isNext: true }
const answer: Step = { to: 'answered', label: 'Answered' }
const client: Step = { to: 'client', label: 'Make client' }
const notNow: Step = { to: 'not now', label: 'Not now' }
const spam: Step = { to: 'spam', label: 'Spam' }
const putBack: Step = { to: 'new', label: 'Put back' }

const steps = {
  new: [take, answer, client, notNow, spam],
  taken: [{ ...answer, isNext: true }, client, notNow, spam, putBack],
  answered: [{ ...client, isNext: true }, notNow, putBack],
  client: [],
  'not now': [take, client, spam, putBack],
  spam: [putBack],
} satisfies Record<EnquiryState, Step[]>

/**
 * The possible next steps of an enquiry, with the likely one marked. If its client was deleted, it can become a client
 * again.
 */
export const nextSteps = ({ state, client_id }: Pick<Enquiry, 'state' | 'client_id'>): Step[] =>
  state === 'client' && client_id === null ? [client, putBack] : steps[state]
