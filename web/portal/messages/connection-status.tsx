import { RotateCw } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import type { ConnectionState } from './chat-connection.ts'

const states = {
  connected: { text: 'Connected', dot: 'bg-success' },
  connecting: { text: 'Connecting...', dot: 'bg-light' },
  'not connected': { text: 'Not connected', dot: 'bg-danger' },
} satisfies Record<ConnectionState, { text: string; dot: string }>

type ConnectionStatusProps = { state: ConnectionState; onReconnect: () => void }

export function ConnectionStatus({ state, onReconnect }: ConnectionStatusProps) {
  const { text, dot } = states[state]
  return (
    <div className="flex min-h-10 items-center gap-4">
      <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
        <span aria-hidden className={cn('size-2.5 rounded-full', dot)} />
        {text}
      </p>
      {state === 'not connected' && (
        <Button variant="outline" onClick={onReconnect}>
          <RotateCw aria-hidden />
          Reconnect
        </Button>
      )}
    </div>
  )
}
