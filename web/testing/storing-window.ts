/**
 * A browser window at the last step of a passphrase change, for tests that kill it. It has no page, only its address
 * and its session, which supabase/tests/storing-window.ts sends; it stores by the page's own code.
 */
import type { Session } from '@supabase/supabase-js'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { wholeSupabase } from '../lib/supabase.ts'
import type { VaultChange } from '../portal/vault/passphrase-change/plan.ts'
import { storeChange } from '../portal/vault/passphrase-change/store-change.ts'

type WindowParams = { url: string; session: Session; change: VaultChange }

process.once('message', ({ url, session, change }: WindowParams) => void store(url, session, change))

async function store(url: string, session: Session, change: VaultChange) {
  const fetchFromAnywhere = globalThis.fetch
  globalThis.fetch = (input, init) => fetchFromAnywhere(typeof input === 'string' ? new URL(input, url) : input, init)
  await (await wholeSupabase()).auth.setSession(session)
  process.send?.('stores')
  process.send?.(await outcomeOf(change))
}

async function outcomeOf(change: VaultChange): Promise<string> {
  try {
    await new MutationObserver(new QueryClient(), storeChange).mutate(change)
    return 'stored'
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}
