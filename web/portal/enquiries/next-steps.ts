import type { Enquiry, EnquiryState } from './enquiry.ts'

export type EnquiryStep = { to: EnquiryState; label: string; isNext?: true }

const take: EnquiryStep = { to: 'taken', label: 'Take it', isNext: true }
const answer: EnquiryStep = { to: 'answered', label: 'Answered' }
const client: EnquiryStep = { to: 'client', label: 'Make client' }
const notNow: EnquiryStep = { to: 'not now', label: 'Not now' }
const spam: EnquiryStep = { to: 'spam', label: 'Spam' }
const putBack: EnquiryStep = { to: 'new', label: 'Put back' }

const steps = {
  new: [take, answer, client, notNow, spam],
  taken: [{ ...answer, isNext: true }, client, notNow, spam, putBack],
  answered: [{ ...client, isNext: true }, notNow, putBack],
  client: [],
  'not now': [take, client, spam, putBack],
  spam: [putBack],
} satisfies Record<EnquiryState, EnquiryStep[]>

/**
 * The possible next steps of an enquiry, with the likely one marked. If its client was deleted, it can become a client
 * again.
 */
export const nextSteps = ({ state, client_id }: Pick<Enquiry, 'state' | 'client_id'>): EnquiryStep[] =>
  state === 'client' && client_id === null ? [client, putBack] : steps[state]
