import { prefetchAnswers } from './prefetched-answers.ts'

/** This script of its own runs before React has loaded, so that the answers arrive meanwhile. */
prefetchAnswers(window.location).catch((error: unknown) => console.info('The early requests failed:', error))
