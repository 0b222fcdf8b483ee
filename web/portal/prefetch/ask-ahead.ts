import { askAhead } from './early-answers.ts'

/** A script of its own in the portal's page: it is there before React is, and what it asks is answered meanwhile. */
askAhead(window.location).catch((error: unknown) => console.info('Nothing was asked ahead:', error))
