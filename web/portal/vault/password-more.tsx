import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PasswordEstimateLine } from './password-estimate-line.tsx'
import { SpelledPassword } from './spelled-password.tsx'

type PasswordMoreProps = {
  password: string
  /** Words that make the password easier to guess, such as the title of its entry. */
  known: readonly string[]
  /** Whether the password is shown anyway; only then it is spelled. */
  isShown: boolean
}

/** Rarely used details of a password: its spelling, and how soon it would be guessed. */
export function PasswordMore({ password, known, isShown }: PasswordMoreProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-1.5 text-ink-soft text-sm">
      <Button
        variant="link"
        size="inline"
        className="justify-self-start text-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Less' : 'More'}
        <span className="sr-only"> about the password</span>
      </Button>
      <div id={id} className="grid gap-1.5 empty:hidden">
        {isOpen && isShown && <SpelledPassword password={password} />}
        {isOpen && <PasswordEstimateLine password={password} known={known} />}
      </div>
    </div>
  )
}
