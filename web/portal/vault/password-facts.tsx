import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useDebounced } from '../../lib/use-debounced.ts'
import type { Entry } from './entry.ts'
import type { EntryTyped } from './entry-form.ts'
import { PasswordMore } from './password-more.tsx'
import { passwordStrength } from './password-strength.ts'
import { entriesWith } from './reuse.ts'
import { StrengthMeter } from './strength-meter.tsx'
import { useUnlocking, useVault, useVaultState } from './vault-context.tsx'

type PasswordFactsProps = { others: readonly Entry[]; isShown: boolean }

/** The strength of the typed password and its other uses, both found by the browser. */
export function PasswordFacts({ others, isShown }: PasswordFactsProps) {
  const [password, title, website_url, username] = useWatch<
    EntryTyped,
    ['password', 'title', 'website_url', 'username']
  >({
    name: ['password', 'title', 'website_url', 'username'],
  })
  return (
    <div aria-live="polite" className="grid gap-1 text-ink-soft text-sm">
      {password === '' ? (
        'Strong: 12 characters or more, of every kind.'
      ) : (
        <>
          <StrengthMeter strength={passwordStrength(password)} />
          <Reuse password={password} others={others} />
          <PasswordMore password={password} known={[title, website_url, username]} isShown={isShown} />
        </>
      )}
    </div>
  )
}

const MAX_NAMED = 3

function Reuse({ password, others }: { password: string; others: readonly Entry[] }) {
  const fingerprints = useVaultState((state) => state.fingerprints)
  const fingerprint = usePrint(useDebounced(password, 200))
  const using = fingerprint === undefined ? [] : entriesWith(fingerprint, others, fingerprints)
  if (using.length === 0) return null
  const named = using.slice(0, MAX_NAMED).map(({ title }) => title)
  const more = using.length - named.length
  return (
    <p className="wrap-anywhere text-warning">
      The same password as in {[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}.
    </p>
  )
}

/** The keyed hash of the typed password, to compare it with those of entries that open. */
function usePrint(password: string): string | undefined {
  const vault = useVault()
  const unlocking = useUnlocking()
  const [fingerprint, setPrint] = useState<string>()
  useEffect(() => {
    let isWanted = true
    setPrint(undefined)
    if (unlocking === 0 || password === '') return
    void vault
      .decryptor()
      .fingerprint(password)
      .then((made) => isWanted && setPrint(made))
    return () => {
      isWanted = false
    }
  }, [vault, unlocking, password])
  return fingerprint
}
