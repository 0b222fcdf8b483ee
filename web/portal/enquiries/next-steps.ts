import type { Enquiry, EnquiryState } from './enquiry.ts'

export type EnquiryStep = { to: EnquiryState; label: string; isNext?: true }

const assign: EnquiryStep = { to: 'taken', label: 'Assign to me', isNext: true }
const answer: EnquiryStep = { to: 'answered', label: 'Answered' }
const client: EnquiryStep = { to: 'client', label: 'Make client' }
const archive: EnquiryStep = { to: 'not now', label: 'Archive' }
const spam: EnquiryStep = { to: 'spam', label: 'Spam' }
const reopen: EnquiryStep = { to: 'new', label: 'Reopen' }

const steps = {
  new: [assign, answer, client, archive, spam],
  taken: [{ ...answer, isNext: true }, client, archive, spam, reopen],
  answered: [{ ...client, isNext: true }, archive, reopen],
  client: [],
  'not now': [assign, client, spam, reopen],
  spam: [reopen],
  test: [],
} satisfies Record<EnquiryState, EnquiryStep[]>

/**
 * The possible next steps of an enquiry, with the likely one marked. If its client was deleted, it can become a client
 * again.
 */
export const nextSteps = ({ state, client_id }: Pick<Enquiry, 'state' | 'client_id'>): EnquiryStep[] =>
  state === 'client' && client_id === null ? [client, reopen] : steps[state]
