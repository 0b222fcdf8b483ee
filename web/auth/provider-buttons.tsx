import { Button } from '../ui/button.tsx'

/** The markup of the sign-in providers' buttons: one button, which the custom element clones for each provider. */
export function ProviderButtons() {
  return (
    <auth-providers hidden className="grid content-start gap-5">
      <p className="flex items-center gap-4 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid gap-3">
        <Button variant="outline" size="large" />
      </div>
    </auth-providers>
  )
}
