import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/** Opens another panel of /auth, once the script is here. */
export function PanelLink({ opens, children }: { opens: string; children: ReactNode }) {
  return (
    <Button
      variant="link"
      size="inline"
      className="justify-self-start text-sm disabled:opacity-100"
      disabled
      data-opens={opens}
    >
      {children}
    </Button>
  )
}
