import { useId } from 'react'
import { Switch } from '../../ui/switch.tsx'
import { useWrite } from '../writes/use-write.ts'
import { setDigest } from './link-mutations.ts'

/** Turns the weekly mail to a client on or off. */
export function DigestSwitch({ client }: { client: { id: string; wants_digest: boolean } }) {
  const id = useId()
  const [set, isBusy] = useWrite(setDigest(client.id))
  return (
    <div className="flex items-center gap-2.5 border-line border-t px-5 py-3">
      <Switch id={id} checked={client.wants_digest} disabled={isBusy} onCheckedChange={(isOn) => void set(isOn)} />
      <label htmlFor={id} className="cursor-pointer font-medium text-sm">
        Weekly Email of What’s New
      </label>
    </div>
  )
}
