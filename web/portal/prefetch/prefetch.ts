import { prefetchAnswers } from './prefetched-answers.ts'

/** The prefetch runs in a script of its own before React has loaded, so that the answers arrive meanwhile. */
prefetchAnswers(window.location).catch((error: unknown) => console.info('The early requests failed:', error))
