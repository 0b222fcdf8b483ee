import { messageOf, plainMessageOf } from '../lib/errors.ts'
import type { Notice } from './toast.ts'

export const NO_ANSWER = 'The server is not answering. Please check your connection and try again.'

/** A notice with the failure's own message, if it has one. */
export function failureNotice(title: string, fallback: string) {
  return (error: unknown): Notice => ({ title, description: messageOf(error, fallback) })
}

/** A notice with a plain message, where the specification does not require the server's. */
export function plainFailureNotice(title: string, fallback: string) {
  return (error: unknown): Notice => ({ title, description: plainMessageOf(error, fallback) })
}

/** The success and failure notices of a folder of the portal; functions make notices from arguments. */
export type ToastTexts = Record<string, Notice | ((...told: never[]) => Notice)>
