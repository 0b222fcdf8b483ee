import { askAhead } from './early-answers.ts'

/** This script of its own runs before React has loaded, so that the answers arrive meanwhile. */
askAhead(window.location).catch((error: unknown) => console.info('Nothing was asked ahead:', error))
