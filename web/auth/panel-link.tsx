import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { PanelName } from './panel-name.ts'

/** A button that opens another panel of /auth, enabled by the script. */
export function PanelLink({ opens, children }: { opens: PanelName; children: ReactNode }) {
  return (
    <Button
      variant="link"
      size="inline"
      className="justify-self-start text-sm disabled:opacity-100"
      disabled
      value={opens}
    >
      {children}
    </Button>
  )
}
