import { messageOf, plainMessageOf } from '../lib/errors.ts'
import type { Notice } from './toast.ts'

export const NO_ANSWER = 'The server is not answering. Please check your connection and try again.'

/** The toast of a failure with its own message, if it has one. */
export function failureNotice(title: string, fallback: string) {
  return (error: unknown): Notice => ({ title, description: messageOf(error, fallback) })
}

/** The toast of a failure with a plain message, where the specification does not require the server's. */
export function plainFailureNotice(title: string, fallback: string) {
  return (error: unknown): Notice => ({ title, description: plainMessageOf(error, fallback) })
}

/** The toasts of success and failure of a portal folder; functions make them from arguments. */
export type ToastTexts = Record<string, Notice | ((...told: never[]) => Notice)>
