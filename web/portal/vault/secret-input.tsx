import { Eye, EyeOff } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import type { SecretVisibility } from './use-shown.ts'

type SecretInputProps = ComponentProps<typeof Input> & {
  /** The name of the secret: 'password'. */
  what: string
  shown: SecretVisibility
}

/** A field for a secret, hidden until the person shows it. */
export function SecretInput({ what, shown: { isShown, setShown }, className, ...props }: SecretInputProps) {
  return (
    <div className={cn('relative min-w-0', className)}>
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        className={cn('pr-11', isShown && 'font-mono')}
        {...secretInputAttributes}
        // Browsers ignore "off" for passwords and would fill in the one of the portal.
        autoComplete="new-password"
      />
      <Button
        variant="ghost"
        size="icon"
        className="absolute top-0 right-0 text-ink-soft hover:bg-transparent hover:text-ink"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        {/* As text: an aria-label would make this a second thing labelled "password". */}
        <span className="sr-only">
          {isShown ? 'Hide' : 'Show'} {what}
        </span>
      </Button>
    </div>
  )
}

/** Attributes that keep browsers and extensions from storing a secret or sending it to a spelling service. */
export const secretInputAttributes = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': 'true',
} as const
