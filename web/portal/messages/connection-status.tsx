import { RotateCw } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import type { ConnectionState } from './chat-connection.ts'

const states = {
  connected: { text: 'Connected', dot: 'bg-success' },
  connecting: { text: 'Connecting...', dot: 'bg-light' },
  'not connected': { text: 'Not connected', dot: 'bg-danger' },
} satisfies Record<ConnectionState, { text: string; dot: string }>

type ConnectionStatusProps = {
  state: ConnectionState
  /** The number of missing messages; undefined while it is unknown. */
  missing: number | undefined
  onReconnect: () => void
}

export function ConnectionStatus({ state, missing, onReconnect }: ConnectionStatusProps) {
  const { text, dot } = states[state]
  const isOut = state === 'not connected'
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4">
      <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
        <span aria-hidden className={cn('size-2.5 shrink-0 rounded-full', dot)} />
        {/* On a phone the button beside it says the same, and both have no room beside the heading. */}
        <span className={cn(isOut && 'max-sm:sr-only')}>{text}</span>
      </p>
      <p aria-live="polite" className="text-ink-soft text-sm tabular-nums empty:hidden">
        {state === 'connected' && missing !== undefined && completeness(missing)}
      </p>
      {isOut && (
        <Button variant="outline" onClick={onReconnect}>
          <RotateCw aria-hidden />
          Reconnect
        </Button>
      )}
    </div>
  )
}

const completeness = (missing: number) => (missing === 0 ? 'Up to date' : `${missing} missing, fetching`)
