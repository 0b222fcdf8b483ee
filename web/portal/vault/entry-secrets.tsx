import type { ReactNode } from 'react'
import type { Entry } from './entry.ts'
import type { DecryptedText, Secrets } from './open-entry.ts'
import { PasswordMore } from './password-more.tsx'

/** The password and the notes of an entry, while they are shown in its row. */
export function EntrySecrets({ entry, secrets: { password, notes } }: { entry: Entry; secrets: Secrets }) {
  return (
    <section
      aria-label={`Password and notes of ${entry.title}`}
      className="grid gap-4 rounded-control border border-line bg-card p-4"
    >
      <Part label="Password" beside={HIDES} read={password}>
        {(text) => (
          <>
            <p className="wrap-anywhere whitespace-pre-wrap font-mono text-lg">{text}</p>
            <PasswordMore
              password={text}
              known={[entry.title, entry.website_url ?? '', entry.username ?? '']}
              isShown
            />
          </>
        )}
      </Part>
      {notes ? (
        <Part label="Notes" read={notes}>
          {(text) => <NotesText>{text}</NotesText>}
        </Part>
      ) : (
        <p className="text-ink-soft text-sm">There are no notes.</p>
      )}
    </section>
  )
}

export const HIDES = 'Hides by itself after 30 seconds.'

/** Notes with their line breaks and spaces, which may carry meaning. */
export const NotesText = ({ children }: { children: string }) => (
  <p className="wrap-anywhere max-h-[40dvh] overflow-y-auto whitespace-pre-wrap text-[0.9375rem]">{children}</p>
)

type PartProps = { label: string; beside?: string; read: DecryptedText; children: (text: string) => ReactNode }

function Part({ label, beside, read: { text, failure }, children }: PartProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <h4 className="font-medium">{label}</h4>
        {beside !== undefined && <p className="text-ink-soft">{beside}</p>}
      </div>
      {failure ? <p className="text-danger text-sm">{failure.message}</p> : children(text)}
    </div>
  )
}
