import { isFields } from '../_shared/http.ts'
import { type Pair, pairsOf, wordsOf } from './pairs.ts'

/** A lead of Google's lead forms: https://developers.google.com/google-ads/webhook/docs/implementation */
export type GoogleLead = { id: string; key: string; isTest: boolean; pairs: Pair[] }

/** What the payload says about itself. Google's samples write google_key with and without a capital letter. */
const ABOUT_ITSELF = ['lead_id', 'google_key', 'is_test', 'api_version']

/** The lead, if this is one. Google announces that fields will be added, which become lines as any others. */
export function readGoogleLead(sent: unknown): GoogleLead | undefined {
  if (!isFields(sent) || !Array.isArray(sent.user_column_data)) return undefined
  const told = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), wordsOf(value)]))
  return {
    id: told.get('lead_id') ?? '',
    key: told.get('google_key') ?? '',
    isTest: told.get('is_test') === 'true',
    // Ids that Google does not know, as in its tests, are 0.
    pairs: pairsOf(sent).filter(
      ({ names, place, value }) =>
        place === 'labelled' || (value !== '0' && !ABOUT_ITSELF.includes(names[0]?.toLowerCase() ?? '')),
    ),
  }
}
