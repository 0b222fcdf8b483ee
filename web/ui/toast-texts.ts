import { messageOf, plainMessageOf } from '../lib/errors.ts'
import type { Notice } from './toast.ts'

export const NO_ANSWER = 'The server is not answering. Please check your connection and try again.'

/** The title, and the failure's own message where it has one. */
export function because(title: string, fallback: string) {
  return (error: unknown): Notice => ({ title, description: messageOf(error, fallback) })
}

/** Where the specification does not ask for the server's message. */
export function becausePlainly(title: string, fallback: string) {
  return (error: unknown): Notice => ({ title, description: plainMessageOf(error, fallback) })
}

/** What a folder of the portal says when something worked or did not: a notice, or a function of what it tells of. */
export type ToastTexts = Record<string, Notice | ((...told: never[]) => Notice)>
